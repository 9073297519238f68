"""The reading stage that looks up the names in a workshop document: hexes, pieces, facings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic, Fix
from m44core.errors import NotationError
from m44core.findings.finding_kinds import PhraseValue, finding, fix, phrase
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escaped_step
from m44core.io.vocabulary.codes import FOREIGN, name_for, word_for
from m44core.io.vocabulary.hexagon_entries import hex_of_entry
from m44core.io.workshop.decode import board_of
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import either
from m44core.model.rule_declarations import (
    HexShape,
    ListShape,
    RecordShape,
    Shape,
    TerrainShape,
    UnitShape,
    declarations,
)
from m44core.suggestions import similar_words

_MAX_SUGGESTIONS = 3
_LAYERS = {
    "terrain": Layer.TERRAIN,
    "structure": Layer.STRUCTURE,
    "obstacle": Layer.OBSTACLE,
    "unit": Layer.UNIT,
}


def unknown_name_findings(
    document: Mapping[str, object], catalogue: Catalogue
) -> Iterator[Diagnostic]:
    """Yield a finding for each name in a document that its board or the catalogue does not know.

    All labels without text are reported in one more finding.
    """
    board = board_of(document)
    for section in ("hexes", "labels"):
        entries = document.get(section)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            pointer = f"/{section}/{escaped_step(key)}"
            hex_ = _hex_or_none(key, board)
            if hex_ is None:
                fixes = _latin_name_fixes(document, section, board)
                yield _unknown_hex_finding(key, board, pointer, fixes=fixes)
            elif section == "hexes" and isinstance(entry, dict):
                yield from _entry_findings(entry, pointer, hex_, board, catalogue)
    yield from _blank_label_findings(document, board)
    briefing = document.get("briefing")
    options = briefing.get("options") if isinstance(briefing, dict) else None
    if isinstance(options, dict):
        yield from _option_findings(options, board, catalogue)


def _blank_label_findings(document: Mapping[str, object], board: Board) -> Iterator[Diagnostic]:
    """Yield a single finding about all labels without text, with the fix that removes them."""
    blank_labels = list(_blank_labels(document, board))
    if not blank_labels:
        return
    names = [name for name, _ in blank_labels]
    values = {"hex": names[0]} if len(names) == 1 else {"hexes": ", ".join(names)}
    pointers = [
        pointer for _, pointer in reversed(blank_labels)
    ]  # from last to first, so that the indexes stay valid
    removal = fix("M054", "remove", dict.fromkeys(pointers))
    place = (f"/labels/{escaped_step(names[0])}", _hex_or_none(names[0], board), (removal,))
    yield finding("M054", "no-text" if len(names) == 1 else "several", *place, **values)


def _blank_labels(document: Mapping[str, object], board: Board) -> Iterator[tuple[str, str]]:
    """Yield the hex and the pointer of each label without text.

    The scenario keeps labels that it leaves out in a list, the document's own ones first.
    """
    left_out_count = 0
    for key, text in _object_or_empty(document.get("labels")).items():
        lines = text if isinstance(text, list) else [text]
        is_kept = _hex_or_none(key, board) is not None and lines not in ([], [""])
        if lines and all(isinstance(line, str) and not line.strip() for line in lines):
            yield (
                key,
                f"/labels/{escaped_step(key)}" if is_kept else f"{_LEFT_OUT}/{left_out_count}",
            )
        left_out_count += not is_kept
    entries = _object_or_empty(_object_or_empty(document.get("board")).get("m44")).get("labels")
    for number, raw in enumerate(entries if isinstance(entries, list) else (), left_out_count):
        hex_ = hex_of_entry(raw, board)
        if hex_ is not None and raw.get("text") in (None, [], [""]):
            yield board.name(hex_), f"{_LEFT_OUT}/{number}"


_LEFT_OUT = "/board/m44/labels"


def _object_or_empty(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _option_findings(
    options: Mapping[str, object], board: Board, catalogue: Catalogue
) -> Iterator[Diagnostic]:
    """Yield a finding for each unknown hex, unit or tile named in a special rule."""
    for declaration in declarations():
        if declaration.key in options:
            shape = declaration.single_part.shape if declaration.single_part else declaration.value
            pointer = rule_pointer(declaration.key)
            yield from _rule_value_findings(
                shape, options[declaration.key], pointer, board, catalogue
            )


def _rule_value_findings(
    shape: Shape, raw: object, pointer: str, board: Board, catalogue: Catalogue
) -> Iterator[Diagnostic]:
    match shape:
        case HexShape() if isinstance(raw, str) and _hex_or_none(raw, board) is None:
            yield _unknown_hex_finding(raw, board, pointer)
        case UnitShape():
            yield from _piece_findings(raw, Layer.UNIT, pointer, None, catalogue)
        case TerrainShape():
            yield from _piece_findings(raw, Layer.TERRAIN, pointer, None, catalogue)
        case ListShape() if isinstance(raw, list):
            for number, each in enumerate(raw):
                yield from _rule_value_findings(
                    shape.each, each, f"{pointer}/{number}", board, catalogue
                )
        case RecordShape() if isinstance(raw, dict):
            for part in shape.parts:
                if part.word in raw:
                    place = f"{pointer}/{part.word}"
                    yield from _rule_value_findings(
                        part.shape, raw[part.word], place, board, catalogue
                    )


def _hex_or_none(key: str, board: Board) -> Hex | None:
    try:
        return board.hex(key)
    except NotationError:
        return None


def _unknown_hex_finding(
    key: str,
    board: Board,
    pointer: str,
    hex_: Hex | None = None,
    fixes: tuple[Fix, ...] | None = None,
) -> Diagnostic:
    if latin_name := board.latin_name(key):
        latin_fix = fix("M031", "latin", {pointer: latin_name})
        values_of_name: dict[str, PhraseValue] = {
            "name": key,
            "letter": phrase(_script_phrase(key)),
            "similar": latin_name,
        }
        offered_fixes = (latin_fix,) if fixes is None else fixes
        return finding("M031", "foreign-letter", pointer, hex_, offered_fixes, **values_of_name)
    values = {"name": key, "board": word_for(board.type.value)}
    values |= {"first": board.name(board.hexes[0]), "last": board.name(board.hexes[-1])}
    if _hex_or_none(key.swapcase(), board) is None:
        return finding("M031", "name", pointer, hex_, **values)
    return finding("M031", "other-case", pointer, hex_, **values, similar=key.swapcase())


def _script_phrase(name: str) -> str:
    """Return the phrase for the script of a name's first letter."""
    letter_name = unicodedata.name(name[0], "")
    return next(
        (each for each in ("cyrillic", "greek") if letter_name.startswith(each.upper())),
        _FULL_WIDTH,
    )


