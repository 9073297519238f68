"""The setup on a sheet: everything on the board, once, in the order of placement."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.model.exit_markers import is_exit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    SIDES,
    Briefing,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.publish.content.objective_lines import goals_of
from m44core.publish.content.reference import rule_lines
from m44core.publish.content.setup_table import picture_name, setup_groups
from m44core.publish.content.sheet_content import side_summaries
from m44core.publish.piece_pictures import sheet_piece_pictures

CORPUS = sorted(Path("tests/data/boards").glob("*.m44"))
EN = renderer_in("en")
SHORT = "These boxes do not hold enough; borrow the rest"
RIVER = ("curve", "river", "riverFL", "riverFR", "riverY")


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def setup_lines(scenario: Scenario) -> list[str]:
    groups = (items for group in setup_groups(scenario) for items in group.items)
    return [f"{EN.sentence(item.what)}: {' '.join(item.hexes)}" for item in groups if item.hexes]


@pytest.mark.bulk
def test_every_piece_of_every_board_is_listed_once_per_placement(
    subtests: pytest.Subtests,
) -> None:
    assert CORPUS
    for path in CORPUS:
        with subtests.test(path.stem):
            scenario = scenario_of(path)
            groups = setup_groups(scenario)
            listed_counts = Counter(name for g in groups for item in g.items for name in item.hexes)
            placed_counts = Counter[str]()
            for hex_, content in scenario.hexes.items():
                pieces = (content.terrain, content.structure, content.obstacle, content.unit)
                exits = [tag.name for tag in content.tags if is_exit(tag, scenario.catalogue)]
                tags = len(content.tags) - len(exits) + len({*exits})  # one of a kind is enough
                placed_counts[scenario.board.name(hex_)] = sum(map(bool, pieces)) + tags
            assert listed_counts == +placed_counts


@pytest.mark.parametrize("code", languages())
def test_both_ends_of_a_row_of_exits_name_its_side(code: str) -> None:
    row = tuple(Hex(col, 0) for col in (2, 4, 6))
    start = Tag("tag5", "exit-marker", Side.AXIS, group=row)
    tags = {row[0]: HexContent(tags=(start,)), row[-1]: HexContent(tags=(Tag("tag5"),))}
    items = setup_groups(Scenario(hexes=tags))[-1].items
    assert [item.hexes for item in items] == [("B9", "D9")]
    assert renderer_in(code).render(SIDES[Side.AXIS]) in renderer_in(code).sentence(items[0].what)


def test_hexes_are_in_reading_order_and_counted() -> None:
    wood = HexContent(terrain=Piece("woods"))
    scenario = Scenario(hexes={Hex(4, 2): wood, Hex(2, 0): wood, Hex(0, 2): wood, Hex(1, 1): wood})
    assert setup_lines(scenario) == ["4 × Forest: B9 a8 A7 C7"]


def test_a_river_with_bends_and_forks_is_one_item() -> None:
    hexes = {Hex(2 * n, 0): HexContent(terrain=Piece(name)) for n, name in enumerate(RIVER)}
    assert setup_lines(Scenario(hexes=hexes)) == ["5 × River: A9 B9 C9 D9 E9"]


def test_the_tiles_of_a_river_are_listed_by_their_pictures() -> None:
    names = ("river", "river", "river", "curve")
    hexes = {Hex(2 * n, 0): HexContent(terrain=Piece(name)) for n, name in enumerate(names)}
    ((item,),) = (group.items for group in setup_groups(Scenario(hexes=hexes))[1:])
    assert [(art.name, names) for art, names in item.tiles] == [
        ("river", ("A9", "B9", "C9")),
        ("curve", ("D9",)),
    ]
    assert item.art is not None
    assert item.art.name == "river"


def test_tiles_that_all_look_alike_need_no_further_pictures() -> None:
    wood = HexContent(terrain=Piece("woods"))
    (item,) = setup_groups(Scenario(hexes={Hex(0, 0): wood, Hex(2, 0): wood}))[1].items
    assert item.tiles == ()


def test_units_are_listed_from_the_top_edge_by_infantry_armor_and_artillery() -> None:
    names = ("gunus", "tankus", "infus", "gunger", "tankger", "infger")
    hexes = {Hex(2 * n, 0): HexContent(unit=Unit(name)) for n, name in enumerate(names)}
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS))
    assert [
        line.split(" with ")[0] for line in setup_lines(Scenario(hexes=hexes, briefing=briefing))
    ] == [
        "1 × American infantry",
        "1 × American armor",
        "1 × American artillery",
        "1 × German infantry",
        "1 × German armor",
        "1 × German artillery",
    ]


def test_armor_with_a_special_move_is_a_separate_item() -> None:
    slow_armor, usual_armor = Unit("tankger", behavior="armor-move-two"), Unit("tankger")
    hexes = {Hex(0, 0): HexContent(unit=slow_armor), Hex(2, 0): HexContent(unit=usual_armor)}
    assert setup_lines(Scenario(hexes=hexes)) == [
        "1 × German armor with 3 figures; armor moves two hexes: A9",
        "1 × German armor with 3 figures: B9",
    ]


def test_what_a_unit_may_do_is_set_apart_from_what_it_is() -> None:
    unit = Unit("tank2ger", figures=1, equipment="wittmann", behavior="can-ignore-one-flag")
    assert setup_lines(Scenario(hexes={Hex(0, 0): HexContent(unit=unit)})) == [
        "1 × German elite armor with 1 figure, Wittmann, Tiger; may ignore one flag: A9"
    ]


def test_a_badge_that_says_no_more_than_the_unit_is_not_named_again() -> None:
    units = (Unit("tank2ger", badge="badge4"), Unit("tank2ger", badge="badge10"))
    hexes = {Hex(2 * i, 0): HexContent(unit=unit) for i, unit in enumerate(units)}
    assert setup_lines(Scenario(hexes=hexes)) == [
        "1 × German elite armor with 4 figures, with badge: A9",
        "1 × German elite armor with 4 figures, Afrika Korps badge: B9",
    ]


def test_a_tiger_identified_only_by_its_figures_is_named() -> None:
    unit = HexContent(unit=Unit("tank2ger", figures=1))
    assert setup_lines(Scenario(hexes={Hex(0, 0): unit})) == [
        "1 × German elite armor with 1 figure, Tiger: A9"
    ]


@pytest.mark.parametrize(
    ("kind", "face", "box"),
    [
        (BoardType.STANDARD, Face.WINTER, "Winter and desert board"),
        (BoardType.BREAKTHROUGH, Face.COUNTRY, "Breakthrough boards"),
    ],
)
def test_the_box_of_a_special_board_is_among_the_needed_boxes(
    kind: BoardType, face: Face, box: str
) -> None:
    first = setup_groups(Scenario(board=BOARDS[kind], face=face))[0].items[0]
    assert EN.render(first.what) == f"Boxes needed: 1 copy of the base game, {box}"


@pytest.mark.parametrize(
    ("briefing", "line"),
    [
        (
            Briefing(top=Player(Side.AXIS), bottom=Player(Side.ALLIES)),
            "Seat the Axis at the top edge and the Allies at the bottom edge",
        ),
        (Briefing(bottom=Player(Side.ALLIES)), "Seat the Allies at the bottom edge"),
        (Briefing(top=Player(Side.AXIS)), "Seat the Axis at the top edge"),
    ],
)
def test_the_seats_of_both_players_are_on_one_line(briefing: Briefing, line: str) -> None:
    items = setup_groups(Scenario(briefing=briefing))[0].items
    assert [text for item in items if "Seat" in (text := EN.sentence(item.what))] == [line]


def test_pieces_that_one_base_game_lacks_are_named() -> None:
    town = HexContent(terrain=Piece("buildings"))
    hexes = dict.fromkeys(BOARDS[BoardType.STANDARD].hexes[:11], town)
    item_texts = [EN.render(item.what) for item in setup_groups(Scenario(hexes=hexes))[0].items]
    assert f"{SHORT}: town (11 needed, 9 available)" in item_texts


def test_pieces_with_a_special_rule_or_an_owner_are_separate_items() -> None:
    wall = Piece("sand", owner=Side.ALLIES, behavior="seawall")
    hexes = {Hex(0, 0): HexContent(obstacle=wall), Hex(2, 0): HexContent(obstacle=Piece("sand"))}
    assert setup_lines(Scenario(hexes=hexes)) == [
        "1 × Sandbags (sea wall) (Allies): A9",
        "1 × Sandbags: B9",
    ]


@pytest.mark.rule("B-BUN-06")
def test_a_bunker_whose_owner_is_not_stated_is_listed_with_the_side_of_its_unit() -> None:
    occupied_bunker = HexContent(structure=Piece("bunker"), unit=Unit("infger"))
    scenario = Scenario(
        hexes={Hex(0, 0): occupied_bunker, Hex(2, 0): HexContent(structure=Piece("bunker"))}
    )
    assert setup_lines(scenario)[:2] == ["1 × Bunker (Axis): A9", "1 × Bunker: B9"]


def test_a_medal_that_counts_twice_is_listed_with_its_value() -> None:
    medal = Tag("medal2", medal=MedalTerms(counts_for=2))
    hexes = {Hex(0, 0): HexContent(tags=(medal,)), Hex(2, 0): HexContent(tags=(Tag("medal2"),))}
    assert setup_lines(Scenario(hexes=hexes)) == [
        "1 × Axis medal, worth 2 medals: A9",
        "1 × Axis medal: B9",
    ]


def test_a_medal_has_the_same_picture_in_all_lists() -> None:
    medal = Tag("medal2", medal=MedalTerms(permanent=True))
    kept = Scenario(hexes={Hex(0, 0): HexContent(tags=(medal,))})
    (goal,) = goals_of(kept)
    assert setup_groups(kept)[-1].items[0].art == goal.art
    assert "permanent" in goal.art.detail


def test_a_badge_is_listed_with_its_unit() -> None:
    unit = Unit("inf2us", badge="badge2")
    (line,) = setup_lines(Scenario(hexes={Hex(0, 0): HexContent(unit=unit)}))
    assert line == "1 × American special forces with 4 figures, US Rangers badge: A9"


def test_the_needed_boxes_are_at_the_top_with_the_pieces_needed_from_them() -> None:
    first = setup_groups(scenario_of(Path("tests/data/boards/1311-BugRiver.m44")))[0]
    assert [EN.sentence(item.what) for item in first.items[:3]] == [
        "Boxes needed: 1 copy of the base game, Eastern Front, Terrain Pack",
        "Eastern Front: Soviet armor, Soviet infantry, Commissar token for the Allies",
        "Terrain Pack: field bunker, railroad, railroad station, locomotive, wagon",
    ]


def test_a_box_with_many_kinds_of_pieces_names_them_all() -> None:
    first = setup_groups(scenario_of(Path("tests/data/boards/12449-RzhevTheMeatGrinder.m44")))[0]
    assert EN.sentence(first.items[1].what) == (
        "Eastern Front: winter village, winter hill, winter forest, frozen river, city ruins, "
        "Soviet armor, Soviet artillery, Soviet infantry, combat engineers, Soviet special forces, "
        "Soviet Guards badge, sniper, Soviet medal"
    )


@pytest.mark.parametrize(
    ("unit", "country", "line"),
    [
        ("infger", "FI", "Finland: use the German figures"),
        ("infus", "GB", "Great Britain: use the American figures"),
        ("infger", "DE", "1 × German infantry with 4 figures"),
        ("infbrit", "CA", "1 × British infantry with 4 figures"),
        ("infus", None, "1 × American infantry with 4 figures"),
    ],
)
def test_the_figures_of_another_nation_are_named(unit: str, country: str | None, line: str) -> None:
    side = Side.AXIS if unit == "infger" else Side.ALLIES
    briefing = Briefing(top=Player(side, country=country))
    units = {Hex(0, 0): HexContent(unit=Unit(unit))}
    _, army = setup_groups(Scenario(hexes=units, briefing=briefing))
    assert EN.sentence(army.items[0].what) == line


@pytest.mark.parametrize(
    ("unit", "country", "line"),
    [
        (Unit("infus"), "FR", "1 × Infantry with 4 figures"),
        (
            Unit("inf2us", badge="badge1"),
            "GB",
            "1 × Special forces with 4 figures, British airborne badge",
        ),
        (
            Unit("inf2us", badge="badge1"),
            None,
            "1 × Special forces with 4 figures, British airborne badge",
        ),
        (
            Unit("inf2us", badge="badge1"),
            "US",
            "1 × Special forces with 4 figures, British airborne badge",
        ),
        (Unit("gunus"), "CA", "1 × Artillery with 2 figures"),
    ],
)
def test_figures_that_stand_for_another_nation_are_not_called_american(
    unit: Unit, country: str | None, line: str
) -> None:
    briefing = Briefing(top=Player(Side.ALLIES, country=country))
    hexes = {Hex(0, 0): HexContent(unit=unit)}
    _, army = setup_groups(Scenario(hexes=hexes, briefing=briefing))
    whose, unit_line = (EN.sentence(item.what) for item in army.items)
    assert whose.endswith(": use the American figures")
    assert unit_line == line


@pytest.mark.rule("B-SPEC-03")
@pytest.mark.parametrize(
    ("unit", "name"),
    [
        (Unit("inf2us", figures=3), "French Resistance with 3 figures"),
        (Unit("inf2us", badge="badge3"), "French Resistance with 3 figures, with badge"),
        (Unit("tank2us", badge="badge3"), "Elite armor with 4 figures, French Resistance badge"),
    ],
)
def test_units_are_not_called_by_figures_that_mean_something_else(unit: Unit, name: str) -> None:
    lines = setup_lines(Scenario(hexes={Hex(0, 0): HexContent(unit=unit)}))
    assert lines == [f"1 × {name}: A9"]


def test_all_units_of_a_side_that_badges_name_go_without_the_nation_of_their_figures() -> None:
    scenario = scenario_of(Path("tests/data/boards/4-SwordBeach.m44"))
    assert [side["country"] for side in side_summaries(scenario, EN)] == [
        "Germany",
        "Great Britain",
    ]
    army = next(group for group in setup_groups(scenario) if str(group.title) == "Allied units")
    lines = [EN.sentence(item.what) for item in army.items]
    assert lines[0] == "Great Britain: use the American figures"
    assert not any("American" in line for line in lines[1:])


def test_a_rule_names_the_units_of_a_nation_without_figures_by_their_kind() -> None:
    scenario = scenario_of(Path("tests/data/boards/3-SainteMereEglise.m44"))
    bottom = replace(scenario.briefing.bottom, country="GB")
    british = replace(scenario, briefing=replace(scenario.briefing, bottom=bottom))
    for shown, kind in ((scenario, "(American infantry)"), (british, "(infantry)")):
        (rule,) = (line for line in rule_lines(shown, EN) if line["name"] == "Air drop")
        assert kind in rule["does"]


def test_figures_of_a_third_nation_keep_their_name() -> None:
    briefing = Briefing(top=Player(Side.ALLIES, country="GB"))
    units = {
        Hex(0, 0): HexContent(unit=Unit("infus", badge="badge1")),
        Hex(2, 0): HexContent(unit=Unit("infru")),
    }
    _, army = setup_groups(Scenario(hexes=units, briefing=briefing))
    names = [EN.sentence(item.what) for item in army.items]
    assert "1 × Soviet infantry with 4 figures" in names


def test_the_boxes_needed_count_the_figures_of_units_that_arrive_later() -> None:
    path = Path("tests/data/boards/6687-DropInTheNight82nd.m44")
    first = setup_groups(scenario_of(path))[0]
    short = "river (21 needed, 20 available), Allied infantry figures (52 needed, 42 available)"
    assert f"{SHORT}: {short}" in [EN.sentence(item.what) for item in first.items]


def test_a_ship_is_listed_with_its_side() -> None:
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS))
    ships = {
        Hex(0, 0): HexContent(structure=Piece("pdestroyer")),
        Hex(2, 0): HexContent(structure=Piece("pdestroyer", owner=Side.ALLIES)),
    }
    found = setup_lines(Scenario(hexes=ships, briefing=briefing))
    assert found == ["1 × Destroyer (Axis): A9", "1 × Destroyer (Allies): B9"]


def test_hills_with_and_without_the_hill_behavior_are_one_item() -> None:
    hills = {
        Hex(0, 0): HexContent(terrain=Piece("hills")),
        Hex(2, 0): HexContent(terrain=Piece("hills", behavior="hill")),
    }
    assert setup_lines(Scenario(hexes=hills)) == ["2 × Hill: A9 B9"]


def test_units_that_arrive_later_are_listed_with_their_army() -> None:
    groups = setup_groups(scenario_of(Path("tests/data/boards/18261-SovietRaidOnGrigorevka.m44")))
    (army,) = (group for group in groups if EN.sentence(group.title) == "Allied units")
    assert EN.sentence(army.items[-1].what) == (
        "6 × Soviet special forces with 4 figures, Soviet Guards badge, next to the board until "
        "arrival"
    )
    assert army.items[-1].art is not None


def test_pieces_that_may_face_any_way_are_named_but_trains_are_not() -> None:
    pieces = {
        Hex(0, 0): HexContent(obstacle=Piece("wire", 2)),
        Hex(2, 0): HexContent(structure=Piece("loco")),
        Hex(4, 0): HexContent(obstacle=Piece("hedgehog")),
    }
    last = setup_groups(Scenario(hexes=pieces))[0].items[-1]
    assert EN.sentence(last.what) == "These can face any way: wire."


def test_markers_that_rules_need_next_to_the_board_are_listed() -> None:
    (*_, markers) = setup_groups(scenario_of(Path("tests/data/boards/12496-BattleOfKalatch.m44")))
    assert EN.sentence(markers.items[-1].what) == (
        "1 × Commissar token for the Allies, next to the board"
    )


def test_each_piece_has_a_picture_with_a_size() -> None:
    scenario = scenario_of(Path("tests/data/boards/13-OmahaBeachOverlord.m44"))
    pictures = sheet_piece_pictures(scenario)
    items = [item for group in setup_groups(scenario) for item in group.items if item.hexes]
    assert {picture_name(item.art) for item in items if item.art} <= pictures.keys()
    for svg in pictures.values():
        root = ElementTree.fromstring(svg)
        assert float(root.attrib["width"]) > 10
        assert float(root.attrib["height"]) > 10


def test_a_piece_that_is_not_in_the_catalogue_is_listed() -> None:
    odd_scenario = Scenario(hexes={Hex(0, 0): HexContent(terrain=Piece("nowhere"))})
    assert setup_lines(odd_scenario) == ["1 × nowhere: A9"]
