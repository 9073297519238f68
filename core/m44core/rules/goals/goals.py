"""What a scenario gives medals and victory for: objectives, exits, sudden death (D-10..D-21)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Direction, Hex
from m44core.model.exits import exit_markers
from m44core.model.medal_terms import terms_of
from m44core.model.parts import MedalTerms, Tag
from m44core.model.scenario import Scenario
from m44core.model.tokens import OLDER_TERMS, TagRule
from m44core.rules.board.grid import BOTTOM, TOP, grid_of
from m44core.rules.game.battlefield import Objective, Stronghold
from m44core.rules.numbers import HexSet
from m44core.rules.options import ScenarioOptions


def objectives(
    scenario: Scenario, sides: tuple[Side, Side], catalogue: Catalogue
) -> Iterator[Objective]:
    """Yield the objective medals whose terms are known (D-10..D-14)."""
    grid = grid_of(scenario.board)
    for hex_, number, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if element is None or not element.medal:
            continue
        terms = terms_of(tag, element.side)
        if terms:
            named = terms.side or element.side
            medal = tag.medal or MedalTerms()
            only = element.side if terms.any_hex else named
            yield Objective(
                hex=grid.board.index[hex_],
                tag=number,
                hexes=grid.mask((*{hex_, *(tag.group or ())},)),
                players=(TOP, BOTTOM) if only is None else (sides.index(only),),
                medals=max(1, medal.counts_for),
                needed=max(1, medal.hexes_needed),
                permanent=terms.permanent,
                turn_start=terms.turn_start,
                majority=terms.majority,
                sole_control=terms.sole_control,
                last_to_occupy=terms.last_to_occupy,
                flips_to=sides.index(named) if terms.any_hex and named else None,
            )


def strongholds(
    options: ScenarioOptions, sides: tuple[Side, Side], board: Board
) -> tuple[Stronghold, ...]:
    """Return what wins the game without medals (V-MED-08, D-17)."""
    mask = grid_of(board).mask
    return tuple(
        Stronghold(sides.index(each.side), each.needed, mask(each.hexes), each.at_once)
        for each in options.sudden_deaths
    )


def exits_needed(options: ScenarioOptions, sides: tuple[Side, Side]) -> tuple[int, int]:
    """Return for each player the medals for exits he needs among those to win (V-EXIT-08)."""
    top, bottom = (options.exits_needed.get(side, 0) for side in sides)
    return top, bottom


def exits(
    scenario: Scenario, sides: tuple[Side, Side], catalogue: Catalogue
) -> tuple[HexSet, HexSet]:
    """Return for each player the hexes by which he may leave the board (V-EXIT-03)."""
    edge = grid_of(scenario.board).mask(tuple(edge_hexes(scenario.board)))
    found = [0, 0]
    for marker in exit_markers(scenario, catalogue):
        if marker.side:
            found[sides.index(marker.side)] |= grid_of(scenario.board).mask(marker.hexes) & edge
    return found[TOP], found[BOTTOM]


def plays_behavior(tag: Tag, catalogue: Catalogue) -> bool:
    """Tell whether the engine plays the special rule that a token states (D-13, V-EXIT-01)."""
    if tag.behavior in (TagRule.EXIT, TagRule.WITTMANN):
        return True
    element = catalogue.get(tag.name, Layer.TAG)
    if element is None:
        return False
    if element.mine:
        return tag.behavior in (TagRule.MINES, TagRule.MINES_WITH_MEDAL)
    return element.medal and tag.behavior in OLDER_TERMS


def edge_hexes(board: Board) -> Iterator[Hex]:
    """Yield the hexes at the edge of the board (V-EXIT-10)."""
    return (hex_ for hex_ in board.hexes if len(board.neighbours[hex_]) < len(Direction))