_FULL_WIDTH = "full-width"


def _latin_name_fixes(
    document: Mapping[str, object], section: str, board: Board
) -> tuple[Fix, ...]:
    """Return the fix that rewrites the hex names of a section in Latin letters.

    The scenario keeps entries of unknown hexes in a list, from which the fix removes them; applying
    it twice does no harm. The result is empty if a hex would get two entries, or if labels that are
    not text would be lost.
    """
    entries = _object_or_empty(document[section])
    unknown_keys = [key for key in entries if _hex_or_none(key, board) is None]
    latin_names = {key: name for key in unknown_keys if (name := board.latin_name(key))}
    has_unread_labels = section == "labels" and not all(map(_is_label, entries.values()))
    if (
        has_unread_labels
        or {*latin_names.values()} & {*entries}
        or len({*latin_names.values()}) < len(latin_names)
    ):
        return ()
    changes = {f"/{section}/{name}": entries[key] for key, name in latin_names.items()}
    list_key = "hexagons" if section == "hexes" else "labels"
    left_out_entries = [
        _left_out_entry(section, key, entries[key])
        for key in unknown_keys
        if key not in latin_names
    ]
    old_entries = _object_or_empty(_object_or_empty(document.get("board")).get("m44")).get(list_key)
    left_out_entries += old_entries if isinstance(old_entries, list) else []
    return (fix("M031", "latin", {**changes, f"/board/m44/{list_key}": left_out_entries or None}),)


def _latin_group_fixes(group: list[object], pointer: str, board: Board) -> tuple[Fix, ...]:
    """Return the fix that rewrites the hex names of a group in Latin letters."""
    names = [str(name) for name in group]
    latin_names = [board.latin_name(name) or name for name in names]
    known_names = [name for name in latin_names if _hex_or_none(name, board) is not None]
    other_names = [name for name in latin_names if name not in known_names]
    changes = {f"{pointer}/hexes": known_names, f"{pointer}/m44/group": other_names or None}
    return (fix("M031", "latin", changes),)


