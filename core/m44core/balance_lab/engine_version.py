"""The version of the rules and the players; results of different versions are never combined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import m44core.catalogue
import m44core.playtest
import m44core.rules
from m44core.balance_lab import (
    attack_tables,
    game_facts,
    hand_estimate,
    luck_meter,
    win_estimate,
    win_weights,
)
from m44core.version import __version__

STORED_VERSION_FILE = Path(__file__).parent.parent / "_built" / "engine-version.txt"
_PACKAGES = (m44core.catalogue, m44core.rules, m44core.playtest)
_MODULES = (attack_tables, game_facts, hand_estimate, luck_meter, win_estimate, win_weights)


@cache
def engine_version() -> str:
    """Return the program's version with a checksum: ``0.1.0-3f2a91bc``.

    The checksum is that of all source and data files that affect how a game is played. Without
    source files, as in a frozen program, return only the version. The compiled wheel stores the
    version of the sources it was compiled from, because its games are the same.
    """
    if STORED_VERSION_FILE.exists():
        return STORED_VERSION_FILE.read_text("ascii").strip()
    from hashlib import sha256  # it loads OpenSSL, which most users do not need

    files = list(_source_files())
    if not files:
        return __version__
    checksum = sha256()
    for path in files:
        checksum.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return f"{__version__}-{checksum.hexdigest()[:8]}"


def _source_files() -> Iterator[Path]:
    """Yield the source and data files that affect how a game is played, in a fixed order."""
    for package in _PACKAGES:
        for folder in package.__path__:
            files = (path for path in Path(folder).rglob("*") if path.suffix in (".py", ".yaml"))
            yield from sorted(files, key=lambda path: path.as_posix())
    yield from (Path(module.__file__) for module in _MODULES if module.__file__)
    yield win_weights.WEIGHTS_FILE
