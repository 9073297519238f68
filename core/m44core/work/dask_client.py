"""Connecting to the scheduler of a Dask cluster."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from m44core.errors import M44Error
from m44core.log import Log
from m44core.messages.message import message
from m44core.pip_command import extra_install_command

_log = Log(__name__)

INSTALL_COMMAND = extra_install_command("cluster")
_LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")


class ClusterError(M44Error):
    """Jobs cannot run on other machines: no Dask, no scheduler, or no usable worker."""


def require_dask() -> None:
    """Check that Dask distributed is installed.

    Raises:
        ClusterError: it is not installed.
    """
    if find_spec("distributed") is None:
        problem = message(
            "playing on other machines needs Dask, which is not installed; install it with: {how}",
            how=INSTALL_COMMAND,
        )
        raise ClusterError(problem)


def connect_to_scheduler(address: str, patience: float) -> Any:  # noqa: ANN401 - Dask has few types
    """Connect to a scheduler and return a client.

    Args:
        address: The address of the scheduler, or the path of a scheduler file.
        patience: The seconds to wait for the scheduler.

    Raises:
        ClusterError: there is no Dask, no scheduler, or no certificate for ``tls://``.
    """
    require_dask()
    from distributed import Client, Security  # 1 s

    _silence_dask()
    make_client: Any = Client
    security: Any = Security
    if address.startswith("tls://") and not _has_certificate(security()):
        problem = message(
            "{address} requires a certificate, but the Dask configuration does not specify "
            "one; see docs/cluster.md",
            address=address,
        )
        raise ClusterError(problem)
    is_file = "://" not in address and Path(address).is_file()
    location = {"scheduler_file" if is_file else "address": address}
    try:
        return make_client(**location, timeout=patience, set_as_default=False)
    except (OSError, TypeError, ValueError, RuntimeError) as error:
        _log.info("%s: %r", address, error)
        problem = message(
            "no Dask scheduler answers at {address}: {error}", address=address, error=str(error)
        )
        raise ClusterError(problem) from error


def _has_certificate(security: Any) -> bool:  # noqa: ANN401 - Dask has few types
    return bool(security.get_connection_args("client").get("ssl_context"))


def _silence_dask() -> None:
    """Keep Dask from logging errors that our messages report, unless logging is configured."""
    if not logging.getLogger().handlers:
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
