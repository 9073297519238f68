"""The packs that hold for a file: those the nearest ``m44.toml`` names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from m44core.catalogue.load import use_packs
from m44core.catalogue.packs.in_use import packs_in_use
from m44core.catalogue.packs.pack import FILE, Pack, PackError, read_pack
from m44core.messages.message import message
from m44core.plain.ordinary import read_within

CONFIGURATION = "m44.toml"
KEY = "packs"

_ROOTS = (".git", ".hg")
_Stamp = tuple[int, int]
_read: dict[Path, tuple[_Stamp, Pack]] = {}


def use_packs_near(path: Path) -> None:
    """Have the packs in use that the ``m44.toml`` for a file names, besides those in use already.

    Raises:
        PackError: one of them cannot be used; the others are.
    """
    folders = _folders_for(path)
    if not folders:
        return
    packs, errors = _packs(folders)
    add_packs(packs)
    if errors:
        raise errors[0]


def add_packs(packs: Sequence[Pack]) -> None:
    """Have packs in use besides those that are; one of the same name takes the other's place.

    Raises:
        PackError: one of them is wrong; those in use before are still.
    """
    before = {pack.name: pack for pack in packs_in_use()}
    after = before | {pack.name: pack for pack in packs}
    if after != before:
        use_packs(tuple(after.values()))


def use_folders(folders: Sequence[Path]) -> list[PackError]:
    """Have the packs of some folders in use and no others; return what keeps any from it."""
    packs, errors = _packs(folders)
    if tuple(packs) != packs_in_use():
        use_packs(packs)
    return errors


def pack_in(folder: Path) -> Pack:
    """Return the pack in a folder, read anew only where its file is another than before.

    Raises:
        PackError: there is none, or it is wrong.
    """
    stamp = _stamp(folder / FILE)
    known = _read.get(folder)
    if known is None or known[0] != stamp or not all(stamp):
        known = _read[folder] = (stamp, read_pack(folder))
    return known[1]


def _stamp(file: Path) -> _Stamp:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _packs(folders: Sequence[Path]) -> tuple[list[Pack], list[PackError]]:
    packs, errors = [], []
    for folder in folders:
        try:
            packs.append(pack_in(folder))
        except PackError as error:
            errors.append(error)
    return packs, errors


def _folders_for(path: Path) -> list[Path]:
    """Return the folders of packs that the nearest configuration above a file names."""
    start = Path(os.path.abspath(path)).parent  # noqa: PTH100 - resolving would follow the links
    for folder in (start, *start.parents):
        file = folder / CONFIGURATION
        if os.path.isfile(file):  # noqa: PTH113 - a Path raises where it cannot tell
            return [folder / name for name in _named_in(file)]
        if any(os.path.exists(folder / root) for root in _ROOTS):  # noqa: PTH110 - the same
            break
    return []


def _named_in(file: Path) -> list[str]:
    from m44core.plain.toml_data import LARGEST, toml_data  # few have such a file

    try:
        text = read_within(file, LARGEST).decode("utf-8").replace("\r\n", "\n")
        said = toml_data(text).get(KEY, [])
    except (OSError, ValueError):
        return []  # whoever goes by the configuration says so
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise PackError(
            message(
                '{file}: {key} has to be a list of folders, such as ["packs/alpine"]',
                file=str(file),
                key=KEY,
            )
        )
    return said
