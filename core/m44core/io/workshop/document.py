"""The workshop document: a scenario in readable words, the shape of our YAML and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.io.files.allowances import OURS as ALLOW
from m44core.io.files.allowances import said_allowances
from m44core.io.files.origin import Origin, Written
from m44core.io.m44 import decode as m44_decode
from m44core.io.m44.encode import face_is_foreign
from m44core.io.workshop.option_words import VICTORY, said_options, said_victory
from m44core.io.workshop.tree import to_tree
from m44core.io.workshop.words import FIRST, FOREIGN, FRONTS, KINDS, element, key, word
from m44core.model.parts import Briefing, HexContent, MedalTerms, Piece, Player, Tag, Texts, Unit
from m44core.model.scenario import Scenario

FORMAT = 1

Raw = dict[str, Any]


def encode(scenario: Scenario, *, short: bool = True) -> Raw:
    """Return the workshop document of a scenario.

    Args:
        scenario: What to say.
        short: Write a piece that has nothing but its name as just that name.
    """
    origin = scenario.origin if isinstance(scenario.origin, Origin) else Origin()
    return _present(
        {
            "$schema": origin.schema,
            "format": FORMAT,
            "board": _board(scenario),
            "briefing": _briefing(scenario.briefing),
            "packs": dict(scenario.packs),
            "texts": {language: _text(texts) for language, texts in scenario.texts.items()} or None,
            "hexes": {
                scenario.board.name(hex_): _hex(content, scenario, short)
                for hex_, content in scenario.hexes.items()
            },
            "labels": {
                scenario.board.name(hex_): list(lines) for hex_, lines in scenario.labels.items()
            },
            ALLOW: said_allowances(scenario.allowed),
            "meta": dict(scenario.meta),
            "m44": dict(scenario.extra),
            "written": _written(origin.written),
        },
        always=("hexes",),
    )


def decode(document: Mapping[str, Any]) -> Scenario:
    """Return the scenario a workshop document describes, as far as it can be understood."""
    tree = to_tree(document)
    scenario = m44_decode.decode(tree)
    schema = document.get("$schema")
    origin = Origin(
        written=read_written(document.get("written")),
        schema=schema if isinstance(schema, str) else None,
    )
    return replace(scenario, origin=origin)


def with_schema(scenario: Scenario, place: str | None) -> Scenario:
    """Return the scenario so that files of our own form name *place* as their schema.

    None leaves the scenario as it is. An .m44 file has no place for it.
    """
    if place is None:
        return scenario
    origin = scenario.origin if isinstance(scenario.origin, Origin) else Origin()
    return replace(scenario, origin=replace(origin, schema=place, text=None))


def _present(raw: Raw, always: tuple[str, ...] = ()) -> Raw:
    """Return the entries that say something."""
    return {k: v for k, v in raw.items() if k in always or (v is not None and v not in ({}, []))}


def _word(code: str | None) -> str | None:
    return None if code is None else word(code)


def _listed(code: str | None, known: frozenset[str]) -> str | None:
    """Return our word for one of a list of codes; any other is marked as foreign."""
    return code if code is None else word(code) if code in known else FOREIGN + code


def _board(scenario: Scenario) -> Raw:
    return _present(
        {
            "type": word(scenario.board.type.value),
            "face": None if face_is_foreign(scenario) else word(scenario.face.value),
            "m44": dict(scenario.board_extra),
        }
    )


def _briefing(briefing: Briefing) -> Raw:
    return _present(
        {
            "kind": _listed(briefing.kind, KINDS),
            "front": _listed(briefing.front, FRONTS),
            "operation": briefing.operation,
            "begins": briefing.begins,
            "ends": briefing.ends,
            "first": _listed(briefing.first, FIRST),
            "top": _player(briefing.top),
            "bottom": _player(briefing.bottom),
            "options": said_options(briefing.options, briefing.extra.get(VICTORY)),
            "m44": _without_sudden_deaths(briefing.extra),
        }
    )


def _without_sudden_deaths(extra: Mapping[str, Any]) -> Raw:
    """Return the unknown keys; conditions of victory are none where an option says them."""
    is_said = said_victory(extra.get(VICTORY)) is not None
    return {key: value for key, value in extra.items() if key != VICTORY or not is_said}


def _player(player: Player) -> Raw:
    return _present(
        {
            "side": player.side and word(player.side.value),
            "nation": player.country,
            "cards": player.cards,
            "medals": player.medals,
        }
    )


def _text(texts: Texts) -> Raw:
    fields = {field: getattr(texts, field) for field in m44_decode.TEXT_FIELDS}
    return _present({**fields, "m44": dict(texts.extra)})


def _hex(content: HexContent, scenario: Scenario, short: bool) -> Raw:
    return _present(
        {
            "terrain": _piece(content.terrain, Layer.TERRAIN, short),
            "structure": _piece(content.structure, Layer.STRUCTURE, short),
            "obstacle": _piece(content.obstacle, Layer.OBSTACLE, short),
            "unit": _unit(content.unit, short),
            "tags": [_tag(tag, scenario, short) for tag in content.tags],
            "m44": dict(content.extra),
        }
    )


def _shortened(raw: Raw, short: bool) -> Raw | str:
    name = raw["is"]
    return name if short and len(raw) == 1 and isinstance(name, str) else raw


def _piece(piece: Piece | None, layer: Layer, short: bool) -> Raw | str | None:
    if piece is None:
        return None
    raw: Raw = {"is": key(piece.name, layer)}
    known = element(piece.name, layer)
    if known and len(known.facings) >= piece.orientation:
        if "orientation" not in piece.extra or piece.orientation != 1:
            raw["facing"] = known.facings[piece.orientation - 1]
    elif piece.orientation != 1:
        raw["orientation"] = piece.orientation
    raw["owner"] = piece.owner and word(piece.owner.value)
    raw["behaves"] = _word(piece.behavior)
    raw["m44"] = dict(piece.extra)
    return _shortened(_present(raw), short)


def _unit(unit: Unit | None, short: bool) -> Raw | str | None:
    if unit is None:
        return None
    raw = {
        "is": key(unit.name, Layer.UNIT),
        "figures": unit.figures,
        "badge": None if unit.badge is None else key(unit.badge, Layer.BADGE),
        "behaves": _word(unit.behavior),
        "equipment": unit.equipment,
        "m44": dict(unit.extra),
    }
    return _shortened(_present(raw), short)


def _tag(tag: Tag, scenario: Scenario, short: bool) -> Raw | str:
    raw = {
        "is": key(tag.name, Layer.TAG),
        "side": tag.side and word(tag.side.value),
        "behaves": _word(tag.behavior),
        "hexes": _hexes(tag.group, scenario),
        **(_terms(tag.medal) if tag.medal else {}),
        "m44": dict(tag.extra),
    }
    return _shortened(_present(raw, always=("hexes",) if tag.group is not None else ()), short)


def _hexes(group: tuple[Hex, ...] | None, scenario: Scenario) -> list[str] | None:
    return None if group is None else [scenario.board.name(hex_) for hex_ in group]


def _terms(medal: MedalTerms) -> Raw:
    return {
        "permanent": None if "permanent" in medal.extra else medal.permanent,
        "counts-for": None if medal.counts_for == 1 else medal.counts_for,
        "hexes-needed": None if medal.hexes_needed == 1 else medal.hexes_needed,
        "terms": dict(medal.extra),
    }


def _written(written: Written) -> Raw:
    return _present(
        {
            "figures": "number" if written.figures_as_number else None,
            "operation": "number" if written.operation_as_number else None,
            "game-info": list(written.game_info),
            "texts": {language: list(order) for language, order in written.text.items()},
            "medals": {pointer: list(terms) for pointer, terms in written.medals.items()},
        }
    )


def read_written(raw: object) -> Written:
    """Return what a document's ``written`` says; what it does not say is usual."""
    if not isinstance(raw, dict):
        return Written()
    return Written(
        game_info=_names(raw.get("game-info")),
        text=_orders(raw.get("texts")),
        figures_as_number=raw.get("figures") == "number",
        operation_as_number=raw.get("operation") == "number",
        medals=_orders(raw.get("medals")),
    )


def _names(raw: object) -> tuple[str, ...]:
    return tuple(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else ()


def _orders(raw: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, dict):
        return {}
    return {key: _names(names) for key, names in raw.items() if isinstance(names, list)}
