"""Random scenarios with everything that standard sentences can state."""

from __future__ import annotations

from hypothesis import strategies as st

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.model.special_rules import (
    BlitzRules,
    Commissar,
    DeckReshuffling,
    GungHo,
    NightVisibility,
    NightVisibilityReverse,
    NorthAfricanDesert,
    SpecialRules,
)
from m44core.model.unit_rules import AirDrop

BOARD = Scenario().board
sides = st.sampled_from(Side)
counts = st.integers(2, 12)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Draw a scenario without texts, with data that standard sentences can state."""
    top = draw(sides)
    first_seat, second_seat = (
        Player(side, cards=draw(counts), medals=draw(counts)) for side in (top, top.enemy)
    )
    first = draw(st.sampled_from([FirstPlayer.TOP, FirstPlayer.BOTTOM]))
    briefing = Briefing(first_seat, second_seat, first=first, special_rules=_draw_rules(draw))
    start, step = draw(st.integers(0, 112)), draw(st.integers(1, 112))
    places = (BOARD.hexes[(start + number * step) % len(BOARD.hexes)] for number in range(113))
    hexes = dict(zip(places, _draw_contents(draw), strict=False))
    scenario = Scenario(briefing=briefing).with_hexes(hexes)
    return _with_group_objective(draw, scenario) if draw(st.booleans()) else scenario


def _with_group_objective(draw: st.DrawFn, scenario: Scenario) -> Scenario:
    """Return the scenario with an objective of several hexes, some of which must be held."""
    free_hexes = [hex_ for hex_ in BOARD.hexes if hex_ not in scenario.hexes]
    first, *other_hexes = free_hexes[: draw(st.integers(3, 6))]
    needed_hexes = draw(st.integers(1, len(other_hexes) + 1))
    name = draw(st.sampled_from(["medal1", "medal2"]))
    tag = Tag(name, group=tuple(other_hexes), medal=MedalTerms(hexes_needed=needed_hexes))
    return scenario.with_hexes({first: HexContent(tags=(tag,))})


def _draw_rules(draw: st.DrawFn) -> SpecialRules:
    values = {
        "blitz-rules": BlitzRules(applies=True),
        "night-visibility": NightVisibility(applies=True),
        "night-visibility-reverse": NightVisibilityReverse(applies=True),
        "north-african-desert": NorthAfricanDesert(applies=True),
        "gung-ho": GungHo(applies=True),
        "deck-reshuffling": DeckReshuffling(applies=False),
        "commissar": Commissar(side=draw(sides)),
        "air-drop": AirDrop(side=draw(sides), units=draw(counts), unit=Unit("infus")),
    }
    chosen_rules = draw(st.sets(st.sampled_from(sorted(values))))
    return SpecialRules({key: values[key] for key in sorted(chosen_rules)})


def _draw_contents(draw: st.DrawFn) -> list[HexContent]:
    medals = st.sampled_from(["medal1", "medal2"])
    contents = [
        HexContent(tags=(_draw_medal(draw, draw(medals), permanent=False),))
        for _ in _draw_small_range(draw)
    ]
    if draw(st.booleans()):
        contents += [
            HexContent(tags=(_draw_medal(draw, draw(medals), permanent=True),))
            for _ in _draw_small_range(draw)
        ]
    owner = draw(st.none() | sides)
    contents += [
        HexContent(structure=Piece("bunker", owner=owner)) for _ in _draw_small_range(draw) if owner
    ]
    exits = draw(st.none() | sides)
    contents += [
        HexContent(tags=(Tag("tag4", "exit-marker", exits),))
        for _ in _draw_small_range(draw)
        if exits
    ]
    mines = draw(st.none() | sides)
    contents += [
        HexContent(tags=(Tag("tag3", side=mines),)) for _ in _draw_small_range(draw) if mines
    ]
    contents += [
        HexContent(unit=Unit(draw(st.sampled_from(["inf2us", "inf2ger"]))))
        for _ in _draw_small_range(draw)
    ]
    return contents


def _draw_small_range(draw: st.DrawFn) -> range:
    return range(draw(st.integers(0, 3)))


def _draw_medal(draw: st.DrawFn, name: str, *, permanent: bool) -> Tag:
    terms = MedalTerms(permanent=permanent, counts_for=draw(st.sampled_from([1, 1, 2])))
    return Tag(name, medal=terms)
