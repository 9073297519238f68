"""What a recorded game says of the position it was played on, in words that never change.

They are those the values of the first edition were printed with. A value that
gains a field, or a name, is still put so: recorded games are found again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from m44core.model.parts import HexContent, MedalTerms, Piece, Tag
from m44core.model.special_rules import AirDrop, HexGroup
from m44core.model.unit import Unit
from m44core.rules.options import ScenarioOptions

Fields = Mapping[str, object]


def printed(value: object) -> str:
    """Return a value as the first edition printed it."""
    if type(value) is tuple:
        inner = ", ".join(map(printed, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if type(value) is list:
        return f"[{', '.join(map(printed, value))}]"
    if type(value) is dict:
        return f"{{{', '.join(f'{printed(k)}: {printed(v)}' for k, v in value.items())}}}"
    known = _PRINTED.get(type(value))
    if known is None:
        return repr(value)
    name, fields = known
    return f"{name}({', '.join(f'{k}={printed(v)}' for k, v in fields(value).items())})"


def _content(content: HexContent) -> Fields:
    return {
        "terrain": content.terrain,
        "structure": content.structure,
        "obstacle": content.obstacle,
        "unit": content.unit,
        "tags": content.tags,
        "extra": content.extra,
    }


def _piece(piece: Piece) -> Fields:
    return {
        "name": piece.name,
        "orientation": piece.orientation,
        "owner": piece.owner,
        "behavior": _code(piece.behavior),
        "extra": piece.extra,
    }


def _unit(unit: Unit) -> Fields:
    return {
        "name": unit.name,
        "figures": unit.figures,
        "badge": unit.badge,
        "behavior": _code(unit.behavior),
        "equipment": unit.equipment,
        "extra": unit.extra,
    }


def _tag(tag: Tag) -> Fields:
    return {
        "name": tag.name,
        "behavior": _code(tag.behavior),
        "side": tag.side,
        "group": tag.group,
        "medal": tag.medal,
        "extra": tag.extra,
    }


_SWITCHES = ("turn_start", "majority", "sole_control", "last_to_occupy", "any_hex")


def _terms(terms: MedalTerms) -> Fields:
    further: dict[str, Any] = {term: True for term in _SWITCHES if getattr(terms, term)}
    side = {"side": terms.side.value} if terms.side else {}
    return {
        "permanent": terms.permanent,
        "counts_for": terms.counts_for,
        "hexes_needed": terms.hexes_needed,
        "extra": {**further, **side, **terms.extra},
    }


def _drop(drop: AirDrop) -> Fields:
    names = ("side", "center", "range", "units", "unit")
    return {name: getattr(drop, name) for name in names}


def _death(group: HexGroup) -> Fields:
    names = ("side", "needed", "hexes", "at_once")
    return {name: getattr(group, name) for name in names}


_LATER: Fields = {"banned": {}, "no_elimination_medals": None}  # what came after it


def _options(options: ScenarioOptions) -> Fields:
    first = {
        "airdrops": options.airdrops,
        "reshuffles": options.reshuffles,
        "deck_out_winner": options.deck_out_winner,
        "recon_as_air_power": options.recon_as_air_power,
        "draw_extra": options.draw_extra,
        "sudden_deaths": options.sudden_deaths,
        "infantry_exit_medals": options.infantry_exit_medals,
        "exits_needed": options.exits_needed,
        "unknown": (),
        "malformed": (),
    }
    later = {name: getattr(options, name) for name in _LATER}
    return {**first, **{name: said for name, said in later.items() if said != _LATER[name]}}


def _code(behavior: str | None) -> str | None:
    """Return the special rule of a piece by its first name."""
    if behavior is None:
        return None
    return _FIRST_CODES.get(behavior, behavior.upper().replace("-", "_"))


_FIRST_CODES = {"worth-two-medals": "GERMAN_2VICTANK"}

_PRINTED: Mapping[type, tuple[str, Callable[[Any], Fields]]] = {
    HexContent: ("HexContent", _content),
    Piece: ("Piece", _piece),
    Unit: ("Unit", _unit),
    Tag: ("Tag", _tag),
    MedalTerms: ("MedalTerms", _terms),
    AirDrop: ("AirDrop", _drop),
    HexGroup: ("SuddenDeath", _death),
    ScenarioOptions: ("ScenarioOptions", _options),
}
