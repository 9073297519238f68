"""Encodes a scenario as a workshop document, the structure of our YAML and JSON files."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.io.origin import NO_ORIGIN, Origin, WrittenForm
from m44core.io.text.json_pointers import ALLOW
from m44core.io.vocabulary.codes import FOREIGN, key_for, word_for
from m44core.io.vocabulary.field_values import (
    LABELS,
    TEXT_FIELDS,
    has_foreign_board_type,
    has_foreign_face,
    written_allowances,
    written_further_terms,
    written_packs,
)
from m44core.io.vocabulary.position_fields import POSITION_SECTION, written_position
from m44core.io.workshop.decode import FORMAT
from m44core.io.workshop.workshop_rules import written_rules
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)

Raw = dict[str, object]


def encode(scenario: Scenario, origin: Origin = NO_ORIGIN, *, short: bool = True) -> Raw:
    """Return the workshop document of a scenario.

    Args:
        scenario: The scenario.
        origin: The origin of the scenario; the written form of an .m44 file is included if
            the origin has one.
        short: Whether a piece with no values besides its name is written as a plain string.
    """
    return _nonempty_entries(
        {
            "$schema": origin.schema,
            "format": FORMAT,
            "board": _board(scenario),
            "briefing": _briefing(scenario.briefing, scenario.board),
            "packs": written_packs(scenario.packs),
            "texts": {language: _encoded_texts(texts) for language, texts in scenario.texts.items()}
            or None,
            "hexes": {
                scenario.board.name(hex_): _encoded_content(content, scenario, short)
                for hex_, content in scenario.hexes.items()
            },
            "labels": {
                scenario.board.name(hex_): list(lines) for hex_, lines in scenario.labels.items()
            },
            POSITION_SECTION: written_position(scenario.position, scenario.board),
            ALLOW: written_allowances(scenario.allowed),
            "meta": dict(scenario.meta),
            "m44": dict(scenario.extra),
            "written": _written_form_data(origin.written or WrittenForm()),
        },
        always_written=("hexes",),
    )


def with_schema(origin: Origin, location: str | None) -> Origin:
    """Return the origin with the ``$schema`` to write in files of our own format.

    A *location* of None changes nothing.
    """
    return origin if location is None else replace(origin, schema=location, text=None)


def _nonempty_entries(raw: Raw, always_written: tuple[str, ...] = ()) -> Raw:
    """Return the entries whose values are not None or empty, and those in *always_written*."""
    return {
        k: v for k, v in raw.items() if k in always_written or (v is not None and v not in ({}, []))
    }


def _word_or_unread(value: StrEnum | None, extra: Raw, m44_key: str) -> str | None:
    """Return our word for a briefing value, or the unread code with the prefix ``m44:``.

    The code is removed from *extra*. The result is None if there is neither.
    """
    if value is not None:
        return value.value
    code = _pop_text(extra, m44_key)
    return None if code is None else FOREIGN + code


def _day_or_unread(day: date | None, extra: Raw, m44_key: str) -> str | None:
    """Return a date as text, else the unread text, which is removed from *extra*, else None."""
    if day is not None:
        return day.isoformat()
    return _pop_text(extra, m44_key)


def _pop_text(extra: Raw, key: str) -> str | None:
    """Pop a text from the unread entries; None if there is none."""
    text = extra.get(key)
    if not isinstance(text, str):
        return None
    del extra[key]
    return text


def _board(scenario: Scenario) -> Raw:
    return _nonempty_entries(
        {
            "type": None
            if has_foreign_board_type(scenario)
            else word_for(scenario.board.type.value),
            "face": None if has_foreign_face(scenario) else word_for(scenario.face.value),
            "m44": dict(scenario.board_extra),
        }
    )


def _briefing(briefing: Briefing, board: Board) -> Raw:
    extra = dict(briefing.extra)
    return _nonempty_entries(
        {
            "kind": _word_or_unread(briefing.kind, extra, "type"),
            "front": _word_or_unread(briefing.front, extra, "front"),
            "operation": briefing.operation,
            "begins": _day_or_unread(briefing.begins, extra, "date_begin"),
            "ends": _day_or_unread(briefing.ends, extra, "date_end"),
            "first": _word_or_unread(briefing.first, extra, "starting"),
            "top": _player(briefing.top),
            "bottom": _player(briefing.bottom),
            "options": written_rules(briefing.special_rules, board),
            "m44": extra,
        }
    )


def _player(player: Player) -> Raw:
    return _nonempty_entries(
        {
            "side": player.side and word_for(player.side.value),
            "nation": player.country,
            "cards": player.cards,
            "medals": player.medals,
        }
    )


def _encoded_texts(texts: Texts) -> Raw:
    fields = {field: getattr(texts, field) for field in TEXT_FIELDS}
    return _nonempty_entries({**fields, LABELS: dict(texts.labels), "m44": dict(texts.extra)})


def _encoded_content(content: HexContent, scenario: Scenario, short: bool) -> Raw:
    catalogue = scenario.catalogue
    return _nonempty_entries(
        {
            "terrain": _piece(content.terrain, Layer.TERRAIN, catalogue, short),
            "structure": _piece(content.structure, Layer.STRUCTURE, catalogue, short),
            "obstacle": _piece(content.obstacle, Layer.OBSTACLE, catalogue, short),
            "unit": _unit(content.unit, short),
            "tags": [_tag(tag, scenario, short) for tag in content.tags],
            "m44": dict(content.extra),
        }
    )


def _shortened_piece(raw: Raw, short: bool) -> Raw | str:
    name = raw["is"]
    return name if short and len(raw) == 1 and isinstance(name, str) else raw


def _piece(
    piece: Piece | None, layer: Layer, catalogue: Catalogue, short: bool
) -> Raw | str | None:
    if piece is None:
        return None
    raw: Raw = {"is": key_for(piece.name, layer)}
    element = catalogue.get(piece.name, layer)
    if element and len(element.facings) >= piece.orientation:
        if "orientation" not in piece.extra or piece.orientation != 1:
            raw["facing"] = element.facings[piece.orientation - 1]
    elif piece.orientation != 1:
        raw["orientation"] = piece.orientation
    raw["owner"] = piece.owner and word_for(piece.owner.value)
    raw["behaves"] = piece.behavior
    raw["m44"] = dict(piece.extra)
    return _shortened_piece(_nonempty_entries(raw), short)


def _unit(unit: Unit | None, short: bool) -> Raw | str | None:
    if unit is None:
        return None
    raw: Raw = {
        "is": key_for(unit.name, Layer.UNIT),
        "figures": unit.figures,
        "badge": None if unit.badge is None else key_for(unit.badge, Layer.BADGE),
        "behaves": unit.behavior,
        "equipment": unit.equipment,
        "m44": dict(unit.extra),
    }
    return _shortened_piece(_nonempty_entries(raw), short)


def _tag(tag: Tag, scenario: Scenario, short: bool) -> Raw | str:
    raw = {
        "is": key_for(tag.name, Layer.TAG),
        "side": tag.side and word_for(tag.side.value),
        "behaves": tag.behavior,
        "hexes": _hex_names(tag.group, scenario),
        **(_terms(tag.medal) if tag.medal else {}),
        "m44": dict(tag.extra),
    }
    return _shortened_piece(
        _nonempty_entries(raw, always_written=("hexes",) if tag.group is not None else ()), short
    )


def _hex_names(group: tuple[Hex, ...] | None, scenario: Scenario) -> list[str] | None:
    return None if group is None else [scenario.board.name(hex_) for hex_ in group]


def _terms(medal: MedalTerms) -> Raw:
    """Return the terms of a medal; values that could not be read keep their old positions."""
    unread_terms = {key: medal.extra.get(key) for key in ("permanent", "counts_for", "nbr_hex")}
    further_terms = written_further_terms(medal)
    return {
        "permanent": _unread_or_value(
            unread_terms["permanent"], medal.permanent, "permanent" in medal.extra
        ),
        "counts-for": _unread_or_value(
            unread_terms["counts_for"], medal.counts_for, medal.counts_for == 1
        ),
        "hexes-needed": _unread_or_value(
            unread_terms["nbr_hex"], medal.hexes_needed, medal.hexes_needed == 1
        ),
        "terms": {
            key: value for key, value in further_terms.items() if unread_terms.get(key) is None
        },
    }


def _unread_or_value(unread: object, value: object, is_left_out: bool) -> object:
    """Return the unread value if there is one; otherwise *value*, or None if *is_left_out*."""
    if unread is not None:
        return unread
    return None if is_left_out else value


def _written_form_data(written: WrittenForm) -> Raw:
    return _nonempty_entries(
        {
            "figures": "number" if written.figures_as_number else None,
            "operation": "number" if written.operation_as_number else None,
            "game-info": list(written.game_info),
            "texts": {language: list(order) for language, order in written.text.items()},
            "medals": {pointer: list(terms) for pointer, terms in written.medals.items()},
            "options": dict(written.special_rules),
        }
    )
