"""Any scenario that is written in any format and read again is unchanged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.box_kinds import load_boxes
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Allowance,
    BattleKind,
    Briefing,
    FirstPlayer,
    Front,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)
from m44core.model.special_rules import ForeignRule, SpecialRules

CATALOGUE = base_catalogue()

names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\r"))
sides = st.sampled_from([None, *Side])
counts = st.none() | st.integers(0, 99)
words = st.sampled_from(["wide-river", "exit-marker", "seawall", "m44:Odd one", "top", "m44:m44:X"])
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
#: Unknown keys, with a prefix so that none is a key of the format.
extras = st.dictionaries(
    texts.map("x-{}".format), values.filter(lambda v: v is not None), max_size=2
)


def element_names(layer: Layer) -> st.SearchStrategy[str]:
    known_names = [element.name for element in CATALOGUE.on_layer(layer)]
    return st.sampled_from(known_names) | names.map("x-{}".format)


@st.composite
def pieces(draw: st.DrawFn, layer: Layer) -> Piece:
    name = draw(element_names(layer))
    element = CATALOGUE.get(name)
    return Piece(
        name=name,
        orientation=draw(st.integers(1, element.orientations if element else 9)),
        owner=draw(sides),
        behavior=draw(st.none() | words),
        extra=draw(extras),
    )


units = st.builds(
    Unit,
    name=element_names(Layer.UNIT),
    figures=counts,
    badge=st.none() | element_names(Layer.BADGE),
    behavior=st.none() | words,
    equipment=st.none() | texts,
    extra=extras,
)
medals = st.builds(
    MedalTerms,
    permanent=st.booleans(),
    counts_for=st.integers(0, 9),
    hexes_needed=st.integers(0, 9),
    side=sides,
    turn_start=st.booleans(),
    majority=st.booleans(),
    sole_control=st.booleans(),
    last_to_occupy=st.booleans(),
    any_hex=st.booleans(),
    extra=extras,
)


def tags(board: Board) -> st.SearchStrategy[Tag]:
    return st.builds(
        Tag,
        name=element_names(Layer.TAG),
        behavior=st.none() | words,
        side=sides,
        group=st.none() | st.lists(st.sampled_from(board.hexes), max_size=3).map(tuple),
        medal=st.none() | medals,
        extra=extras,
    )


def hex_contents(board: Board) -> st.SearchStrategy[HexContent]:
    return st.builds(
        HexContent,
        terrain=st.none() | pieces(Layer.TERRAIN),
        structure=st.none() | pieces(Layer.STRUCTURE),
        obstacle=st.none() | pieces(Layer.OBSTACLE),
        unit=st.none() | units,
        tags=st.lists(tags(board), max_size=2).map(tuple),
        extra=extras,
    ).filter(bool)


players = st.builds(
    Player,
    side=sides,
    country=st.none() | st.from_regex("[A-Z]{2}", fullmatch=True),
    cards=counts,
    medals=counts,
)
briefings = st.builds(
    Briefing,
    top=players,
    bottom=players,
    first=st.sampled_from([None, *FirstPlayer]),
    kind=st.sampled_from([None, *BattleKind]),
    front=st.sampled_from([None, *Front]),
    begins=st.none() | st.dates(),
    ends=st.none() | st.dates(),
    operation=st.none() | texts,
    special_rules=extras.map(
        lambda rules: SpecialRules({key: ForeignRule(value) for key, value in rules.items()})
    ),
    extra=extras,
)
languages = st.builds(
    Texts,
    **{field: st.none() | texts for field in ("name", "subtitle", "historical", "description")},
    **{field: st.none() | texts for field in ("victory", "rules", "bibliography")},
    labels=st.dictionaries(texts, texts, max_size=2),
    extra=extras,
)
allowances = st.builds(
    Allowance,
    check=texts,
    reason=texts,
    at=st.none() | st.sampled_from(["G5", "/briefing/top", ""]) | texts,
    extra=extras,
)

packs = (st.sampled_from([*load_boxes()]) | texts).map(pack_named)


T = TypeVar("T")


def sorted_by_row(hexes: dict[Hex, T]) -> Mapping[Hex, T]:
    return dict(sorted(hexes.items(), key=lambda item: (item[0].row, item[0].col)))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    board = BOARDS[draw(st.sampled_from(BoardType))]
    places = st.sampled_from(board.hexes)
    lines = st.lists(texts, min_size=1, max_size=3).map(tuple).filter(lambda t: t != ("",))
    return Scenario(
        board=board,
        face=draw(st.sampled_from(Face)),
        hexes=draw(st.dictionaries(places, hex_contents(board), max_size=4).map(sorted_by_row)),
        labels=draw(st.dictionaries(places, lines, max_size=3).map(sorted_by_row)),
        briefing=draw(briefings),
        texts=draw(st.dictionaries(texts, languages, max_size=2)),
        packs=Packs(draw(st.dictionaries(packs, st.integers(0, 9), max_size=2))),
        allowed=draw(st.lists(allowances, max_size=2).map(tuple)),
        meta=draw(extras),
        board_extra=draw(extras),
        extra=draw(extras),
    )


@pytest.mark.parametrize("file_format", FileFormat)
@given(scenario=scenarios())
@settings(max_examples=45, deadline=None)
def test_written_scenarios_are_read_back_unchanged(
    file_format: FileFormat, scenario: Scenario
) -> None:
    result = read_bytes(to_bytes(scenario, file_format), f"any.{file_format}")
    assert result.scenario == scenario


@given(scenario=scenarios())
@settings(max_examples=45, deadline=None)
@pytest.mark.bulk
def test_a_round_trip_through_yaml_writes_the_same_m44(scenario: Scenario) -> None:
    reread_file = read_bytes(to_bytes(scenario, FileFormat.YAML), "any.yaml").file
    assert reread_file is not None
    data = to_bytes(reread_file.scenario, FileFormat.M44, reread_file.origin)
    assert data == to_bytes(scenario, FileFormat.M44)


@pytest.mark.parametrize("file_format", FileFormat)
@given(scenario=scenarios())
@settings(max_examples=30, deadline=None)
@pytest.mark.bulk
def test_rewriting_a_file_changes_nothing(file_format: FileFormat, scenario: Scenario) -> None:
    first = to_bytes(scenario, file_format)
    file_read = read_bytes(first, f"any.{file_format}").file
    assert file_read is not None
    assert to_bytes(file_read.scenario, file_format, file_read.origin) == first


@given(scenario=scenarios())
@settings(max_examples=30, deadline=None)
def test_m44_json_is_formatted_as_in_the_official_editor(scenario: Scenario) -> None:
    text = to_bytes(scenario, FileFormat.M44).decode()
    assert text == json.dumps(json.loads(text), indent="\t", ensure_ascii=False)
