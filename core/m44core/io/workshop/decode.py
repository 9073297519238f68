"""Decodes a workshop document, with the words of our own files, into a scenario.

Values that cannot be interpreted are never dropped: they stay in the ``extra`` of the part they
belong to, known keys under the corresponding .m44 key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.origin import OpenFile, Origin, WrittenForm
from m44core.io.text.json_pointers import ALLOW
from m44core.io.vocabulary.codes import code_for, name_for, word_for
from m44core.io.vocabulary.field_values import ALLOWANCES_KEY as ALLOWED
from m44core.io.vocabulary.field_values import (
    LABELS,
    M44_KEYS,
    TEXT_FIELDS,
    WORKSHOP_LABELS,
    parse_day,
    parse_medal_terms,
    parse_packs,
    parse_text,
    parse_text_map,
    pop_allowances,
)
from m44core.io.vocabulary.hexagon_entries import (
    bare_piece,
    bare_unit,
    orientation_parser,
    parse_hex,
    sorted_row_by_row,
)
from m44core.io.vocabulary.m44_rules import VICTORY, read_victory
from m44core.io.vocabulary.position_fields import POSITION_SECTION, pop_position, read_position
from m44core.io.workshop.workshop_rules import read_rules
from m44core.model.required_packs import Packs
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    BattleKind,
    Briefing,
    FirstPlayer,
    Front,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)
from m44core.model.special_rules import SpecialRules

T = TypeVar("T")


Raw = dict[str, object]


M44 = "m44"
"""The key of the values that are kept in the form of .m44 files."""


class UnreadEntries:
    """The entries of an object that have not been read yet.

    Attributes:
        unreadable: The entries that could not be read, keyed by the keys of .m44 files.
    """

    def __init__(self, raw: Mapping[str, object]) -> None:
        self._raw = {key: value for key, value in raw.items() if key != M44}
        self._foreign = object_or_empty(raw.get(M44))
        self.unreadable: Raw = {}

    def __contains__(self, key: str) -> bool:
        return key in self._raw

    def pop(self, key: str, m44_key: str, parse: Callable[[object], T | None]) -> T | None:
        """Remove an entry and return its parsed value.

        An entry for which *parse* returns None is put in :attr:`unreadable`.

        Args:
            key: The key of the entry.
            m44_key: Its key in .m44 files.
            parse: The parser.
        """
        if key not in self._raw:
            return None
        raw = self._raw.pop(key)
        value = parse(raw)
        if value is None:
            self.unreadable[m44_key] = raw
        return value

    def extra(self) -> Raw:
        """Return all entries that were not read, including those below ``m44``."""
        return {**self._foreign, **self._raw, **self.unreadable}


def object_or_empty(raw: object) -> Raw:
    """Return an object; {} for other values."""
    return raw if isinstance(raw, dict) else {}


def parse_number(raw: object) -> int | None:
    """Return an integer from 0 to 9999; None for other values."""
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return raw if type(raw) is int and 0 <= raw < 10000 else None


def parse_side(raw: object) -> Side | None:
    """Return the side that ``axis`` or ``allies`` names; None for other values."""
    return Side(str(raw).upper()) if raw in ("axis", "allies") else None


def parse_object(raw: object) -> Raw | None:
    """Return an object; None for other values."""
    return raw if isinstance(raw, dict) else None


Document = Mapping[str, Any]
Step = Callable[[Document], Document]

FORMAT = 1
"""The edition of the format that this program writes."""

MIGRATIONS: Mapping[int, Step] = {}
"""For each older edition, the function that converts its documents to the next edition."""


def edition_of(document: Document) -> int:
    """Return the edition of a document; 1 if it has no valid edition."""
    edition = document.get("format")
    return (
        edition if isinstance(edition, int) and not isinstance(edition, bool) and edition > 0 else 1
    )


def migrate(
    document: Document, steps: Mapping[int, Step] = MIGRATIONS, newest_edition: int = FORMAT
) -> Document:
    """Return a document converted to the newest edition; *steps* are like :data:`MIGRATIONS`."""
    for edition in range(edition_of(document), newest_edition):
        document = steps[edition](document)
    return document


def parse_content(raw: object, board: Board, catalogue: Catalogue) -> HexContent:
    """Return the content of a hex; values that cannot be interpreted go into ``extra``."""
    if not isinstance(raw, dict):
        return HexContent(extra={} if raw is None else {"content": raw})
    rest = UnreadEntries(raw)
    terrain = rest.pop("terrain", "terrain", _piece_parser(Layer.TERRAIN, catalogue))
    structure = rest.pop(
        "structure", M44_KEYS["structure"], _piece_parser(Layer.STRUCTURE, catalogue)
    )
    obstacle = rest.pop("obstacle", "obstacle", _piece_parser(Layer.OBSTACLE, catalogue))
    unit = rest.pop("unit", "unit", _parse_unit)
    tags = rest.pop("tags", "tags", lambda value: value if isinstance(value, list) else None)
    raw_and_tags = [(tag, _parse_tag(tag, board)) for tag in tags or ()]
    extra = rest.extra()
    unread_tags = [tag for tag, parsed_tag in raw_and_tags if parsed_tag is None]
    m44_tags = object_or_empty(raw.get(M44)).get("tags")
    if unread_tags or (isinstance(m44_tags, list) and tags is not None):
        extra["tags"] = [*unread_tags, *(m44_tags if isinstance(m44_tags, list) else ())]
    parsed_tags = tuple(tag for _, tag in raw_and_tags if tag)
    return HexContent(terrain, structure, obstacle, unit, parsed_tags, extra)


def _piece_parser(layer: Layer, catalogue: Catalogue) -> Callable[[object], Piece | None]:
    return lambda raw: _parse_piece(raw, layer, catalogue)


def _parse_piece(raw: object, layer: Layer, catalogue: Catalogue) -> Piece | None:
    """Parse a terrain tile, a structure or an obstacle; None if the value is not a piece."""
    if isinstance(raw, str):
        return bare_piece(name_for(raw, layer), 1) if raw else None
    kind = _element_name(raw, layer)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = UnreadEntries(raw)
    rest.pop("is", "name", parse_text)
    return Piece(
        name=kind,
        orientation=_pop_orientation(rest, kind, layer, catalogue) or 1,
        owner=rest.pop("owner", M44_KEYS["owner"], parse_side),
        behavior=rest.pop("behaves", M44_KEYS["behaves"], _parse_behavior),
        extra=rest.extra(),
    )


def _element_name(raw: object, layer: Layer) -> str | None:
    """Return the .m44 name for the key ``is`` of an object; None if it has no such text."""
    key = raw.get("is") if isinstance(raw, dict) else None
    return name_for(key, layer) if isinstance(key, str) and key else None


def _pop_orientation(
    rest: UnreadEntries, kind: str, layer: Layer, catalogue: Catalogue
) -> int | None:
    """Pop the orientation of a piece, given by its facing or its number; None if invalid."""
    numbered_orientation = rest.pop(
        "orientation", "orientation", orientation_parser(kind, catalogue)
    )
    element = catalogue.get(kind, layer)
    facings = element.facings if element else ()
    facing = rest.pop(
        "facing", M44_KEYS["facing"], lambda raw: facings.index(raw) + 1 if raw in facings else None
    )
    return facing or numbered_orientation


def _parse_behavior(raw: object) -> str | None:
    return word_for(code_for(raw)) if isinstance(raw, str) and raw else None


def _parse_unit(raw: object) -> Unit | None:
    if isinstance(raw, str):
        return bare_unit(name_for(raw, Layer.UNIT)) if raw else None
    kind = _element_name(raw, Layer.UNIT)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = UnreadEntries(raw)
    rest.pop("is", "name", parse_text)
    return Unit(
        name=kind,
        figures=rest.pop("figures", M44_KEYS["figures"], parse_number),
        badge=rest.pop("badge", "badge", _parse_badge),
        behavior=rest.pop("behaves", M44_KEYS["behaves"], _parse_behavior),
        equipment=rest.pop("equipment", "equipment", parse_text),
        extra=rest.extra(),
    )


def _parse_badge(raw: object) -> str | None:
    return name_for(raw, Layer.BADGE) if isinstance(raw, str) and raw else None


def _parse_tag(raw: object, board: Board) -> Tag | None:
    if isinstance(raw, str):
        return Tag(name_for(raw, Layer.TAG)) if raw else None
    kind = _element_name(raw, Layer.TAG)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = UnreadEntries(raw)
    rest.pop("is", "name", parse_text)
    side = rest.pop("side", "side", parse_side)
    behavior = rest.pop("behaves", M44_KEYS["behaves"], _parse_behavior)
    names = rest.pop("hexes", "group", lambda value: value if isinstance(value, list) else None)
    medal = _pop_terms(rest)
    extra = rest.extra()
    group = None if names is None else _parse_group(names, raw, extra, board)
    return Tag(kind, behavior, side, group, medal, extra)


def _parse_group(names: list[object], raw: Raw, extra: Raw, board: Board) -> tuple[Hex, ...]:
    """Return the hexes with the given names; names not on the board go into *extra*."""
    names_and_hexes = [(each, parse_hex(each, board)) for each in names]
    m44_group = object_or_empty(raw.get(M44)).get("group")
    unread_names = [each for each, hex_ in names_and_hexes if hex_ is None]
    unread_names += m44_group if isinstance(m44_group, list) else []
    if unread_names:
        extra["group"] = unread_names
    return tuple(hex_ for _, hex_ in names_and_hexes if hex_)


_TERMS = ("permanent", "counts-for", "hexes-needed", "terms")


def _pop_terms(rest: UnreadEntries) -> MedalTerms | None:
    """Pop the terms of a medal from the entries of a tag; None if there are none."""
    if not any(term in rest for term in _TERMS):
        return None
    further_terms = rest.pop("terms", "medal", lambda raw: raw if isinstance(raw, dict) else None)
    terms = parse_medal_terms(further_terms or {}) or MedalTerms()
    unread_terms: Raw = {}
    permanent = _pop_term(
        rest, "permanent", unread_terms, lambda raw: raw if type(raw) is bool else None
    )
    counts_for = _pop_term(rest, "counts-for", unread_terms, parse_number)
    hexes_needed = _pop_term(rest, "hexes-needed", unread_terms, parse_number)
    return replace(
        terms,
        permanent=terms.permanent if permanent is None else permanent,
        counts_for=terms.counts_for if counts_for is None else counts_for,
        hexes_needed=terms.hexes_needed if hexes_needed is None else hexes_needed,
        extra={**terms.extra, **unread_terms},
    )


_M44_TERMS = {"permanent": "permanent", "counts-for": "counts_for", "hexes-needed": "nbr_hex"}


def _pop_term(
    rest: UnreadEntries, key: str, unread_terms: Raw, parse: Callable[[object], T | None]
) -> T | None:
    m44_key = _M44_TERMS[key]
    value = rest.pop(key, m44_key, parse)
    if m44_key in rest.unreadable:
        unread_terms[m44_key] = rest.unreadable.pop(m44_key)
    return value


_SECTIONS = frozenset(
    {"$schema", "format", "board", "briefing", "packs", "texts", "hexes", "labels", "meta", M44}
    | {"written", ALLOW, POSITION_SECTION}
)


def decode_file(document: Mapping[str, object], catalogue: Catalogue) -> OpenFile:
    """Return the scenario of a workshop document together with its origin."""
    schema = document.get("$schema")
    origin = Origin(
        written=parse_written_form(document.get("written")),
        schema=schema if isinstance(schema, str) else None,
    )
    return OpenFile(decode(document, catalogue), origin)


def decode(document: Mapping[str, object], catalogue: Catalogue) -> Scenario:
    """Return the scenario of a workshop document; unreadable values go to ``extra``.

    Args:
        document: The document.
        catalogue: The known pieces.
    """
    rest = UnreadEntries(
        {key: value for key, value in document.items() if key not in _SECTIONS - {M44}}
    )
    board = board_of(document)
    board_entries = UnreadEntries(object_or_empty(document.get("board")))
    board_entries.pop("type", "type", _parse_board_type)
    face = board_entries.pop("face", "face", _parse_face) or Face.COUNTRY
    board_extra = _with_codes(board_entries.extra())
    hexes = _parse_hexes(document, board, board_extra, catalogue)
    labels = _labels(document, board, board_extra)
    meta = _parse_meta(document, rest)
    position = _parse_section(
        document, POSITION_SECTION, POSITION_SECTION, rest, lambda raw: read_position(raw, board)
    )
    return Scenario(
        board=board,
        face=face,
        hexes=hexes,
        labels=labels,
        briefing=_parse_briefing(UnreadEntries(object_or_empty(document.get("briefing"))), board),
        texts=_parse_texts_by_language(document, rest),
        packs=_parse_section(document, "packs", "packs", rest, parse_packs) or Packs(),
        allowed=pop_allowances(meta),
        position=position or pop_position(meta, board),
        meta=meta,
        board_extra=board_extra,
        extra=rest.extra(),
        catalogue=catalogue,
    )


def board_of(document: Mapping[str, object]) -> Board:
    """Return the board of a document; the standard board if it names no known board."""
    board_type = _parse_board_type(object_or_empty(document.get("board")).get("type"))
    return BOARDS[board_type or BoardType.STANDARD]


def _parse_board_type(raw: object) -> BoardType | None:
    return next((kind for kind in BoardType if word_for(kind.value) == raw), None)


def _parse_face(raw: object) -> Face | None:
    return next((face for face in Face if word_for(face.value) == raw), None)


def _with_codes(raw: Raw) -> Raw:
    """Return the unread entries of the board, with type and face converted to .m44 codes."""
    return {
        k: code_for(v) if k in ("type", "face") and isinstance(v, str) else v
        for k, v in raw.items()
    }


def _parse_section(
    document: Mapping[str, object],
    key: str,
    m44_key: str,
    rest: UnreadEntries,
    parse: Callable[[object], T | None],
) -> T | None:
    """Return a section of the document as parsed; None if it is missing or invalid.

    An invalid section goes to *rest*.

    Args:
        document: The document.
        key: The key of the section.
        m44_key: Its key in .m44 files.
        rest: The unread entries of the document.
        parse: The parser of the section.
    """
    if key not in document:
        return None
    value = parse(document[key])
    if value is None:
        rest.unreadable[m44_key] = document[key]
    return value


def _parse_hexes(
    document: Mapping[str, object], board: Board, board_extra: Raw, catalogue: Catalogue
) -> dict[Hex, HexContent]:
    """Return the contents of hexes; entries of unknown hexes go to *board_extra*."""
    hexes: dict[Hex, HexContent] = {}
    unread_entries: list[object] = []
    for key, raw in object_or_empty(document.get("hexes")).items():
        hex_ = _hex_or_none(key, board)
        if hex_ is None:
            unread_entries.append(
                {"hex": key, **(raw if isinstance(raw, dict) else {"content": raw})}
            )
        elif content := parse_content(raw, board, catalogue):
            hexes[hex_] = content
    _prepend_left_out_entries(board_extra, "hexagons", unread_entries)
    return sorted_row_by_row(hexes)


def _prepend_left_out_entries(board_extra: Raw, key: str, entries: list[object]) -> None:
    """Insert entries before those of the list at *key*; remove the list if both are empty."""
    old_entries = board_extra.get(key)
    if old_entries == []:
        del board_extra[key]
    if entries:
        board_extra[key] = [*entries, *old_entries] if isinstance(old_entries, list) else entries


def _hex_or_none(key: str, board: Board) -> Hex | None:
    try:
        return board.hex(key)
    except NotationError:
        return None


def _labels(
    document: Mapping[str, object], board: Board, board_extra: Raw
) -> dict[Hex, tuple[str, ...]]:
    labels: dict[Hex, tuple[str, ...]] = {}
    unread_entries: list[object] = []
    for key, raw in object_or_empty(document.get("labels")).items():
        hex_, text = _hex_or_none(key, board), [raw] if isinstance(raw, str) else raw
        lines = _parse_label_lines(text)
        if hex_ is not None and lines is not None:
            labels[hex_] = lines
        elif hex_ is not None:
            unread_entries.append({"row": hex_.row, "col": hex_.col, "text": text})
        else:
            unread_entries.append({"hex": key, "text": text})
    _prepend_left_out_entries(board_extra, "labels", unread_entries)
    return sorted_row_by_row(labels)


def _parse_label_lines(raw: object) -> tuple[str, ...] | None:
    """Return the lines of a label; None if it is empty or not a list of strings."""
    if not isinstance(raw, list) or raw in ([], [""]):
        return None
    return tuple(raw) if all(isinstance(line, str) for line in raw) else None


def _parse_briefing(rest: UnreadEntries, board: Board) -> Briefing:
    options = rest.pop("options", "options", lambda raw: raw if isinstance(raw, dict) else None)
    rules = read_rules(options or {}, board)
    top, bottom = _pop_player(rest, "top", 1), _pop_player(rest, "bottom", 2)
    first = rest.pop("first", "starting", _enum_parser(FirstPlayer))
    kind = rest.pop("kind", "type", _enum_parser(BattleKind))
    front = rest.pop("front", "front", _enum_parser(Front))
    begins = rest.pop("begins", "date_begin", parse_day)
    ends = rest.pop("ends", "date_end", parse_day)
    operation = rest.pop("operation", "operationID", _parse_operation)
    extra = {key: _without_code_prefix(key, value) for key, value in rest.extra().items()}
    conditions, unread_victory = read_victory(extra.pop(VICTORY, None), board)
    extra |= {} if unread_victory is None else {VICTORY: unread_victory}
    return Briefing(
        top=top,
        bottom=bottom,
        first=first,
        kind=kind,
        front=front,
        begins=begins,
        ends=ends,
        operation=operation,
        special_rules=SpecialRules({**conditions, **rules}),
        extra=extra,
    )


_CODES = frozenset(
    {"starting", "type", "front", "side_player1", "side_player2"}
)  # keys whose codes have words in our files


def _without_code_prefix(key: str, value: object) -> object:
    """Return a value, converted to a code without the prefix ``m44:`` if its key has codes."""
    return code_for(value) if key in _CODES and isinstance(value, str) else value


E = TypeVar("E", FirstPlayer, BattleKind, Front)


def _enum_parser(kinds: type[E]) -> Callable[[object], E | None]:
    kinds_by_word = {kind.value: kind for kind in kinds}
    return lambda raw: kinds_by_word.get(raw) if isinstance(raw, str) else None


def _parse_operation(raw: object) -> str | None:
    return str(raw) if type(raw) is int else parse_text(raw)


def _pop_player(rest: UnreadEntries, edge: str, number: int) -> Player:
    fields = rest.pop(edge, edge, lambda raw: UnreadEntries(raw) if isinstance(raw, dict) else None)
    if fields is None:
        return Player()
    player = Player(
        side=fields.pop("side", f"side_player{number}", parse_side),
        country=fields.pop("nation", f"country_player{number}", parse_text),
        cards=fields.pop("cards", f"cards_player{number}", parse_number),
        medals=fields.pop("medals", f"victory_player{number}", parse_number),
    )
    unreadable_entries = fields.unreadable
    rest.unreadable |= {
        key if key in unreadable_entries else f"{edge}/{key}": v
        for key, v in fields.extra().items()
    }
    return player


def _parse_meta(document: Mapping[str, object], rest: UnreadEntries) -> Raw:
    """Return the ``meta`` section of the document with the entries of ``allow`` added to it."""
    meta = dict(_parse_section(document, "meta", "meta_data", rest, parse_object) or {})
    allowances = document.get(ALLOW)
    if allowances:
        meta_allowances = meta.get(ALLOWED)
        meta[ALLOWED] = (
            [*allowances, *meta_allowances]
            if isinstance(allowances, list) and isinstance(meta_allowances, list)
            else allowances
        )
    return meta


def _parse_texts_by_language(
    document: Mapping[str, object], rest: UnreadEntries
) -> dict[str, Texts]:
    """Return the texts by language; values that are not objects go to *rest*."""
    texts = _parse_section(document, "texts", "text", rest, parse_object)
    unread_texts = {lang: raw for lang, raw in (texts or {}).items() if not isinstance(raw, dict)}
    if unread_texts:
        foreign_texts = object_or_empty(object_or_empty(document.get(M44)).get("text"))
        rest.unreadable["text"] = {**foreign_texts, **unread_texts}
    return {lang: _parse_texts(raw) for lang, raw in (texts or {}).items() if isinstance(raw, dict)}


def _parse_texts(raw: Raw) -> Texts:
    rest = UnreadEntries(raw)
    fields = {field: rest.pop(field, field, parse_text) for field in TEXT_FIELDS}
    labels = rest.pop(LABELS, WORKSHOP_LABELS, parse_text_map) or {}
    return Texts(labels=labels, extra=rest.extra()).with_texts(fields)


def parse_written_form(raw: object) -> WrittenForm:
    """Return the written form in a document's ``written``; missing values get their defaults."""
    if not isinstance(raw, dict):
        return WrittenForm()
    rules = raw.get("options")
    return WrittenForm(
        game_info=_names(raw.get("game-info")),
        text=_parse_key_orders(raw.get("texts")),
        figures_as_number=raw.get("figures") == "number",
        operation_as_number=raw.get("operation") == "number",
        medals=_parse_key_orders(raw.get("medals")),
        special_rules=rules if isinstance(rules, dict) else {},
    )


def _names(raw: object) -> tuple[str, ...]:
    return tuple(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else ()


def _parse_key_orders(raw: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, dict):
        return {}
    return {key: _names(names) for key, names in raw.items() if isinstance(names, list)}
