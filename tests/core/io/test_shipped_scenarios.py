"""The shipped scenarios match the counts of pieces in the published ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import LAYOUTS, base_scenario_counts, load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.workshop.encode import encode
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.scenario_options import scenario_options
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

SHIPPED_FILES = sorted(
    path for path in scenarios_folder().iterdir() if path.suffix in (".yaml", ".m44")
)
TABLE: Mapping[str, Mapping[str, Any]] = load_yaml(Path(__file__).parent / "shipped.yaml")
CLASSES = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)
OTHER_TITLES = {"Sainte-Mère-Église": "Sainte-Mère-Eglise"}  # the file has no accent


@pytest.fixture(params=SHIPPED_FILES, ids=lambda path: path.name)
def shipped_file(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(params=TABLE)
def name(request: pytest.FixtureRequest) -> str:
    """The file name of each scenario in the base game's rulebook."""
    return str(request.param)


def scenario_of(name: str) -> Scenario:
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    return scenario


def hex_contents(scenario: Scenario) -> Iterator[Mapping[str, Any]]:
    """Yield the content of each hex as in our files, in the long form."""
    document: dict[str, Any] = encode(scenario, short=False)
    yield from document["hexes"].values()


def test_every_scenario_of_the_book_is_shipped_and_one_also_as_m44() -> None:
    assert [path.stem for path in SHIPPED_FILES if path.suffix == ".yaml"] == sorted(TABLE)
    assert [path.name for path in SHIPPED_FILES if path.suffix == ".m44"] == ["pegasus-bridge.m44"]


def test_the_readme_lists_every_shipped_file() -> None:
    rows = (scenarios_folder() / "README.md").read_text(encoding="utf-8").splitlines()
    assert {row.split("`")[1] for row in rows if row.startswith("| `")} == {
        f"{name}.yaml" for name in TABLE
    }


def test_a_shipped_file_is_in_its_normal_form(shipped_file: Path) -> None:
    result = read_file(shipped_file)
    assert result.diagnostics == ()
    assert result.scenario
    assert to_bytes(result.scenario, result.format, result.origin) == shipped_file.read_bytes()


def test_a_shipped_scenario_names_its_players_and_victory_conditions(shipped_file: Path) -> None:
    scenario = read_file(shipped_file).scenario
    assert scenario
    for player in (scenario.briefing.top, scenario.briefing.bottom):
        assert player.side
        assert player.country
        assert player.cards
        assert player.medals
    texts = scenario.texts["en"]
    assert all((texts.name, texts.historical, texts.description, texts.victory))
    assert scenario.meta == {"status": "PUBLIC", "software": "M44 Workshop"}


def test_a_scenario_with_special_rules_also_has_them_in_its_texts(name: str) -> None:
    special, options = TABLE[name]["special"], TABLE[name]["options"]
    assert bool(scenario_of(name).texts["en"].rules) or not {*special, *options} - {
        "permanent medal"
    }


def test_labels_are_single_words(shipped_file: Path) -> None:
    scenario = read_file(shipped_file).scenario
    assert scenario
    assert all(len(" ".join(lines).split()) == 1 for lines in scenario.labels.values())


def test_sides_hands_and_medals_match_the_book(name: str) -> None:
    briefing, row = scenario_of(name).briefing, TABLE[name]
    assert (briefing.top.side, briefing.bottom.side) == (Side.AXIS, Side.ALLIES)
    assert [str(briefing.begins), str(briefing.ends)] == row["days"]
    assert briefing.first == row["first"]
    assert [briefing.top.medals, briefing.bottom.medals] == row["medals"]


@pytest.mark.rule("B-SETUP-08")
def test_hands_grow_as_in_the_book(name: str) -> None:
    scenario = scenario_of(name)
    options = scenario_options(scenario)
    hand_sizes = [
        (player.cards or 0) + sum(options.extra_card_count(side, turn) for turn in range(9))
        for side, player in (
            (Side.AXIS, scenario.briefing.top),
            (Side.ALLIES, scenario.briefing.bottom),
        )
    ]
    assert hand_sizes == TABLE[name]["cards"]


def test_the_board_has_the_pieces_of_the_book(name: str) -> None:
    scenario, row = scenario_of(name), TABLE[name]
    counts: Counter[str] = Counter()
    for content in hex_contents(scenario):
        pieces = [content[k] for k in ("terrain", "structure", "obstacle") if k in content]
        counts.update(piece["is"] for piece in [*pieces, *content.get("tags", ())])
    assert counts == row["pieces"]
    assert scenario.face.value.lower() == row["face"]


def test_the_armies_match_the_book(name: str) -> None:
    catalogue, row = base_catalogue(), TABLE[name]
    units: dict[str, Counter[str]] = {"axis": Counter(), "allies": Counter()}
    figures = {"axis": [0, 0, 0], "allies": [0, 0, 0]}
    for _, unit in scenario_of(name).units():
        element = catalogue.get(unit.name, Layer.UNIT)
        assert element is not None
        assert element.nation is not None
        assert element.unit_class is not None
        side = element.nation.side.value.lower()
        units[side][element.key] += 1
        count = catalogue.unit_profile(unit.name, unit.badge, unit.behavior, unit.figures).figures
        figures[side][CLASSES.index(element.unit_class)] += count or 0
    assert units == {"axis": row["axis"], "allies": row["allies"]}
    assert figures == row["figures"]


