"""What can be won on the board, and where: medals, objectives, exits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.messages.message import Value, Words, colon, message
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import objectives_on, side_of
from m44core.model.parts import SIDES
from m44core.model.scenario import Scenario
from m44core.playtest.games.support import kind_of_objective


def goals(scenario: Scenario, told: Words) -> list[dict[str, str | list[str]]]:
    """Return the objectives, those alike together, and the exits.

    Each has ``what``, which says whose it is; ``lead``, the same with what stands before hexes; and
    ``where``, their names. Hexes that share one medal are an objective of their own.
    """
    return [
        {
            "what": (called := told.sentence(what)),
            "lead": told.render(colon(called, "")),
            "where": list(map(scenario.board.name, where)),
        }
        for what, where in (*_objectives(scenario), *_exits(scenario))
    ]


def _objectives(scenario: Scenario) -> Iterator[tuple[Value, Sequence[Hex]]]:
    alike: dict[tuple[Value, Side | None], list[Hex]] = {}
    groups: list[tuple[Value, Sequence[Hex]]] = []
    for token in objectives_on(scenario):
        side = side_of(token.tag, scenario.catalogue)
        kind, _ = kind_of_objective(token.tag, side)
        if token.tag.group:
            hexes = dict.fromkeys((token.hex, *token.tag.group))
            groups.append((_for_side(kind, side), tuple(hexes)))
        else:
            alike.setdefault((kind, side), []).append(token.hex)
    yield from ((_for_side(*which), hexes) for which, hexes in alike.items())
    yield from groups


def _for_side(kind: Value, side: Side | None) -> Value:
    if side is None:
        return message("{kind} (either side)", kind=kind)
    # What can be won, or a rule of the scenario, and whose it is: "Temporary (Allies)".
    return message("{kind} ({side})", kind=kind, side=SIDES[side])


def _exits(scenario: Scenario) -> Iterator[tuple[Value, Sequence[Hex]]]:
    for marker in exit_markers(scenario):
        side = marker.side
        yield message("exit of {side}", side=side.called) if side else message("exit"), marker.hexes


def named_sides(told: Words) -> dict[str, str]:
    """Return the sides by their keys, as they stand alone."""
    return {side.value.lower(): told.render(name) for side, name in SIDES.items()}
