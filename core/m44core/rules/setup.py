"""Setting a game up from a scenario (B-SETUP-01, B-SETUP-02)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import OPEN_GROUND, Element, Layer, Side, TerrainRules, UnitRules
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.model.parts import MedalTerms, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.rules.battlefield import Battlefield, Combatant, Objective
from m44core.rules.cards import deck
from m44core.rules.grid import BOTTOM, TOP, grid_of
from m44core.rules.ground import NUMBER, Ground, HexGround, merge
from m44core.rules.options import ScenarioOptions, scenario_options
from m44core.rules.settings import BY_THE_BOOK, Settings
from m44core.rules.sight import lines_of
from m44core.rules.state import NOBODY, NOWHERE, GameState, Phase
from m44core.rules.victory import occupy

USUAL_CARDS = 4  # what a new scenario of the official editor has
USUAL_MEDALS = 4

_Pieces = tuple[TerrainRules, TerrainRules | None, TerrainRules | None, int | None]


def new_game(scenario: Scenario, settings: Settings = BY_THE_BOOK) -> GameState:
    """Return a game of *scenario* before the cards are dealt.

    What the scenario leaves open is filled in, and what the engine does not
    know is left out; :func:`m44core.rules.coverage.gaps` tells which.

    Raises:
        M44Error: it cannot be played at all; the message says why.
    """
    field = battlefield(scenario, settings)
    state = GameState(
        field=field,
        ground=field.ground,
        place=[unit.start for unit in field.units],
        figures=[0 if unit.start == NOWHERE else unit.figures for unit in field.units],
        unit_at=[NOBODY] * len(field.grid.names),
        occupied=[0, 0],
        eliminated=[0, 0],
        holders=[NOBODY] * len(field.objectives),
        hands=[(), ()],
        deck=deck(tactic_cards=settings.tactic_cards),
        drawing=tuple(p for p in (TOP, BOTTOM) for _ in range(field.hand_sizes[p])),
        active=field.first,
        phase=Phase.DRAW,
    )
    for unit in field.units:
        if unit.start != NOWHERE:
            state.unit_at[unit.start] = unit.number
            state.occupied[unit.player] |= 1 << unit.start
    occupy(state, field.objective_hexes, [])
    return state


def battlefield(scenario: Scenario, settings: Settings = BY_THE_BOOK) -> Battlefield:
    """Return what stays the same through all games of *scenario*.

    Raises:
        M44Error: it cannot be played at all; the message says why.
    """
    catalogue = load_catalogue()
    grid = grid_of(scenario.board)
    sides = sides_of(scenario)
    options = scenario_options(scenario)
    units = tuple(_combatants(scenario, options, sides, catalogue))
    for player, side in enumerate(sides):
        if not any(unit.player == player for unit in units):
            raise M44Error(f"the {side.capitalize()} side has no unit that can be played")
    hand_sizes = _numbers(scenario, "cards", USUAL_CARDS)
    cards = len(deck(tactic_cards=settings.tactic_cards))
    if sum(hand_sizes) > cards:
        raise M44Error(f"the hands need {sum(hand_sizes)} cards, the deck has {cards}")
    fighting = {unit.start for unit in units}
    standing = {grid.board.index[hex_] for hex_, _ in scenario.units()}
    return Battlefield(
        scenario=scenario,
        grid=grid,
        lines=lines_of(scenario.board),
        sides=sides,
        units=units,
        bystanders=sum(1 << index for index in standing - fighting),
        ground=_ground(scenario, sides, catalogue),
        objectives=tuple(_objectives(scenario, sides, catalogue)),
        medals_needed=_numbers(scenario, "medals", USUAL_MEDALS),
        hand_sizes=hand_sizes,
        first=BOTTOM if scenario.briefing.first == "PLAYER2" else TOP,
        turn_limit=settings.turn_limit,
        settings=settings,
        options=options,
        obstacle_names=dict(_obstacle_names(scenario, catalogue)),
    )


def sides_of(scenario: Scenario) -> tuple[Side, Side]:
    """Return the coalitions of the top and the bottom player; the Axis sits on top by default.

    Raises:
        M44Error: both players have the same.
    """
    top, bottom = scenario.side_at(top=True), scenario.side_at(top=False)
    if top is None:
        top = bottom.enemy if bottom else Side.AXIS
    if bottom is None:
        bottom = top.enemy
    if top is bottom:
        raise M44Error(f"both players command the {top.capitalize()} side")
    return top, bottom


def plays_as(tag: Tag) -> MedalTerms | None:
    """Return the terms of an objective the engine knows; None for other kinds (V-MED-02 ...)."""
    terms = tag.medal or MedalTerms()
    return None if any(terms.extra.values()) else terms


def _numbers(scenario: Scenario, name: str, usual: int) -> tuple[int, int]:
    """Return a number of the briefing for both players."""
    briefing = scenario.briefing
    top, bottom = (getattr(player, name) for player in (briefing.top, briefing.bottom))
    return usual if top is None else max(1, top), usual if bottom is None else max(1, bottom)


def _combatants(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side], catalogue: Catalogue
) -> Iterator[Combatant]:
    """Yield the units whose rules and side are known; those of an air drop are nowhere yet."""
    number = 0
    placed = [(scenario.board.index[hex_], unit) for hex_, unit in scenario.units()]
    dropped = [(NOWHERE, drop.unit) for drop in options.airdrops for _ in range(drop.units)]
    for start, unit in (*placed, *dropped):
        combatant = _combatant(number, start, unit, sides, catalogue)
        if combatant:
            yield combatant
            number += 1


def _combatant(
    number: int, start: int, unit: Unit, sides: tuple[Side, Side], catalogue: Catalogue
) -> Combatant | None:
    element = catalogue.get(unit.name, Layer.UNIT)
    described = (unit.name, unit.badge, unit.behavior, unit.figures)
    rules = catalogue.unit_rules(*described)
    if element is None or rules is None or element.nation is None:
        return None
    return Combatant(
        number=number,
        player=sides.index(element.nation.side),
        side=element.nation.side,
        name=_name(element, rules, catalogue),
        figures=max(1, catalogue.unit_figures(*described) or 1),
        rules=rules,
        number_of_class=NUMBER[rules.unit_class],
        start=start,
        placed=unit,
    )


def _name(element: Element, rules: UnitRules, catalogue: Catalogue) -> str:
    """Return what people call a unit: its badge may make another unit of it."""
    badges = catalogue.on_layer(Layer.BADGE)
    return next((badge.label for badge in badges if badge.unit is rules), element.label)


def _ground(scenario: Scenario, sides: tuple[Side, Side], catalogue: Catalogue) -> Ground:
    """Return the ground at the start; hexes with the same pieces share one kind."""
    kinds: dict[tuple[int, int, int, int | None], HexGround] = {}
    hexes = []
    for hex_ in scenario.board.hexes:
        pieces = _pieces(scenario, hex_, sides, catalogue)
        tile, structure, obstacle, owner = pieces
        key = (id(tile), id(structure), id(obstacle), owner)
        if key not in kinds:
            kinds[key] = merge(*pieces)
        hexes.append(kinds[key])
    return Ground(grid_of(scenario.board), tuple(hexes))


def _pieces(
    scenario: Scenario, hex_: Hex, sides: tuple[Side, Side], catalogue: Catalogue
) -> _Pieces:
    """Return the rules of what lies on a hex, and the player its structure protects.

    A tile replaces what the board shows there; a structure or an obstacle does
    not (B-FACE-04). What is not known plays as open ground.
    """
    content = scenario.at(hex_)
    tile = _rules(content.terrain, Layer.TERRAIN, catalogue)
    if content.terrain is None:
        tile = catalogue.zones[scenario.board.zone(scenario.face, hex_)]
    structure = _rules(content.structure, Layer.STRUCTURE, catalogue)
    obstacle = _rules(content.obstacle, Layer.OBSTACLE, catalogue)
    owner = _owner(scenario, hex_, catalogue) if structure and structure.owner_only else None
    return tile or OPEN_GROUND, structure, obstacle, None if owner is None else sides.index(owner)


def _rules(piece: Piece | None, layer: Layer, catalogue: Catalogue) -> TerrainRules | None:
    element = catalogue.get(piece.name, layer) if piece else None
    return element.terrain if element else None


def _owner(scenario: Scenario, hex_: Hex, catalogue: Catalogue) -> Side | None:
    """Return whose bunker it is: as written, else of the unit in it (B-BUN-06)."""
    content = scenario.at(hex_)
    if content.structure and content.structure.owner:
        return content.structure.owner
    element = catalogue.get(content.unit.name, Layer.UNIT) if content.unit else None
    return element.nation.side if element and element.nation else None


def _obstacle_names(scenario: Scenario, catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    for hex_, content in scenario.hexes.items():
        if content.obstacle:
            element = catalogue.get(content.obstacle.name, Layer.OBSTACLE)
            yield scenario.board.index[hex_], element.label if element else content.obstacle.name


def _objectives(
    scenario: Scenario, sides: tuple[Side, Side], catalogue: Catalogue
) -> Iterator[Objective]:
    """Yield the objective medals of the kinds the engine knows."""
    for hex_, number, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        terms = plays_as(tag)
        if element and element.medal and terms:
            players = (TOP, BOTTOM) if element.side is None else (sides.index(element.side),)
            yield Objective(
                hex=scenario.board.index[hex_],
                tag=number,
                hexes=grid_of(scenario.board).mask((*{hex_, *(tag.group or ())},)),
                players=players,
                medals=max(1, terms.counts_for),
                needed=max(1, terms.hexes_needed),
                permanent=terms.permanent,
            )
