"""Without Dask or a scheduler, an executor for other machines raises an error with advice."""

from __future__ import annotations

import subprocess
import sys

import pytest

from m44core.version import __version__
from m44core.work.dask_client import ClusterError
from m44core.work.dask_executor import DaskExecutor


def program_version() -> str:
    """Return the version of the program that is tested."""
    return __version__


def test_without_dask_the_error_explains_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r'pip install "m44-workshop\[cluster\]"'):
        DaskExecutor("tcp://127.0.0.1:1", program_version)


def test_an_address_that_needs_a_certificate_is_reported() -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    with pytest.raises(ClusterError, match="requires a certificate"):
        DaskExecutor("tls://127.0.0.1:1", program_version, patience=0.5)


def test_dask_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, m44core.balance_lab.cluster; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    assert not {"dask", "distributed"} & set(run.stdout.split())