def _is_label(raw: object) -> bool:
    lines = raw if isinstance(raw, list) else [raw]
    return all(isinstance(line, str) for line in lines)


def _left_out_entry(section: str, key: str, raw: object) -> dict[str, object]:
    """Return an entry of an unknown hex in the form in which the scenario keeps it."""
    if section == "labels":
        return {"hex": key, "text": [raw] if isinstance(raw, str) else raw}
    return {"hex": key, **(raw if isinstance(raw, dict) else {"content": raw})}


def _entry_findings(
    entry: dict[str, object], pointer: str, hex_: Hex, board: Board, catalogue: Catalogue
) -> Iterator[Diagnostic]:
    for key, layer in _LAYERS.items():
        if key in entry:
            yield from _piece_findings(entry[key], layer, f"{pointer}/{key}", hex_, catalogue)
    tags = entry.get("tags")
    for number, tag in enumerate(tags if isinstance(tags, list) else ()):
        tag_pointer = f"{pointer}/tags/{number}"
        yield from _piece_findings(tag, Layer.TAG, tag_pointer, hex_, catalogue)
        group = tag.get("hexes") if isinstance(tag, dict) else None
        for index, other in enumerate(group if isinstance(group, list) else ()):
            if isinstance(other, str) and _hex_or_none(other, board) is None:
                group_fixes = _latin_group_fixes(group or [], tag_pointer, board)
                yield _unknown_hex_finding(
                    other, board, f"{tag_pointer}/hexes/{index}", hex_, group_fixes
                )


def _piece_findings(
    raw: object, layer: Layer, pointer: str, hex_: Hex | None, catalogue: Catalogue
) -> Iterator[Diagnostic]:
    piece: Mapping[str, object] = raw if isinstance(raw, dict) else {"is": raw}
    key = piece.get("is")
    if not isinstance(key, str):
        return
    yield from _name_findings(key, layer, f"{pointer}/is", hex_, catalogue)
    badge = piece.get("badge")
    if layer is Layer.UNIT and isinstance(badge, str):
        yield from _name_findings(badge, Layer.BADGE, f"{pointer}/badge", hex_, catalogue)
    element = catalogue.get(name_for(key, layer), layer)
    facing = piece.get("facing")
    if element and isinstance(facing, str) and facing not in element.facings:
        message_key = "facing" if element.facings else "unturnable"
        values = {"facing": facing, "piece": element.key}
        values |= {"facings": ", ".join(element.facings)} if element.facings else {}
        yield finding("M030", message_key, f"{pointer}/facing", hex_, **values)


def _name_findings(
    key: str, layer: Layer, pointer: str, hex_: Hex | None, catalogue: Catalogue
) -> Iterator[Diagnostic]:
    if key.startswith(FOREIGN) or catalogue.by_key(layer, key) or catalogue.lacks_pack(key):
        return
    similar_keys = _similar_keys(key, layer, catalogue)
    element = catalogue.get(key, layer)
    if element:
        similar_keys = [element.key]
    values: dict[str, PhraseValue] = {"name": key, "layer": phrase(layer.value)}
    if not similar_keys:
        yield finding("M021", "name", pointer, hex_, **values)
        return
    fixes = tuple(
        fix("M021", "choose", {pointer: choice}, choice=choice) for choice in similar_keys
    )
    similar_text = either(similar_keys)
    yield finding("M021", "name-resembling", pointer, hex_, fixes, **values, similar=similar_text)


def _similar_keys(key: str, layer: Layer, catalogue: Catalogue) -> list[str]:
    """Return at most three known keys that an unknown one may stand for, the most likely first.

    The first are those that consist of its words; the names of nations in the .m44 format count as
    ours, so that ``us-infantry`` is likely ``american-infantry``.
    """
    nations = {e.nation.name: e.nation.key for e in catalogue.on_layer(Layer.UNIT) if e.nation}
    words = [nations.get(word, word) for word in key.lower().split("-")]
    known_keys = [element.key for element in catalogue.on_layer(layer)]
    if "-".join(words) in known_keys:
        return ["-".join(words)]
    of_its_words = [known for known in known_keys if {*known.split("-")} <= {*words}]
    similar_keys = similar_words("-".join(words), known_keys, _MAX_SUGGESTIONS)
    return [*dict.fromkeys((*sorted(of_its_words, key=len, reverse=True), *similar_keys))][
        :_MAX_SUGGESTIONS
    ]
