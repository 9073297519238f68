"""The settings of a site in its folder, and the options of a build."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from urllib.parse import quote, urlsplit

from m44core.errors import NotationError, ReadError
from m44core.findings.render_findings import message_of
from m44core.io.text.json_pointers import escaped_step
from m44core.io.text.yaml_file import YamlFile, message_at_line, read_yaml_file
from m44core.messages.message import Value, enumerated, message
from m44core.messages.renderers import message_of_error
from m44core.site.battle_places import ELSEWHERE, Place, parse_place
from m44core.suggestions import did_you_mean
from m44core.values import dataclass

SETTINGS = "site.yaml"
"""The settings file of a site in the folder of its scenarios."""
RATINGS = "ratings.yaml"
"""The file with the ratings of the scenarios, in the same folder."""
BEST_RATING = 10
DIFFICULTIES = ("beginner", "intermediate", "advanced")
"""The difficulties, the easiest first."""
_TEXTS = ("title", "subtitle", "about", "credits", "discuss")
_LISTS = ("leave-out", "campaigns")
_KEYS = (*_TEXTS, *_LISTS, "scenarios")
_DETAILS = ("place", "difficulty", "minutes", "discuss")
_MAX_MINUTES = 1440  # of a playing time
_MAX_VOTES = 10**9
_MAX_BYTES = 1_000_000  # bytes: largest settings file
_SCHEMES = ("http", "https", "mailto")


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a scenario.

    Attributes:
        value: From 0 to 10 (best).
        votes: The number of people who rated it; 0 if unknown.
    """

    value: float
    votes: int = 0


@dataclass(frozen=True, slots=True)
class ScenarioDetails:
    """The settings of one scenario.

    Attributes:
        place: The place of the battle; None to find it by its title, :data:`ELSEWHERE` for no
            place.
        difficulty: One of :data:`DIFFICULTIES`; "" to estimate it.
        minutes: The playing time; None to estimate it.
        discuss: The address of its discussion; "" for the address in :class:`SiteSettings`.
        rating: Its rating; None if it has none.
    """

    place: Place | None = None
    difficulty: str = ""
    minutes: int | None = None
    discuss: str = ""
    rating: Rating | None = None

    def merged(self, other: ScenarioDetails) -> ScenarioDetails:
        """Return these details, with missing ones taken from *other*."""
        return ScenarioDetails(
            self.place or other.place,
            self.difficulty or other.difficulty,
            self.minutes or other.minutes,
            self.discuss or other.discuss,
            self.rating or other.rating,
        )


@dataclass(frozen=True, slots=True)
class Campaign:
    """Scenarios that are played one after another, by their names in the settings."""

    title: str
    scenarios: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings of a site.

    Attributes:
        title: The title; by default the name of the folder.
        subtitle: The subtitle.
        about: The introduction.
        credits: The credits.
        discuss: The address where scenarios are discussed; "" if there is none.
        leave_out: Patterns of paths below the folder that get no page.
        campaigns: The campaigns.
        details: The settings of single scenarios, keyed by their names: the path below the folder
            without its suffix.
        rating_problems: The problems with invalid ratings, which are left out.
    """

    title: str
    subtitle: str = ""
    about: str = ""
    credits: str = ""
    discuss: str = ""
    leave_out: tuple[str, ...] = ()
    campaigns: tuple[Campaign, ...] = ()
    details: Mapping[str, ScenarioDetails] = field(default_factory=dict)
    rating_problems: tuple[Value, ...] = ()

    def without_scenario_settings(self) -> SiteSettings:
        """Return the settings that affect all pages, without the settings of single scenarios."""
        return replace(self, leave_out=(), campaigns=(), details={}, rating_problems=())


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The options of a build.

    Attributes:
        out: The folder the pages are written to.
        language: The language code of the pages.
        title: The title; "" for the title in the settings.
        url: The address of the site, ending in a slash; "" if it is unknown.
        templates: A folder of templates that override the built-in ones; None if there is none.
        pdf: Whether sheets and posters are made.
        pictures: Whether preview pictures for other sites are made.
        leave_out: Patterns of files that get no page, in addition to those in the settings.
    """

    out: Path
    language: str = "en"
    title: str = ""
    url: str = ""
    templates: Path | None = None
    pdf: bool = False
    pictures: bool = False
    leave_out: tuple[str, ...] = ()


