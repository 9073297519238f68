"""What a scenario gives medals and victory for: objectives, exits, sudden death (D-10..D-21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Direction, Hex
from m44core.model.parts import MedalTerms, Tag
from m44core.model.scenario import Scenario
from m44core.model.tokens import OLDER_TERMS, Function, TagRule, has_function
from m44core.rules.board.grid import BOTTOM, TOP, grid_of
from m44core.rules.game.battlefield import Objective, Stronghold
from m44core.rules.numbers import HexSet
from m44core.rules.options import ScenarioOptions

_OLDER_TERMS: Mapping[str, MedalTerms] = {  # rules that older files have instead of terms
    TagRule.PERMANENT_AXIS: MedalTerms(permanent=True, side=Side.AXIS),
    TagRule.PERMANENT_ALLIES: MedalTerms(permanent=True, side=Side.ALLIES),
    TagRule.MAJORITY: MedalTerms(majority=True),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """How an objective is gained and lost, as far as it is known (D-13, D-14).

    Attributes:
        side: Who alone may hold it; None where its token says who may.
        permanent: Once gained it stays gained.
        turn_start: It counts at the start of a turn only.
        majority: Its holder has more of its hexes than the enemy.
        sole_control: Its holder is there and the enemy is not.
        last_to_occupy: Its holder keeps it until the enemy comes.
        any_hex: *side* holds it while it is there, and the enemy while it is not.
    """

    side: Side | None = None
    permanent: bool = False
    turn_start: bool = False
    majority: bool = False
    sole_control: bool = False
    last_to_occupy: bool = False
    any_hex: bool = False


@dataclass(frozen=True, slots=True)
class ExitMarker:
    """An exit marker and what it opens (V-EXIT-01..03).

    Attributes:
        hex: The hex it lies on.
        tag: The token.
        side: Who may leave; None where neither it nor its partner says who.
        hexes: The hexes it opens.
    """

    hex: Hex
    tag: Tag
    side: Side | None
    hexes: tuple[Hex, ...]


def terms_of(tag: Tag, holder: Side | None) -> Terms | None:
    """Return the terms of an objective; None where they are not known or make no sense.

    *holder* is the side that its token is for, None for either.
    """
    medal = tag.medal or MedalTerms()
    older = _OLDER_TERMS.get(tag.behavior or "", MedalTerms())
    side = medal.side or older.side or tag.side
    unknown = any(value not in (None, False) for value in medal.extra.values())
    if unknown or None is not side != holder is not None:
        return None
    switches = {term: getattr(medal, term) or getattr(older, term) for term in SWITCHES}
    terms = Terms(side, **switches)
    return terms if _makes_sense(terms, holder) else None


SWITCHES = (
    "permanent", "turn_start", "majority", "sole_control", "last_to_occupy", "any_hex",
)  # fmt: skip
"""The terms of a medal that are on or off."""


def further_terms(tag: Tag) -> list[str]:
    """Return the names of the terms that are stated of an objective, the permanent one apart."""
    medal = tag.medal or MedalTerms()
    switched = [term for term in SWITCHES[1:] if getattr(medal, term)]
    named = ["side"] if medal.side else []
    return [*switched, *named, *(name for name, value in medal.extra.items() if value)]


def _makes_sense(terms: Terms, holder: Side | None) -> bool:
    """Tell whether terms go together: one that changes sides cannot also be something else."""
    if not terms.any_hex:
        return True
    alone = terms == Terms(terms.side, any_hex=True)
    return alone and (terms.side or holder) is not None


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


def exit_markers(scenario: Scenario, catalogue: Catalogue) -> list[ExitMarker]:
    """Return the exit markers; those turned sideways open all edge hexes between them.

    A token without side or group where another covers its hex says nothing of its own (D-20).
    """
    markers = [
        ExitMarker(hex_, tag, tag.side, tuple(dict.fromkeys((hex_, *(tag.group or ())))))
        for hex_, _, tag in scenario.tags()
        if is_exit(tag, catalogue)
    ]
    opened = {hex_ for marker in markers if marker.side for hex_ in marker.hexes}
    covered = {hex_ for marker in markers if marker.side for hex_ in marker.hexes[1:]}
    markers = [m for m in markers if m.side or m.tag.group or m.hex not in opened]
    loose = [m for m in markers if _ends_range(m, catalogue) and m.hex not in covered]
    for first, second, between in _pairs(loose, scenario.board):
        markers[markers.index(first)] = replace(
            first, side=first.side or second.side, hexes=between
        )
        markers.remove(second)
    return markers


def is_exit(tag: Tag, catalogue: Catalogue) -> bool:
    """Tell whether a token is an exit marker, by what it is or by what it is said to be."""
    return has_function(tag, catalogue.get(tag.name, Layer.TAG), Function.EXIT)


def plays_behavior(tag: Tag, catalogue: Catalogue) -> bool:
    """Tell whether the engine plays the special rule that a token states (D-13, V-EXIT-01)."""
    if tag.behavior == TagRule.EXIT:
        return True
    element = catalogue.get(tag.name, Layer.TAG)
    return element is not None and element.medal and tag.behavior in OLDER_TERMS


def edge_hexes(board: Board) -> Iterator[Hex]:
    """Yield the hexes at the edge of the board (V-EXIT-10)."""
    return (hex_ for hex_ in board.hexes if len(board.neighbours[hex_]) < len(Direction))


def _ends_range(marker: ExitMarker, catalogue: Catalogue) -> bool:
    """Tell whether a marker is turned sideways and names no other hexes (D-21)."""
    element = catalogue.get(marker.tag.name, Layer.TAG)
    return element is not None and element.exit_range and not marker.tag.group


def _pairs(
    loose: list[ExitMarker], board: Board
) -> Iterator[tuple[ExitMarker, ExitMarker, tuple[Hex, ...]]]:
    """Yield the markers that belong together, with all hexes from one to the other (V-EXIT-02)."""
    left = list(loose)
    for edge in _edges(board):
        along = sorted((m for m in left if m.hex in edge), key=lambda m: edge.index(m.hex))
        while len(along) > 1:
            first, second, *rest = along
            if None not in (first.side, second.side) and first.side != second.side:
                along = [second, *rest]
                continue
            start, end = edge.index(first.hex), edge.index(second.hex)
            yield first, second, edge[start : end + 1]
            left = [m for m in left if m not in (first, second)]
            along = rest


def _edges(board: Board) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes along the top, the bottom, the left and the right edge."""
    rows = [[hex_ for hex_ in board.hexes if hex_.row == row] for row in range(board.rows)]
    yield tuple(rows[0])
    yield tuple(rows[-1])
    yield tuple(row[0] for row in rows)
    yield tuple(row[-1] for row in rows)
