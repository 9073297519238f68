"""The user packs of a file, as listed in its nearest ``m44.toml``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import catalogue_with_packs
from m44core.catalogue.packs.pack import Pack, PackError, file_stamps, parse_pack, read_pack_bytes
from m44core.messages.message import message
from m44core.untrusted_files import read_bounded

CONFIGURATION = "m44.toml"
KEY = "packs"

_ROOTS = (".git", ".hg")
_pack_cache: dict[Path, Pack] = {}  # the packs as last read; compared with their files on each use


def catalogue_for_file(
    path: Path, packs: Sequence[Pack] = ()
) -> tuple[Catalogue, tuple[PackError, ...]]:
    """Return the catalogue for a file, and the errors of packs that could not be added.

    Args:
        path: The file; the nearest ``m44.toml`` in or above its folder lists packs.
        packs: Additional packs; a listed pack of the same name takes precedence.
    """
    try:
        listed_packs, errors = _load_packs(pack_folders_for(path))
    except PackError as error:
        listed_packs, errors = [], [error]
    catalogue = catalogue_with_packs(packs)
    for pack in listed_packs:
        try:
            catalogue = catalogue_with_packs((*catalogue.packs, pack))
        except PackError as error:
            errors.append(error)
    return catalogue, tuple(errors)


def load_pack(folder: Path) -> Pack:
    """Return the current pack in a folder; the same instance as before if nothing has changed.

    Raises:
        PackError: there is none, or it is invalid.
    """
    cached_pack, source = _pack_cache.get(folder), read_pack_bytes(folder)
    if cached_pack is None or not _is_current(cached_pack, source):
        cached_pack = _pack_cache[folder] = parse_pack(folder, source)
    return cached_pack


def _is_current(pack: Pack, source: bytes) -> bool:
    files = (file for file, _ in pack.pictures)
    return pack.source == source and pack.pictures == file_stamps(pack.folder, files)


def _load_packs(folders: Sequence[Path]) -> tuple[list[Pack], list[PackError]]:
    packs, errors = [], []
    for folder in folders:
        try:
            packs.append(load_pack(folder))
        except PackError as error:
            errors.append(error)
    return packs, errors


def pack_folders_for(path: Path) -> list[Path]:
    """Return the pack folders listed in the nearest configuration in or above a file's folder.

    The search stops at the root of a repository. The list is empty if there is no configuration, or
    if the configuration cannot be read.

    Raises:
        PackError: the entry ``packs`` is not a list of folders.
    """
    start = Path(os.path.abspath(path)).parent  # noqa: PTH100 - resolving would follow the links
    for folder in (start, *start.parents):
        file = folder / CONFIGURATION
        if os.path.isfile(file):  # noqa: PTH113 - a Path raises where it cannot tell
            return [folder / name for name in _listed_pack_folders(file)]
        if any(os.path.exists(folder / root) for root in _ROOTS):  # noqa: PTH110 - the same
            break
    return []


def _listed_pack_folders(file: Path) -> list[str]:
    from m44core.untrusted_files import MAX_CONFIGURATION_SIZE, parse_toml  # few have such a file

    try:
        text = read_bounded(file, MAX_CONFIGURATION_SIZE).decode("utf-8").replace("\r\n", "\n")
        folders = parse_toml(text).get(KEY, [])
    except (OSError, ValueError):
        return []  # the error is reported when the configuration is used
    if not isinstance(folders, list) or not all(isinstance(each, str) for each in folders):
        raise PackError(
            message(
                '{file}: {key} must be a list of folders, such as ["packs/alpine"]',
                file=str(file),
                key=KEY,
            )
        )
    return folders
