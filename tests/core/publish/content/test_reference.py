"""The reference to pieces and special rules on a sheet."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.rule_parts import TerrainKey
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece, Tag, Texts, Unit
from m44core.model.special_rules import (
    Ground,
    GungHo,
    InfantryExitCountsTwo,
    SpecialRules,
    TerrainOverride,
    TilesAs,
)
from m44core.model.unit_rules import FlaggedUnits, UnitFlag, UnitFlags
from m44core.publish.content.reference import piece_lines, reference_lines, rule_lines
from m44core.publish.content.setup_table import setup_groups
from m44core.resources import scenarios_folder, shipped_scenarios

NO_BRIEFING = Briefing()
_FOREIGN = {"Furia francese"}  # in the rulebooks of every language
_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")  # names of persons are one word


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_the_chinese_reference_contains_no_english(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    lines = reference_lines(scenario, renderer_in("zh-Hans"))
    texts = [text for line in lines for text in (line["name"].split("\uff08")[0], line["does"])]
    assert texts
    assert [text for text in texts if _WORDS.search(text) and text not in _FOREIGN] == []


def test_rules_are_explained_in_words_for_players_not_for_the_form() -> None:
    scenario = read_file(scenarios_folder() / "vassieux.yaml").scenario
    assert scenario is not None
    lines = {line["name"]: line["does"] for line in rule_lines(scenario, renderer_in("en"))}
    assert lines == {
        "Reshuffle the deck": "The discard pile is not reshuffled: the battle ends when the deck "
        "runs out.",
        "Winner when the deck runs out": "If the deck runs out before either side has won, "
        "victory goes to the Axis.",
    }


@pytest.mark.parametrize(("year", "part"), [(1941, "early war"), (1944, "late war")])
def test_weapons_with_the_same_badge_are_distinguished_by_the_part_of_the_war(
    year: int, part: str
) -> None:
    unit = HexContent(unit=Unit("infus", badge="badge37"))
    scenario = Scenario(briefing=Briefing(begins=date(year, 6, 6)), hexes={Hex(0, 0): unit})
    (line,) = piece_lines(scenario, renderer_in("en"))
    assert line["name"] == f"Anti-tank team ({part})"


def river_lines(scenario: Scenario) -> list[str]:
    lines = piece_lines(scenario, renderer_in("en"))
    return [f"{line['name']}: {line['does']}" for line in lines if "iver" in line["does"]]


def test_a_ford_is_not_called_impassable() -> None:
    river = HexContent(terrain=Piece("river", behavior="ford"))
    bend = HexContent(terrain=Piece("curve", behavior="ford"))
    scenario = Scenario(hexes={Hex(0, 0): river, Hex(2, 0): bend})
    assert river_lines(scenario) == [
        "River (ford): A river that units may enter but must stop in. They battle out of it with 1 "
        "fewer die and cannot dig in."
    ]


def test_a_rule_that_adds_to_a_piece_is_printed_with_its_usual_rules() -> None:
    wide_river = HexContent(terrain=Piece("river", behavior="wide-river"))
    names = [
        line["name"]
        for line in piece_lines(Scenario(hexes={Hex(0, 0): wide_river}), renderer_in("en"))
    ]
    assert names == ["River", "River (wide river)"]


_HILL = "Infantry and armor attacking a unit here roll 1 die fewer unless they are on a hill too."
_FOREST = "Reduces infantry attacks by 1 die and armor attacks by 2."
_LEAVES = "Units that start here may leave."


@pytest.mark.parametrize(
    ("tile", "rule", "text"),
    [
        ("woods", "", f"{_LEAVES} {_FOREST} Blocks line of sight."),
        ("pvillage", "", f"{_LEAVES} {_FOREST} Armor battles out of it with 2 fewer dice. Blocks"),
        ("hills", "", f"{_LEAVES} {_HILL} Blocks line of sight except across the same hill."),
        ("hills", "-blocking", f"{_HILL} Blocks line of sight. Artillery cannot fire over it."),
        ("mountain", "", "No unit can enter. Reduces attacks from below by 2 dice. Blocks line"),
    ],
)
def test_tiles_that_are_all_impassable_are_one_entry_without_a_rule_for_entering(
    tile: str, rule: str, text: str
) -> None:
    """Rules: S-CLOSED, S-BARRIER."""
    closed = HexContent(terrain=Piece(tile, behavior=f"impassable{rule}-hill"))
    scenario = Scenario(hexes={Hex(0, 0): closed})
    (line,) = piece_lines(scenario, renderer_in("en"))
    assert line["does"].startswith("No unit can enter.")
    assert text in line["does"]
    assert f"1 \N{MULTIPLICATION SIGN} {line['name']}" in setup_names(scenario)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_hill_that_blocks_artillery_keeps_its_effects_next_to_an_ordinary_hill(
    is_first: bool,
) -> None:
    """Rules: S-BARRIER."""
    hills = [Piece("hills", behavior="impassable-blocking-hill"), Piece("hills")]
    ordered_hills = hills if is_first else hills[::-1]
    hexes = {Hex(2 * i, 0): HexContent(terrain=hill) for i, hill in enumerate(ordered_hills)}
    lines = {
        line["name"]: line["does"] for line in piece_lines(Scenario(hexes=hexes), renderer_in("en"))
    }
    closed = lines["Hill (impassable, blocks artillery)"]
    for sentence in ("No unit can enter.", "roll 1 die fewer", "Blocks line of sight. Artillery"):
        assert sentence in closed
    assert "except across the same hill" in lines["Hill"]


def test_a_tile_that_is_impassable_only_on_some_hexes_keeps_its_usual_entry() -> None:
    closed = HexContent(terrain=Piece("woods", behavior="impassable-hill"))
    hexes = {Hex(0, 0): closed, Hex(2, 0): HexContent(terrain=Piece("woods"))}
    lines = piece_lines(Scenario(hexes=hexes), renderer_in("en"))
    assert [line["name"] for line in lines] == ["Forest", "Forest (impassable)"]
    assert "must stop on entering" in lines[0]["does"]
    assert lines[1]["does"].endswith("Only at A9.")
    assert "Only at" not in lines[0]["does"]


def test_tiles_that_all_have_the_same_rule_are_not_listed_with_their_hexes() -> None:
    bridge = Piece("bridge", behavior="block_dest")
    hexes = {Hex(0, 0): HexContent(structure=bridge), Hex(2, 0): HexContent(structure=bridge)}
    assert all(
        "Only at" not in line["does"]
        for line in piece_lines(Scenario(hexes=hexes), renderer_in("en"))
    )


def setup_names(scenario: Scenario) -> list[str]:
    render = renderer_in("en").render
    return [render(item.what) for group in setup_groups(scenario) for item in group.items]


def test_tiles_that_count_as_other_terrain_name_it() -> None:
    fords = TerrainOverride((TilesAs((TerrainKey("river"),), Ground.FORD),))
    briefing = Briefing(special_rules=SpecialRules({"terrain-override": fords}))
    river = HexContent(terrain=Piece("river"))
    (line,) = river_lines(Scenario(hexes={Hex(0, 0): river}, briefing=briefing))
    assert line.startswith("River: Counts as a ford here. A river that units may enter")


def test_the_reference_refers_fordable_rivers_to_the_special_rules() -> None:
    scenario = Scenario(
        hexes={Hex(0, 0): HexContent(terrain=Piece("river"))},
        texts={"en": Texts(rules="The River Psel is fordable.")},
    )
    (line,) = piece_lines(scenario, renderer_in("en"))
    assert (line["name"], line["does"]) == ("River", "See the special rules of this scenario.")


def test_a_river_and_its_bends_are_one_entry() -> None:
    hexes = {Hex(2 * n, 0): HexContent(terrain=Piece(name)) for n, name in enumerate(RIVER)}
    names = [line["name"] for line in piece_lines(Scenario(hexes=hexes), renderer_in("en"))]
    assert names == ["River"]


def test_roads_over_hills_and_their_bends_are_one_entry() -> None:
    tiles = ("hillcurve", "hillroad", "road")
    hexes = {Hex(2 * n, 0): HexContent(terrain=Piece(name)) for n, name in enumerate(tiles)}
    names = [line["name"] for line in piece_lines(Scenario(hexes=hexes), renderer_in("en"))]
    assert names == ["Road over a hill", "Road"]


def test_beach_and_ocean_are_explained_only_where_they_are_printed() -> None:
    lines = piece_lines(Scenario(face=Face.BEACH), renderer_in("en"))
    assert [line["name"] for line in lines] == ["Beach", "Ocean"]
    assert "cannot battle" in lines[1]["does"]
    assert piece_lines(Scenario(face=Face.COUNTRY), renderer_in("en")) == []


def test_a_trait_that_no_piece_shows_names_the_hexes_of_its_units() -> None:
    slow_armor, usual_armor = Unit("tankger", behavior="armor-move-two"), Unit("tankger")
    hexes = {Hex(0, 0): HexContent(unit=slow_armor), Hex(2, 0): HexContent(unit=usual_armor)}
    (line,) = piece_lines(Scenario(hexes=hexes), renderer_in("en"))
    assert line["name"] == "* A9", "the summary says what its title would"
    assert line["index_name"] == "Armor moves two hexes"


def test_two_traits_of_the_same_units_keep_their_titles() -> None:
    flagged = FlaggedUnits((Hex(0, 0),), (UnitFlag.NO_MEDAL, UnitFlag.FIXED))
    briefing = Briefing(special_rules=SpecialRules({"unit-flags": UnitFlags((flagged,))}))
    hexes = {Hex(0, 0): HexContent(unit=Unit("infger"))}
    scenario = Scenario(hexes=hexes, briefing=briefing)
    names = [line["name"] for line in piece_lines(scenario, renderer_in("en"))]
    assert sorted(names) == ["* Immobile (A9)", "* Worth no medal (A9)"]


def test_a_trait_that_a_special_rule_explains_is_not_explained_again() -> None:
    scenario = read_file(Path("tests/data/boards/4245-HellfirePass.m44")).scenario
    assert scenario
    names = [line["name"] for line in reference_lines(scenario, renderer_in("en"))]
    assert names.count("Italian Royal Army") == 1
    assert "British Commonwealth" not in names
    assert "British Commonwealth Command" in names


def test_a_name_that_ends_in_an_exclamation_mark_has_no_period() -> None:
    scenario = read_file(Path("tests/data/boards/1487-GuamLandings.m44")).scenario
    assert scenario
    assert rule_lines(scenario, renderer_in("en"))[0]["lead"] == "Gung Ho! "
    assert rule_lines(scenario, renderer_in("zh-Hans"))[0]["lead"] == "Gung Ho\uff01 "


def effects_by_piece(scenario: Scenario) -> dict[str, str]:
    return {line["name"]: line["does"] for line in piece_lines(scenario, renderer_in("en"))}


def test_a_bridge_over_ice_saves_the_roll_and_does_nothing_else() -> None:
    """Rule: TH-ICE-02."""
    bridge, ice_tile = Piece("bridge"), Piece("wriver")
    ice = Scenario(hexes={Hex(0, 0): HexContent(terrain=ice_tile, structure=bridge)})
    assert "rolls no dice" in effects_by_piece(ice)["Bridge"]
    water = HexContent(terrain=Piece("river"), structure=bridge)
    both_hexes = Scenario(hexes={**ice.hexes, Hex(2, 0): water})
    assert (
        effects_by_piece(both_hexes)["Bridge"]
        == "Lets units enter the river hex it is on. No other effect."
    )


@pytest.mark.rule("TH-HQ-01", "TH-HQ-02", "TH-HQ-04")
@pytest.mark.parametrize(
    ("owner", "end"), [(Side.ALLIES, "Owner here: the Allies."), (None, "It has no owner here.")]
)
def test_a_tent_names_the_side_that_it_costs_a_card(owner: Side | None, end: str) -> None:
    tent = HexContent(terrain=Piece("pheadquarter", owner=owner), unit=Unit("infger"))
    does = effects_by_piece(Scenario(hexes={Hex(0, 0): tent}))["HQ and supply tent"]
    assert "draws a card when it retakes the tent" in does
    assert does.endswith(end)


@pytest.mark.rule("TH-HOSP-02")
def test_a_hospital_says_which_dice_regain_figures() -> None:
    hospital = Scenario(hexes={Hex(0, 0): HexContent(terrain=Piece("phospital"))})
    assert "for each infantry symbol and each star." in effects_by_piece(hospital)["Hospital"]


@pytest.mark.rule("O-PBLITZ")
def test_the_slow_armor_of_both_sides_is_stated() -> None:
    cauldron = read_file(Path("tests/data/boards/4237-IntoTheCauldron.m44")).scenario
    assert cauldron is not None
    lines = {line["name"]: line["does"] for line in rule_lines(cauldron, renderer_in("en"))}
    assert lines["Partial blitz rules"] == (
        "Axis armor moves at most two hexes. Allied armor moves at most two hexes."
    )


@pytest.mark.rule("TH-GUNG-02")
def test_gung_ho_adds_no_order_to_cards_for_all_units_of_a_kind() -> None:
    briefing = Briefing(special_rules=SpecialRules({"gung-ho": GungHo(True)}))
    lines = rule_lines(Scenario(briefing=briefing), renderer_in("en"))
    (does,) = [line["does"] for line in lines if line["name"] == "Gung Ho!"]
    assert "Cards that order all units of a kind stay the same." in does


@pytest.mark.parametrize(
    ("bunkers", "end"),
    [
        ({"A9": (None, "infger")}, "Owner here: the Axis."),
        ({"A9": (Side.ALLIES, "infger")}, "Owner here: the Allies."),
        ({"A9": (None, None)}, "It has no owner here and protects no unit."),
        (
            {"B9": (None, "infger"), "A9": (None, "infger"), "C9": (Side.ALLIES, None)},
            "Owner at A9, B9: the Axis. Owner at C9: the Allies.",
        ),
    ],
)
def test_a_bunker_says_whom_it_protects(
    bunkers: dict[str, tuple[Side | None, str | None]], end: str
) -> None:
    """Rules: B-BUN-03, B-BUN-06."""
    hexes = {
        Hex(2 * "ABC".index(name[0]), 0): HexContent(
            structure=Piece("bunker", owner=owner), unit=Unit(unit) if unit else None
        )
        for name, (owner, unit) in bunkers.items()
    }
    assert effects_by_piece(Scenario(hexes=hexes))["Bunker"].endswith(
        f"Blocks line of sight. {end}"
    )


def test_printed_ground_names_its_rows() -> None:
    """Rule: B-FACE-05."""
    ground_effects = effects_by_piece(Scenario(board=BOARDS[BoardType.OVERLORD], face=Face.BEACH))
    assert ground_effects["Beach"].endswith("Printed on rows 3 to 5.")
    assert ground_effects["Ocean"].endswith("Printed on rows 1 to 2.")


def rule_texts_by_name(scenario: Scenario) -> dict[str, str]:
    return {line["name"]: line["does"] for line in rule_lines(scenario, renderer_in("en"))}


def test_boards_with_rules_of_their_own_explain_them() -> None:
    """Rules: BT-OTM-01, BT-SET-02, B-VAR-OVL-02, OVL-DECK-02."""
    assert rule_texts_by_name(Scenario()) == {}
    breakthrough = rule_texts_by_name(Scenario(board=BOARDS[BoardType.BREAKTHROUGH]))
    assert "on the move" in breakthrough["Breakthrough"]
    assert breakthrough["Deck"] == "Breakthrough deck, 80 cards."
    overlord = rule_texts_by_name(Scenario(board=BOARDS[BoardType.OVERLORD]))
    assert "commander-in-chief, who holds all cards" in overlord["Overlord"]
    assert overlord["Deck"] == "Two standard decks, 120 cards."


def test_a_deck_that_the_scenario_names_says_what_it_replaces() -> None:
    """Rule: O-DECK."""
    scenario = read_file(Path("tests/data/boards/12449-RzhevTheMeatGrinder.m44")).scenario
    assert scenario is not None
    assert rule_texts_by_name(scenario)["Deck"] == (
        "Deck without Air Power, 60 cards. In place of Air Power: Artillery Bombard."
    )


RIVER = ("curve", "river", "riverFL", "riverFR", "riverY")


def test_special_forces_of_both_sides_are_one_entry() -> None:
    units = {
        Hex(0, 0): HexContent(unit=Unit("inf2ger", badge="badge4")),
        Hex(2, 0): HexContent(unit=Unit("inf2us", badge="badge1")),
    }
    names = [line["name"] for line in piece_lines(Scenario(hexes=units), renderer_in("en"))]
    assert names == ["Special forces"]


def star_entry(texts: Texts, briefing: Briefing = NO_BRIEFING) -> str:
    """Return the explanation of a battle star on the sheet of a scenario with *texts*."""
    star = {Hex(0, 0): HexContent(tags=(Tag("tag1"),))}
    scenario = Scenario(hexes=star, texts={"en": texts}, briefing=briefing)
    (line,) = piece_lines(scenario, renderer_in("en"))
    return line["does"]


def test_the_battle_star_of_wittmann_names_him() -> None:
    scenario = read_file(Path("tests/data/boards/17-VillersBocage.m44")).scenario
    assert scenario
    assert effects_by_piece(scenario)["Battle star"] == "Marks Wittmann's unit."


def test_a_battle_star_of_a_scenario_with_rules_alone_refers_to_no_text() -> None:
    rules = SpecialRules({"infantry-exit-counts-two": InfantryExitCountsTwo(True)})
    briefing = Briefing(special_rules=rules)
    assert star_entry(Texts(name="Orne"), briefing).endswith("drop zones and so on.")


def test_a_battle_star_that_no_text_explains_says_so() -> None:
    assert "The text of this scenario does not explain it" in star_entry(Texts(name="Orne"))
    assert "The scenario explains" in star_entry(Texts(rules="Boats start at the stars."))


def test_an_erg_says_itself_what_it_does_as_a_hill() -> None:
    """Rules: TH-ERG-01, B-HILL-01."""
    erg = {Hex(0, 0): HexContent(terrain=Piece("dridge"))}
    (line,) = piece_lines(Scenario(hexes=erg), renderer_in("en"))
    for words in ("must stop", "1 die fewer unless they are on a hill or ridge too", "Blocks"):
        assert words in line["does"]


def test_a_destroyer_names_its_dice() -> None:
    ship = {Hex(0, 0): HexContent(structure=Piece("pdestroyer"))}
    lines = piece_lines(Scenario(hexes=ship), renderer_in("en"))
    (does,) = (line["does"] for line in lines if line["name"] == "Destroyer")
    assert does.endswith("Dice by range: 3, 3, 2, 2, 1, 1, 1, 1.")


def test_a_hill_with_the_hill_behavior_is_one_entry() -> None:
    hill = {Hex(0, 0): HexContent(terrain=Piece("hills", behavior="hill"))}
    lines = piece_lines(Scenario(hexes=hill), renderer_in("en"))
    assert [line["name"] for line in lines] == ["Hill"]


def test_traits_that_do_not_rename_a_unit_keep_the_line_of_its_kind() -> None:
    british, engineers = Unit("inf2brit"), Unit("inf2us", badge="badge6")
    scenario = Scenario(
        hexes={Hex(0, 0): HexContent(unit=british), Hex(2, 0): HexContent(unit=Unit("tank2brit"))}
    )
    names = [line["name"] for line in piece_lines(scenario, renderer_in("en"))]
    assert names == ["British Commonwealth", "Special forces", "Elite armor"]
    scenario = Scenario(hexes={Hex(0, 0): HexContent(unit=engineers)})
    (line,) = piece_lines(scenario, renderer_in("en"))
    assert line["name"] == "Combat engineers", "they battle as infantry (TH-ENG-01)"
    assert line["does"].endswith(
        "This applies to units with this badge even if they have special-forces figures."
    )
    usual_engineers = HexContent(unit=Unit("infus", badge="badge12"))
    (line,) = piece_lines(Scenario(hexes={Hex(0, 0): usual_engineers}), renderer_in("en"))
    assert "special-forces" not in line["does"]


def test_battle_stars_with_units_that_carry_the_same_name_what_it_is() -> None:
    for name, unit in (
        ("1302-NijmegenBridges", "boat"),
        ("3496-BreakthroughToGembloux", "motorized"),
    ):
        scenario = read_file(Path(f"tests/data/boards/{name}.m44")).scenario
        assert scenario
        assert effects_by_piece(scenario)["Battle star"] == (
            f"In this scenario, marks units of this type: {unit}."
        )


@pytest.mark.rule("TH-DROP-03")
def test_battle_stars_on_the_targets_of_an_air_drop_name_the_rule() -> None:
    scenario = read_file(Path("tests/data/boards/6687-DropInTheNight82nd.m44")).scenario
    assert scenario
    expected = "Marks the hexes named in this special rule: Air drop."
    assert effects_by_piece(scenario)["Battle star"] == expected