def site_settings(folder: Path) -> SiteSettings:
    """Return the settings and ratings in a folder; the defaults if there are no such files.

    Invalid ratings are listed in the result, and left out.

    Raises:
        ReadError: the settings cannot be read, or are invalid; the message names the line.
    """
    file = _read_mapping_file(folder / SETTINGS)
    tree = file.tree if isinstance(file.tree, dict) else {}
    for key in tree:
        _check_key(file, "", key, _KEYS)
    texts = {key: _parse_text(file, f"/{key}", tree.get(key)) for key in _TEXTS}
    texts["title"] = texts["title"] or folder.resolve().name
    _check_discussion(file, "/discuss", texts["discuss"])
    stated_details = _parse_details(file, tree.get("scenarios"))
    details, rating_problems = _with_ratings(stated_details, folder / RATINGS)
    return SiteSettings(
        **texts,
        leave_out=_names(file, "/leave-out", tree.get("leave-out")),
        campaigns=_parse_campaigns(file, tree.get("campaigns")),
        details=details,
        rating_problems=rating_problems,
    )


def _read_mapping_file(path: Path) -> YamlFile:
    """Read a YAML file that must contain a mapping; its tree is None if there is no such file.

    Raises:
        ReadError: the file cannot be read, or is not a mapping; the message names the line.
    """
    with suppress(OSError, ValueError):  # reading says what is wrong
        if not path.exists():
            return YamlFile(path, None)
    file = read_yaml_file(path, _MAX_BYTES, may_be_blank=True)
    for doubt in file.doubts:
        raise ReadError(message_at_line(path, doubt.line or 0, message_of(doubt)))
    if file.tree is not None and not isinstance(file.tree, dict):
        example = "title: ..." if path.name == SETTINGS else "my-scenario: 8"
        raise ReadError(
            message("{file} must be a mapping, such as {example}", file=str(path), example=example)
        )
    return file


def _check_key(file: YamlFile, pointer: str, key: str, known_keys: Collection[str]) -> None:
    if key not in known_keys:
        problem = message(
            "unknown key {key!r}; the known keys are {known}", key=key, known=", ".join(known_keys)
        )
        raise file.error_at(f"{pointer}/{escaped_step(key)}", problem)


