"""What the pages of a site are made of: scenario files, games beside them, and their addresses."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from m44core.catalogue.packs.pack import FILE
from m44core.catalogue.search_words import fold_text
from m44core.faults import FaultError, boundary
from m44core.io.files.scenario_files import files_below
from m44core.io.files.side_files import rules_path
from m44core.library.library_folder import scenarios_in
from m44core.messages.message import Value, colon, message
from m44core.untrusted_files import read_truncated
from m44core.validation.configuration import Configurations
from m44core.values import dataclass

_PREFERRED = (".yaml", ".yml", ".json", ".m44")
"""Which of several files that differ in nothing but their endings is taken."""
_GAME = b"# M44 Workshop game"
LARGEST_GAME = 2_000_000
"""Bytes of a recorded game; a long one has some 60 kB."""
_LARGEST = 64_000_000  # bytes of any file a page is made of
_LONGEST = 60  # letters of an address


@dataclass(frozen=True, slots=True)
class Source:
    """What one page is made of.

    Attributes:
        path: The scenario file.
        name: Its path below the folder, with slashes.
        slug: What its page is called in addresses.
        games: The recorded games of it that lie beside it.
        digest: What is another as soon as its page may be another.
        changed: When the file was changed, in seconds since 1970.
    """

    path: str
    name: str
    slug: str
    games: tuple[str, ...] = ()
    digest: str = ""
    changed: int = 0


class SiteSources(NamedTuple):
    """What there is to make pages of.

    Attributes:
        sources: What each page is made of.
        forms: Files that are other forms of these.
        broken: What is said of files with which the program itself fails.
        wrong: What is said of each ``m44.toml`` that is not used because it is wrong.
    """

    sources: list[Source]
    forms: list[str]
    broken: list[Value]
    wrong: list[Value]


def find_sources(folder: Path, out: Path, leave_out: Collection[str] = ()) -> SiteSources:
    """Return what the pages of a folder are made of, and which files have none.

    Files that differ in nothing but their endings are one scenario in several formats. What lies in
    the folder that is written to is none of it.

    Args:
        folder: The folder of the scenarios.
        out: The folder of the site.
        leave_out: Patterns of paths below the folder that have no page.

    Raises:
        ReadError: there is no such folder, or it may not be read.
    """
    found = sorted(_names(folder, out, leave_out))
    chosen = {name.rpartition(".")[0]: name for name in sorted(found, key=_rank, reverse=True)}
    names = [name for name in found if chosen[name.rpartition(".")[0]] == name]
    of_packs = _digest_of_packs(folder)
    configurations = Configurations()
    games: dict[Path, list[Path]] = {}
    made: list[Source] = []
    broken: list[Value] = []
    for name, slug in zip(names, _slugs(names), strict=True):
        try:
            with boundary(folder / name):
                more = of_packs, *_configured(folder / name, configurations)
                made.append(_source(folder, name, slug, games, more))
        except FaultError as error:
            broken.append(colon(name, error.fault.message))
    return SiteSources(
        made,
        [name for name in found if name not in set(names)],
        broken,
        [*configurations.wrong.values()],
    )


def _rank(name: str) -> tuple[int, str]:
    ending = Path(name).suffix.lower()
    return _PREFERRED.index(ending) if ending in _PREFERRED else len(_PREFERRED), name


def _names(folder: Path, out: Path, leave_out: Collection[str]) -> Iterator[str]:
    written = out.resolve()
    inside = written.is_relative_to(folder.resolve())
    for path in scenarios_in(folder):
        name = path.relative_to(folder).as_posix()
        if inside and path.resolve().is_relative_to(written):
            continue
        if not any(fnmatchcase(name, pattern) for pattern in leave_out):
            yield name


def _slugs(names: Iterable[str]) -> Iterator[str]:
    """Yield what pages are called in addresses: small letters and digits, each name once."""
    taken: set[str] = set()
    for name in names:
        parted = re.sub("(?<=[a-z])(?=[A-Z])", "-", name.rpartition(".")[0])
        words = re.sub("[^a-z0-9]+", "-", fold_text(parted))
        slug = words[:_LONGEST].strip("-")
        if not slug or slug in taken:
            mark = sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:8]
            slug = f"{slug}-{mark}" if slug else f"scenario-{mark}"
        taken.add(slug)
        yield slug


def _source(
    folder: Path, name: str, slug: str, games: dict[Path, list[Path]], more: Iterable[bytes]
) -> Source:
    path = folder / name
    if path.parent not in games:
        games[path.parent] = list(_games_in(path.parent))
    of_it = [game for game in games[path.parent] if _is_of(game, path)]
    digest = sha256()
    for part in (name.encode("utf-8", "surrogateescape"), *more):
        digest.update(sha256(part).digest())
    for file in (path, rules_path(path), *of_it):
        digest.update(sha256(_bytes(file)).digest())
    return Source(str(path), name, slug, tuple(map(str, of_it)), digest.hexdigest(), _changed(path))


def _bytes(path: Path | None) -> bytes:
    try:
        return read_truncated(path, _LARGEST) if path else b""
    except (OSError, ValueError):
        return b""  # whoever reads it says what is wrong


def _changed(path: Path) -> int:
    """Return when a file was changed, but not later than ``SOURCE_DATE_EPOCH`` says."""
    try:
        changed = int(path.stat().st_mtime)
    except (OSError, ValueError):
        changed = 0
    latest = os.environ.get("SOURCE_DATE_EPOCH", "")
    return min(changed, int(latest)) if latest.isascii() and latest.isdecimal() else changed


def _games_in(folder: Path) -> Iterator[Path]:
    """Yield the recorded games of a folder, by their names."""
    for path in sorted(folder.glob("*.txt")) + sorted(folder.glob("*.game")):
        try:
            begins = read_truncated(path, len(_GAME) + 3)
            is_one = begins.removeprefix(b"\xef\xbb\xbf").startswith(_GAME)
            if is_one and path.stat().st_size <= LARGEST_GAME:
                yield path
        except (OSError, ValueError):
            continue


def _is_of(game: Path, scenario: Path) -> bool:
    """Tell whether a game names a scenario, or is called as it is."""
    if game.stem == scenario.stem:
        return True
    head = _bytes(game)[:4096].decode("utf-8", "replace")
    named = re.search(r"^scenario:\s*(.+?)\s*$", head, re.MULTILINE)
    return bool(named) and Path((named or [""])[1].replace("\\", "/")).stem == scenario.stem


def _configured(path: Path, configurations: Configurations) -> Iterator[bytes]:
    """Yield what the ``m44.toml`` of a file holds; nothing of one that is wrong."""
    yield _bytes(configurations.usable(str(path)).path)


def _digest_of_packs(folder: Path) -> bytes:
    """Return what is another as soon as a file of a user pack below a folder is."""
    digest = sha256()
    for pack in sorted(path.parent for path in files_below(str(folder), []) if path.name == FILE):
        for file in sorted(files_below(str(pack), [])):
            digest.update(sha256(_bytes(file)).digest())
    return digest.digest()


NO_SCENARIO = message("no scenario could be read; it is left out")