@pytest.mark.rule("B-SETUP-10")
def test_the_special_rules_match_the_book(name: str) -> None:
    scenario, row = scenario_of(name), TABLE[name]
    rules = Counter(rule for content in hex_contents(scenario) for rule in special_rules(content))
    assert rules == row["special"]
    document: dict[str, Any] = encode(scenario, short=False)
    assert document["briefing"].get("options", {}) == row["options"]


def special_rules(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the special rules and owners of the pieces on a hex, and the kinds of its medals."""
    for key in ("terrain", "structure", "obstacle", "unit"):
        piece = content.get(key, {})
        if "behaves" in piece:
            yield piece["behaves"]
        if "owner" in piece:
            yield f"owned {piece['is']}"
    for tag in content.get("tags", ()):
        if tag.get("permanent"):
            yield "permanent medal"
        if "hexes" in tag:
            yield f"medal of {len(tag['hexes']) + 1} hexes"


@pytest.mark.rule("B-SETUP-10")
def test_the_engine_supports_every_option_of_a_shipped_scenario(name: str) -> None:
    briefing = scenario_of(name).briefing
    assert [*briefing.special_rules.foreign_rules(), *briefing.unread_conditions()] == []


def test_the_engine_supports_every_rule_of_a_shipped_scenario(name: str) -> None:
    scenario = scenario_of(name)
    assert (*engine_gaps_from_texts(scenario), *gaps(scenario)) == ()


def test_pegasus_bridge_is_the_same_in_both_formats() -> None:
    yaml_ = scenario_of("pegasus-bridge")
    file = scenarios_folder() / "pegasus-bridge.m44"
    assert yaml_ == read_file(file).scenario
    assert to_bytes(yaml_, FileFormat.M44) == file.read_bytes()


def test_no_shipped_file_has_an_unknown_key(shipped_file: Path) -> None:
    assert "m44:" not in shipped_file.read_text(encoding="utf-8")


def test_the_table_matches_the_published_files() -> None:
    rows_by_title = {row["title"]: row for row in base_scenario_counts()}
    for name, row in TABLE.items():
        title = scenario_of(name).texts["en"].name or ""
        published_row = rows_by_title.pop(OTHER_TITLES.get(title, title))
        assert dict(_published_counts(published_row)) == {
            key: row[key] for key in dict(_published_counts(published_row))
        }
    assert not rows_by_title


def _published_counts(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    catalogue = base_catalogue()
    players = row["player1"], row["player2"]
    yield "days", row["date"]
    yield "cards", [player["cards"] for player in players]
    yield "medals", [player["medals_to_win"] for player in players]
    kinds = ("terrain_tiles", "rect_terrain", "obstacles", "tags")
    counts = {name: n for kind in kinds for name, n in row[kind].items()}
    yield "pieces", {catalogue.elements[name].key: n for name, n in counts.items()}
    yield (
        "figures",
        {
            side.lower(): [row["figures"][side].get(each.value, 0) for each in CLASSES]
            for side in ("AXIS", "ALLIES")
        },
    )


@pytest.mark.bulk
def test_the_boards_of_a_public_server_have_the_same_special_rules() -> None:
    """The server's files have behaviors and options that printed scenarios only state in prose."""
    for path in LAYOUTS:
        theirs = read_file(path).scenario
        ours = theirs and _scenario_with_title(theirs.texts["en"].name or "")
        if theirs and ours:
            assert _behaviors(theirs) == _behaviors(ours), path.name
            both_options = scenario_options(theirs), scenario_options(ours)
            assert both_options[0].sudden_deaths == both_options[1].sudden_deaths, path.name
            assert both_options[0].airdrops == both_options[1].airdrops, path.name
            assert both_options[0].recon_as_air_power == both_options[1].recon_as_air_power, (
                path.name
            )
            assert both_options[0].reshuffles == both_options[1].reshuffles, path.name


def _scenario_with_title(title: str) -> Scenario | None:
    titles = {scenario_of(name).texts["en"].name or "": name for name in TABLE}
    name = {
        OTHER_TITLES.get(shipped_title, shipped_title): name
        for shipped_title, name in titles.items()
    }.get(title)
    return scenario_of(name) if name else None


def _behaviors(scenario: Scenario) -> dict[tuple[str, str], str]:
    """Return the special rules of pieces, keyed by hex name and layer, without ``hill``."""
    return {
        (scenario.board.name(hex_), layer): piece["behaves"]
        for hex_, content in zip(scenario.hexes, hex_contents(scenario), strict=True)
        for layer, piece in content.items()
        if layer != "tags" and piece.get("behaves", "hill") != "hill"
    }