def _parse_text(file: YamlFile, pointer: str, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        key = pointer.rpartition("/")[2]
        raise file.error_at(pointer, message("{key!r} must be text; put it in quotes", key=key))
    return value.strip()


def _names(file: YamlFile, pointer: str, value: object) -> tuple[str, ...]:
    names = [] if value is None else value
    name_list = names if isinstance(names, list) else [None]
    for number, name in enumerate(name_list):
        if not isinstance(name, str):
            problem = message(
                "{key!r} must be a list of names; put each in quotes",
                key=pointer.rpartition("/")[2],
            )
            raise file.error_at(f"{pointer}/{number}", problem)
    return tuple(name_list)


def _parse_mapping(
    file: YamlFile, pointer: str, value: object, example: str
) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        problem = message(
            "{key!r} must be a mapping, such as {example}",
            key=pointer.rpartition("/")[2],
            example=example,
        )
        raise file.error_at(pointer, problem)
    return value


def _parse_campaigns(file: YamlFile, value: object) -> tuple[Campaign, ...]:
    entries = [] if value is None else value
    campaigns = []
    for number, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        pointer = f"/campaigns/{number}"
        tree = _parse_mapping(file, pointer, entry, "title: ..., scenarios: [...]")
        for key in tree:
            _check_key(file, pointer, key, ("title", "scenarios"))
        names = _names(file, f"{pointer}/scenarios", tree.get("scenarios"))
        campaigns.append(Campaign(_parse_text(file, f"{pointer}/title", tree.get("title")), names))
    return tuple(campaigns)


def _parse_details(file: YamlFile, value: object) -> dict[str, ScenarioDetails]:
    """Return the settings of single scenarios."""
    tree = _parse_mapping(file, "/scenarios", value, "my-scenario: {minutes: 45}")
    return {
        name: _parse_scenario_details(file, f"/scenarios/{escaped_step(name)}", entry)
        for name, entry in tree.items()
    }


def _parse_scenario_details(file: YamlFile, pointer: str, value: object) -> ScenarioDetails:
    tree = _parse_mapping(file, pointer, value, "{minutes: 45}")
    for key in tree:
        _check_key(file, pointer, key, _DETAILS)
    discuss = _parse_text(file, f"{pointer}/discuss", tree.get("discuss"))
    _check_discussion(file, f"{pointer}/discuss", discuss)
    return ScenarioDetails(
        _parse_place_setting(file, f"{pointer}/place", tree.get("place")),
        _parse_difficulty(file, f"{pointer}/difficulty", tree.get("difficulty")),
        _parse_minutes(file, f"{pointer}/minutes", tree.get("minutes")),
        discuss,
    )


def _parse_place_setting(file: YamlFile, pointer: str, value: object) -> Place | None:
    text = _parse_text(file, pointer, value)
    if text.casefold() == "none":
        return ELSEWHERE
    try:
        return parse_place(text) if text else None
    except NotationError as error:
        raise file.error_at(pointer, message_of_error(error)) from error


def _parse_difficulty(file: YamlFile, pointer: str, value: object) -> str:
    text = _parse_text(file, pointer, value)
    if text and text not in DIFFICULTIES:
        problem = message(
            "unknown difficulty {word!r}; {hint}", word=text, hint=did_you_mean(text, DIFFICULTIES)
        )
        raise file.error_at(pointer, problem)
    return text


def _parse_minutes(file: YamlFile, pointer: str, value: object) -> int | None:
    if value is None:
        return None
    return round(_parse_number(file, pointer, value, 1, _MAX_MINUTES))


def _parse_number(file: YamlFile, pointer: str, value: object, low: int, high: int) -> float:
    """Return a number from *low* to *high*.

    Raises:
        ReadError: *value* is not such a number; the message names the line.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
        return value
    problem = message(
        "{key!r} must be a number from {low} to {high}",
        key=pointer.rpartition("/")[2],
        low=low,
        high=high,
    )
    raise file.error_at(pointer, problem)


def _with_ratings(
    details: Mapping[str, ScenarioDetails], path: Path
) -> tuple[Mapping[str, ScenarioDetails], tuple[Value, ...]]:
    """Return details with the valid ratings in a file, and the problems with the others.

    A rating is written ``NAME: 8.5`` or ``NAME: {rating: 8.5, votes: 12}``.
    """
    try:
        file = _read_mapping_file(path)
    except ReadError as error:
        return details, (message_of_error(error),)
    rated_details, problems = dict(details), list[Value]()
    for name, entry in (file.tree if isinstance(file.tree, dict) else {}).items():
        try:
            rating = _parse_rating(file, f"/{escaped_step(name)}", entry)
        except ReadError as error:
            problems.append(message_of_error(error))
        else:
            rated_details[name] = replace(rated_details.get(name, ScenarioDetails()), rating=rating)
    return rated_details, tuple(problems)


def _parse_rating(file: YamlFile, pointer: str, value: object) -> Rating:
    tree = value if isinstance(value, dict) else {"rating": value}
    for key in tree:
        _check_key(file, pointer, key, ("rating", "votes"))
    number = _parse_number(file, f"{pointer}/rating", tree.get("rating"), 0, BEST_RATING)
    votes = _parse_number(file, f"{pointer}/votes", tree.get("votes", 0), 0, _MAX_VOTES)
    return Rating(float(number), round(votes))


def _check_discussion(file: YamlFile, pointer: str, address: str) -> None:
    """Check the address of a discussion.

    Raises:
        ReadError: *address* is neither a web address nor an email address with ``mailto:``.
    """
    if not address:
        return
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in _SCHEMES and bool(parts.hostname or parts.scheme == "mailto")
    except ValueError:
        is_address = False
    if not is_address or not address.isprintable() or set(address) & set(" <>\"'"):
        problem = message(
            "{address!r} is not a valid address; it must start with {schemes}",
            address=address,
            schemes=enumerated(["https://", "http://", "mailto:"]),
        )
        raise file.error_at(pointer, problem)


def discussion_address(pattern: str, title: str, page: str) -> str:
    """Return the address to discuss a scenario, with ``{title}`` and ``{page}`` filled in."""
    values = {
        "{title}": title.encode("utf-8", "replace").decode("utf-8"),
        "{page}": page,
    }
    for placeholder, text in values.items():
        pattern = pattern.replace(placeholder, quote(text, safe=""))
    return pattern


def parse_site_address(text: str) -> str:
    """Return the web address of a site, with a slash added at its end if necessary.

    Raises:
        NotationError: the text is not a web address, such as ``example.org`` without ``https://``.
    """
    problem = message(
        "{url!r} is not a web address; it must start with https:// or http://", url=text
    )
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if (
        not is_address
        or not text.isascii()
        or not text.isprintable()
        or set(text) & set(" <>\"'?#")
    ):
        raise NotationError(problem)
    return text.rstrip("/") + "/"
