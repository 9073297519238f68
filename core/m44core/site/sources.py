"""The sources of the pages of a site: scenario files, their recorded games, and their slugs."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from m44core.balance_lab.logged_games import games_path
from m44core.balance_lab.results_file import results_path
from m44core.catalogue.packs.pack import FILE
from m44core.catalogue.search_words import fold_text
from m44core.faults import FaultError, boundary
from m44core.io.files.file_names import is_reserved
from m44core.io.files.scenario_files import files_below
from m44core.io.files.side_files import rules_path
from m44core.library.library_folder import scenario_paths_in
from m44core.messages.message import Value, label_with_text, message
from m44core.site.campaigns import is_campaign
from m44core.site.site_settings import ScenarioDetails
from m44core.untrusted_files import read_truncated
from m44core.validation.configuration import Configurations
from m44core.values import dataclass

_SUFFIX_ORDER = (".yaml", ".yml", ".json", ".m44")
"""Which format is used if a scenario exists in several, the best first."""
_GAME = b"# M44 Workshop game"
MAX_GAME_BYTES = 2_000_000
"""Largest recorded game, in bytes; a long game has about 60 kB."""
_MAX_BYTES = 64_000_000  # bytes: largest source file
_MAX_SLUG_LENGTH = 60  # characters of a slug


class TypesetFiles(NamedTuple):
    """The typeset files of a page: a digest of their input, and their SHA-256 by name."""

    digest: str = ""
    files: Mapping[str, str] = {}


class CampaignNeighbour(NamedTuple):
    """The previous or next scenario of a campaign: its file, and the slug of its page."""

    path: str
    slug: str


@dataclass(frozen=True, slots=True)
class CampaignStage:
    """The place of a scenario in a campaign.

    Attributes:
        campaign: The title of the campaign; "" if it has none.
        number: The number of the scenario in it, from 1.
        count: The number of its scenarios.
        before: The scenario before it; None for the first.
        after: The scenario after it; None for the last.
    """

    campaign: str
    number: int
    count: int
    before: CampaignNeighbour | None = None
    after: CampaignNeighbour | None = None


@dataclass(frozen=True, slots=True)
class PageSource:
    """The source of one page.

    Attributes:
        path: The scenario file.
        name: Its path below the folder, with slashes.
        slug: The name of its page in addresses.
        games: Its recorded games in the same folder.
        digest: A digest that changes whenever the page might have to be rebuilt.
        changed: Modification time of the file, in seconds since 1970.
        scenario_digest: A digest that changes with the scenario, but not with games and results.
        prints: The typeset files of the last run.
        details: The settings of the scenario.
        stages: Its places in campaigns.
    """

    path: str
    name: str
    slug: str
    games: tuple[str, ...] = ()
    digest: str = ""
    changed: int = 0
    scenario_digest: str = ""
    prints: TypesetFiles = TypesetFiles()
    details: ScenarioDetails = ScenarioDetails()
    stages: tuple[CampaignStage, ...] = ()


class SiteSources(NamedTuple):
    """The sources of a site.

    Attributes:
        sources: The source of each page.
        other_formats: Files that contain the same scenarios in a different format.
        broken: Messages about files for which the program itself failed.
        invalid_configurations: A message about each ``m44.toml`` ignored because it is invalid.
        campaigns: Campaign files of the official editor.
    """

    sources: list[PageSource]
    other_formats: list[str]
    broken: list[Value]
    invalid_configurations: list[Value]
    campaigns: list[Path]


def find_sources(folder: Path, out: Path, leave_out: Collection[str] = ()) -> SiteSources:
    """Return the sources of the pages of a folder, and the files without a page.

    Files whose names differ only in their suffix are one scenario in several formats. Files in the
    output folder are ignored.

    Args:
        folder: The folder of the scenarios.
        out: The folder of the site.
        leave_out: Patterns of paths below the folder that get no page.

    Raises:
        ReadError: the folder does not exist, or cannot be read.
    """
    all_names = sorted(_relative_scenario_paths(folder, out, leave_out))
    campaigns = [name for name in all_names if is_campaign(folder / name)]
    names_found = [name for name in all_names if name not in campaigns]
    preferred_names = {
        name.rpartition(".")[0]: name
        for name in sorted(names_found, key=_format_rank, reverse=True)
    }
    names = [name for name in names_found if preferred_names[name.rpartition(".")[0]] == name]
    packs_digest = _packs_digest(folder)
    configurations = Configurations()
    games: dict[Path, list[Path]] = {}
    sources: list[PageSource] = []
    broken: list[Value] = []
    for name, slug in zip(names, _slugs(names), strict=True):
        try:
            with boundary(folder / name):
                digests = packs_digest, *_configuration_contents(folder / name, configurations)
                sources.append(_page_source(folder, name, slug, games, digests))
        except FaultError as error:
            broken.append(label_with_text(name, error.fault.message))
    return SiteSources(
        sources,
        [name for name in names_found if name not in set(names)],
        broken,
        [*configurations.errors.values()],
        [folder / name for name in campaigns],
    )


def _format_rank(name: str) -> tuple[int, str]:
    suffix = Path(name).suffix.lower()
    return _SUFFIX_ORDER.index(suffix) if suffix in _SUFFIX_ORDER else len(_SUFFIX_ORDER), name


def _relative_scenario_paths(folder: Path, out: Path, leave_out: Collection[str]) -> Iterator[str]:
    output = out.resolve()
    is_inside = output.is_relative_to(folder.resolve())
    for path in scenario_paths_in(folder):
        name = path.relative_to(folder).as_posix()
        if is_inside and path.resolve().is_relative_to(output):
            continue
        if not any(fnmatchcase(name, pattern) for pattern in leave_out):
            yield name


def _slugs(names: Iterable[str]) -> Iterator[str]:
    """Yield a unique slug for each name, of lower-case letters, digits and hyphens."""
    taken_slugs: set[str] = set()
    for name in names:
        hyphenated = re.sub("(?<=[a-z])(?=[A-Z])", "-", name.rpartition(".")[0])
        words = re.sub("[^a-z0-9]+", "-", fold_text(hyphenated))
        slug = words[:_MAX_SLUG_LENGTH].strip("-")
        if not slug or slug in taken_slugs or is_reserved(slug):
            suffix = sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:8]
            slug = f"{slug}-{suffix}" if slug else f"scenario-{suffix}"
        taken_slugs.add(slug)
        yield slug


def _page_source(
    folder: Path, name: str, slug: str, games: dict[Path, list[Path]], digests: Iterable[bytes]
) -> PageSource:
    path = folder / name
    if path.parent not in games:
        games[path.parent] = list(_games_in(path.parent))
    own_games = [game for game in games[path.parent] if _is_game_of(game, path)]
    digest = sha256()
    for part in (name.encode("utf-8", "surrogateescape"), *digests):
        digest.update(sha256(part).digest())
    for file in (path, rules_path(path)):
        digest.update(sha256(file_content_or_empty(file)).digest())
    scenario_digest = digest.hexdigest()
    for file in (results_path(path), games_path(path), *own_games):
        digest.update(sha256(file_content_or_empty(file)).digest())
    return PageSource(
        str(path),
        name,
        slug,
        tuple(map(str, own_games)),
        digest.hexdigest(),
        _modification_time(path),
        scenario_digest,
    )


def file_content_or_empty(path: Path | None) -> bytes:
    """Return the content of a file; empty if there is none, or it cannot be read."""
    try:
        return read_truncated(path, _MAX_BYTES) if path else b""
    except (OSError, ValueError):
        return b""  # the error is reported when the file is read


def _modification_time(path: Path) -> int:
    """Return the modification time of a file, but no later than ``SOURCE_DATE_EPOCH``."""
    try:
        changed = int(path.stat().st_mtime)
    except (OSError, ValueError):
        changed = 0
    latest_time = os.environ.get("SOURCE_DATE_EPOCH", "")
    return (
        min(changed, int(latest_time))
        if latest_time.isascii() and latest_time.isdecimal()
        else changed
    )


def _games_in(folder: Path) -> Iterator[Path]:
    """Yield the recorded games of a folder: ``.txt``, then ``.game`` files, sorted by name."""
    for path in sorted(folder.glob("*.txt")) + sorted(folder.glob("*.game")):
        try:
            beginning = read_truncated(path, len(_GAME) + 3)
            is_game = beginning.removeprefix(b"\xef\xbb\xbf").startswith(_GAME)
            if is_game and path.stat().st_size <= MAX_GAME_BYTES:
                yield path
        except (OSError, ValueError):
            continue


def _is_game_of(game: Path, scenario: Path) -> bool:
    """Return whether a game names a scenario or is named like it, regardless of suffixes."""
    if game.stem == scenario.stem:
        return True
    beginning = file_content_or_empty(game)[:4096].decode("utf-8", "replace")
    scenario_line = re.search(r"^scenario:\s*(.+?)\s*$", beginning, re.MULTILINE)
    return (
        bool(scenario_line)
        and Path((scenario_line or [""])[1].replace("\\", "/")).stem == scenario.stem
    )


def _configuration_contents(path: Path, configurations: Configurations) -> Iterator[bytes]:
    """Yield the content of the ``m44.toml`` of a file, if it is valid."""
    yield file_content_or_empty(configurations.configuration_or_empty(str(path)).path)


def _packs_digest(folder: Path) -> bytes:
    """Return a digest of all files of user packs below a folder."""
    digest = sha256()
    for pack in sorted(path.parent for path in files_below(str(folder), []) if path.name == FILE):
        for file in sorted(files_below(str(pack), [])):
            digest.update(sha256(file_content_or_empty(file)).digest())
    return digest.digest()


PICTURE = "preview.png"
"""The file name of the preview picture for other sites, 600 by 315 pixels, as recommended."""
PRINTS = (PICTURE, "sheet.pdf", "poster.pdf")
"""The typeset files of a page."""
NO_SCENARIO = message("the file contains no readable scenario and is skipped")
