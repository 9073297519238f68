"""The .m44 file uploaded to Board Game Arena (BGA), and the values that the site accepts in it.

The accepted names and values are listed in ``bga_upload.yaml``, taken from the site's source code,
with commit and date.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.hexes import Hex
from m44core.io.m44.m44_format import to_tree, uploaded_content
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.io.vocabulary.hexagon_entries import hex_of_entry, numbered_list, wrapped_list
from m44core.model.scenario import Scenario
from m44core.values import dataclass

Raw = Mapping[str, Any]

_BRIEFING_FIELDS = ("description", "victory", "rules")
LAYERS = {"terrain": "terrain", "rect_terrain": "structure", "obstacle": "obstacle"}


def shown_language(languages: Collection[str]) -> str:
    """Return the language whose texts the site shows: English, else the first; empty if none."""
    return "en" if "en" in languages else next(iter(languages), "")


class UploadedPiece(NamedTuple):
    """A piece on a hex as it is in the file, with its pointer in the workshop document.

    ``key`` is the key of the hex entry that holds the piece: ``terrain``, ``unit``, ``tags`` ...
    """

    hex: Hex
    key: str
    raw: Raw
    pointer: str

    @property
    def name(self) -> str:
        """The name in the file; empty if there is none."""
        return str(self.raw.get("name", ""))

    @property
    def behavior(self) -> str | None:
        """The special rule (``behavior``); None if it is absent or null."""
        rule = self.raw.get("behavior")
        return None if rule is None else str(rule)


@dataclass(frozen=True)
class Upload:
    """The file uploaded to Board Game Arena.

    Attributes:
        scenario: The scenario.
        content: The parsed content of the file; if a browser cannot parse it, the content that
            saving the scenario would write.
        readable: Whether a browser can parse the file.
    """

    scenario: Scenario
    content: object
    readable: bool = True

    @classmethod
    def of(cls, scenario: Scenario, origin: Origin = NO_ORIGIN) -> Upload:
        """Return the upload of a scenario: its .m44 file, or the one that an export would write."""
        try:
            return cls(scenario, uploaded_content(scenario, origin))
        except ValueError:
            return cls(scenario, to_tree(scenario, origin), readable=False)

    @cached_property
    def tree(self) -> Raw:
        """The content; empty if it is not a JSON object."""
        return object_or_empty(self.content)

    @property
    def number(self) -> object:
        """The number by which the site recognizes published scenarios; None if missing."""
        meta = object_or_empty(self.tree.get("meta_data"))
        scenario_id = meta.get("scenario_id")
        return meta.get("id") if scenario_id is None else scenario_id

    @property
    def site_rules(self) -> tuple[str, ...]:
        """The rules the site applies to this scenario number, as keys of ``rules_in_data.yaml``."""
        site_rules = site_table()["own_rules"].get(str(self.number), {})
        is_on = "option" not in site_rules or site_rules["option"] in self.options
        return tuple(site_rules.get("keeps", ())) if is_on else ()

    @cached_property
    def board(self) -> Raw:
        """The ``board`` section of the file; empty if it is missing."""
        return object_or_empty(self.tree.get("board"))

    @cached_property
    def game_info(self) -> Raw:
        """The ``game_info`` section (the briefing) of the file; empty if it is missing."""
        return object_or_empty(self.tree.get("game_info"))

    @cached_property
    def options(self) -> Raw:
        """The options of the briefing; empty if there are none."""
        return object_or_empty(self.game_info.get("options"))

    @cached_property
    def texts(self) -> Mapping[str, Raw]:
        """The texts, keyed by language; entries that are not objects are left out."""
        languages = object_or_empty(self.tree.get("text"))
        return {key: text for key, text in languages.items() if isinstance(text, dict)}

    @cached_property
    def briefing(self) -> str:
        """The description, victory conditions and rules in all languages, in lower case."""
        parts = (text.get(field) for text in self.texts.values() for field in _BRIEFING_FIELDS)
        return "\n".join(part for part in parts if isinstance(part, str) and part.strip()).lower()

    @cached_property
    def hexagons(self) -> tuple[tuple[Hex | None, Raw], ...]:
        """The hex entries of the board, each preceded by its hex (None if not on the board)."""
        return tuple(
            (hex_of_entry(raw, self.scenario.board), object_or_empty(raw))
            for raw in list_entries(self.board.get("hexagons"))
        )

    @cached_property
    def tiles(self) -> tuple[UploadedPiece, ...]:
        """The tiles, structures and obstacles, in the order of the file."""
        return tuple(piece for piece in self._pieces if piece.key in LAYERS)

    @cached_property
    def units(self) -> tuple[UploadedPiece, ...]:
        """The units in the order of the file, including those the site does not know."""
        return tuple(piece for piece in self._pieces if piece.key == "unit")

    @cached_property
    def tags(self) -> tuple[UploadedPiece, ...]:
        """The tags in the order of the file."""
        return tuple(piece for piece in self._pieces if piece.key == "tags")

    @cached_property
    def medals(self) -> tuple[UploadedPiece, ...]:
        """The tags that are objectives."""
        prefix = site_table()["tags"]["medal"]
        return tuple(tag for tag in self.tags if tag.name.startswith(prefix))

    @cached_property
    def known_units(self) -> tuple[tuple[UploadedPiece, str, str], ...]:
        """The units that the site knows, each with its kind and nation."""
        units_with_meaning = ((unit, kind_and_nation(unit.name)) for unit in self.units)
        return tuple((unit, *meaning) for unit, meaning in units_with_meaning if meaning)

    @cached_property
    def _pieces(self) -> tuple[UploadedPiece, ...]:
        return tuple(self._find_pieces())

    def _find_pieces(self) -> Iterator[UploadedPiece]:
        for hex_, raw in self.hexagons:
            if hex_ is not None:
                yield from _pieces_on_hex(hex_, raw, f"/hexes/{self.scenario.board.name(hex_)}")


def _pieces_on_hex(hex_: Hex, raw: Raw, pointer: str) -> Iterator[UploadedPiece]:
    for key, layer in (*LAYERS.items(), ("unit", "unit")):
        piece = raw.get(key)
        if isinstance(piece, dict):
            place = layer if _is_named(piece) else f"m44/{key}"
            yield UploadedPiece(hex_, key, piece, f"{pointer}/{place}")
    number = 0
    for tag in list_entries(raw.get("tags")):
        if isinstance(tag, dict):
            place = f"tags/{number}" if _is_named(tag) else "m44/tags"
            number += _is_named(tag)
            yield UploadedPiece(hex_, "tags", tag, f"{pointer}/{place}")


def _is_named(raw: Raw) -> bool:
    """Return whether a piece has a name; pieces without one are stored apart in our document."""
    return isinstance(raw.get("name"), str) and raw["name"] != ""


def object_or_empty(raw: object) -> Raw:
    """Return *raw* if it is a JSON object, else an empty object."""
    return raw if isinstance(raw, dict) else {}


def list_entries(raw: object) -> list[Any]:
    """Return the entries of a list, perhaps wrapped in an object; empty if *raw* is not a list."""
    if isinstance(raw, list):
        return raw
    return wrapped_list(raw) or numbered_list(raw) or []


FILE = Path(__file__).parent / "bga_upload.yaml"


@cache
def site_table() -> Entry:
    """Return the names and values that the site accepts (``bga_upload.yaml``); cached."""
    data = read_yaml_mapping(FILE)
    return {**data, "own_rules": data["ids"]["own_rules"]}


@cache
def tiles_with_any_rule() -> frozenset[str]:
    """Return the tiles that are accepted with any special rule."""
    return frozenset(site_table()["tiles"]["any_rule"].split())


@cache
def known_options() -> frozenset[str]:
    """Return the options that the site reads."""
    return frozenset(site_table()["options"]["read"].split())


def is_known_tile(name: str) -> bool:
    """Return whether a tile, structure or obstacle is known, though perhaps not with every rule."""
    tiles = site_table()["tiles"]
    lists = (tiles["rule_refused"], tiles["rules_accepted"], tiles["becomes_unit"])
    return name in tiles_with_any_rule() or any(name in names for names in lists)


def is_accepted_rule(name: str, rule: str | None) -> bool:
    """Return whether the site accepts a known tile with a special rule; None means no rule."""
    tiles = site_table()["tiles"]
    if rule is None or rule == tiles["everything_becomes_a_ford"]:
        return True
    if name in tiles["rule_refused"]:
        return rule not in tiles["rule_refused"][name]
    return name not in tiles["rules_accepted"] or rule in tiles["rules_accepted"][name]


def kind_and_nation(name: str) -> tuple[str, str] | None:
    """Return the kind and nation that the site reads from a unit's name; None if unknown.

    The nation is the rest of the name in lower case, even if there is no such nation.
    """
    lower_name = name.lower()
    kind = next((kind for kind in site_table()["units"]["kinds"] if kind in lower_name), None)
    return (kind, lower_name.replace(kind, "", 1)) if kind else None


@cache
def side_of_nation(nation: str) -> Side | None:
    """Return the side to which the site assigns a nation; None if unknown."""
    nations = site_table()["units"]["nations"]
    return next((Side(side) for side, names in nations.items() if nation in names), None)


def medal_owner(name: str) -> Side | None:
    """Return the side that can win an objective with this tag name; None if both can."""
    owner = site_table()["tags"]["medal_owners"].get(name, Side.AXIS.value)
    return Side(owner) if owner in tuple(Side) else None
