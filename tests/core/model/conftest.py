"""Hypothesis strategies for the property tests, registered for ``st.from_type(Scenario)``."""

from __future__ import annotations

from hypothesis import strategies as st

from m44core.board import BOARDS, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    Extra,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)
from m44core.model.special_rules import ForeignRule, SpecialRules

NOTES = st.sampled_from(["", "Cliff", "  Brücke", "Pont de Bénouville"])
SIDES = st.sampled_from([None, *Side])
EXTRAS: st.SearchStrategy[Extra] = st.sampled_from([{}, {"future": {"deep": [1, 2]}}])


KNOWN = {
    layer: [(element.name, element.orientations) for element in base_catalogue().on_layer(layer)]
    for layer in Layer
}
NAMES = {
    layer: st.sampled_from([*(name for name, _ in known), "unheard-of"])
    for layer, known in KNOWN.items()
}


def pieces(layer: Layer) -> st.SearchStrategy[Piece]:
    names_and_orientations = [(name, o + 1) for name, count in KNOWN[layer] for o in range(count)]
    return st.builds(
        lambda known, owner, behavior, extra: Piece(known[0], known[1], owner, behavior, extra),
        st.sampled_from([*names_and_orientations, ("unheard-of", 9)]),
        SIDES,
        st.sampled_from([None, "hill"]),
        EXTRAS,
    )


def tags(hexes: tuple[Hex, ...]) -> st.SearchStrategy[Tag]:
    groups = st.none() | st.lists(st.sampled_from(hexes), max_size=4, unique=True).map(tuple)
    terms = st.none() | st.builds(MedalTerms, st.booleans(), st.integers(1, 3))
    return st.builds(Tag, NAMES[Layer.TAG], side=SIDES, group=groups, medal=terms, extra=EXTRAS)


UNITS = st.builds(
    Unit,
    NAMES[Layer.UNIT],
    figures=st.none() | st.integers(1, 6),
    badge=st.none() | NAMES[Layer.BADGE],
    extra=EXTRAS,
)


def hex_contents(hexes: tuple[Hex, ...]) -> st.SearchStrategy[HexContent]:
    return st.builds(
        HexContent,
        terrain=st.none() | pieces(Layer.TERRAIN),
        structure=st.none() | pieces(Layer.STRUCTURE),
        obstacle=st.none() | pieces(Layer.OBSTACLE),
        unit=st.none() | UNITS,
        tags=st.lists(tags(hexes), max_size=2).map(tuple),
        extra=EXTRAS,
    ).filter(bool)


LINES = st.lists(NOTES.filter(bool), min_size=1, max_size=2).map(tuple)
HEXES = {
    board: st.dictionaries(st.sampled_from(board.hexes), hex_contents(board.hexes), max_size=5)
    for board in BOARDS.values()
}
LABELS = {
    board: st.dictionaries(st.sampled_from(board.hexes), LINES, max_size=2)
    for board in BOARDS.values()
}


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    board = draw(st.sampled_from(list(BOARDS.values())))
    blank_scenario = Scenario(
        board=board,
        face=draw(st.sampled_from(Face)),
        briefing=draw(BRIEFINGS),
        texts=draw(st.dictionaries(st.sampled_from(["en", "fr", "de"]), TEXTS, max_size=2)),
        packs=draw(st.sampled_from([Packs(), Packs({pack_named("eastern"): 1})])),
        meta=draw(EXTRAS),
        board_extra=draw(EXTRAS),
        extra=draw(EXTRAS),
    )
    return blank_scenario.with_hexes(draw(HEXES[board])).with_labels(draw(LABELS[board]))


PLAYERS = st.builds(Player, SIDES, st.sampled_from([None, "DE"]), st.none() | st.integers(2, 6))
FIRST_PLAYERS = st.sampled_from([None, *FirstPlayer])
RULES = EXTRAS.map(lambda e: SpecialRules({key: ForeignRule(value) for key, value in e.items()}))
BRIEFINGS = st.builds(Briefing, PLAYERS, PLAYERS, FIRST_PLAYERS, special_rules=RULES, extra=EXTRAS)
TEXTS = st.builds(
    Texts,
    name=NOTES,
    rules=st.none() | NOTES,
    labels=st.dictionaries(NOTES, NOTES, max_size=2),
    extra=EXTRAS,
)

st.register_type_strategy(Scenario, scenarios())
st.register_type_strategy(Player, PLAYERS)
st.register_type_strategy(Texts, TEXTS)
