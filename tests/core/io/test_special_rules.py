"""Special rules are written in our own form if it can express them, otherwise as in .m44 files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.core.m44_special_rules import briefing_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.catalogue.command_cards import load_cards
from m44core.catalogue.entries import DATA, read_entries
from m44core.errors import CatalogueError
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.io.m44.encode import to_m44_value, written_options, written_victory
from m44core.io.schema.schemas import read_schema, rule_labels
from m44core.io.schema_generation.generate import with_rule_table
from m44core.io.schema_generation.rule_schemas import (
    m44_example,
    m44_rule_schema,
    rule_table,
    workshop_rule_schema,
)
from m44core.io.vocabulary import m44_rules as m44
from m44core.io.vocabulary.codes import key_for, word_for
from m44core.io.vocabulary.unknown_rules import BEHAVIORS
from m44core.io.workshop import workshop_rules as workshop
from m44core.model.rule_declarations import (
    CardShape,
    ChoiceShape,
    Declarations,
    HexShape,
    ListShape,
    NumberShape,
    RecordShape,
    Shape,
    SideShape,
    SwitchShape,
    TerrainShape,
    UnitShape,
    declarations,
    make_declaration,
)
from m44core.model.rule_parts import CardKey, Count, SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing
from m44core.model.special_rules import RULES, ForeignRule, SpecialRules
from m44core.model.unit import Unit

BOARD = BOARDS[BoardType.STANDARD]
DOCS = Path(__file__).parents[3] / "docs" / "file-format.md"
DROP = {"side": "ALLIES", "range": 4, "nbr_units": 4, "center": "G5", "unit": {"name": "infus"}}
DEATH = {"side": "ALLIES", "number": 2, "group": ["g8", "G9"]}


def options_line(briefing: Briefing) -> str:
    text = to_text(Scenario(briefing=briefing), FileFormat.YAML)
    return next(line.strip() for line in text.splitlines() if line.startswith("  options:"))


def read_with_options(options: str) -> Scenario:
    text = f"format: 1\nboard: {{type: standard}}\nbriefing:\n  options: {options}\nhexes: {{}}\n"
    scenario = read_bytes(text.encode(), "some.yaml").scenario
    assert scenario is not None
    return scenario


def codes_and_pointers(options: str) -> list[tuple[str, str]]:
    text = f"format: 1\nboard: {{type: standard}}\nbriefing:\n  options: {options}\nhexes: {{}}\n"
    return [(d.code, d.pointer or "") for d in read_bytes(text.encode(), "some.yaml").diagnostics]


def written_m44_options(rules: SpecialRules) -> dict[str, Any]:
    return written_options(rules, BOARD, {})


@pytest.mark.parametrize(
    ("m44_rules", "yaml"),
    [
        (
            {"airdrop": DROP},
            "{air-drop: {side: allies, range: 4, units: 4, center: G5, unit: american-infantry}}",
        ),
        (
            {"airdrop": {**DROP, "unit": {"name": "inf2us", "badge": "badge2"}}},
            "{air-drop: {side: allies, range: 4, units: 4, center: G5, "
            "unit: {is: american-special-forces, badge: us-rangers}}}",
        ),
        ({"deck_reshuffling": False}, "{deck-reshuffling: false}"),
        ({"deck_out_winner": "AXIS"}, "{deck-out-winner: axis}"),
        ({"draw_extra": {"AXIS": [[1, 2]]}}, "{draw-extra: {axis: [{after-turn: 1, cards: 2}]}}"),
        ({"hill317": ["L5", "k4"]}, "{hill-317: [L5, k4]}"),
        ({"air_strikes_rules": "ALLIES"}, "{air-strikes: allies}"),
        ({"infantry_exit_counts_2": True}, "{infantry-exit-counts-two: true}"),
        (
            {"must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1}},
            "{must-exit: {side: axis, units: 1}}",
        ),
        ({"card_ban": {"ALLIES": ["air-power"]}}, "{card-ban: {allies: [air-power]}}"),
        ({"no_elimination_medals": "AXIS"}, "{no-elimination-medals: axis}"),
    ],
)
def test_a_rule_is_written_in_readable_words(m44_rules: dict[str, Any], yaml: str) -> None:
    briefing = briefing_of(m44_rules)
    assert options_line(briefing) == f"options: {yaml}"
    assert read_with_options(yaml).briefing == briefing
    assert written_m44_options(briefing.special_rules) == m44_rules


def test_sudden_death_is_a_workshop_option_and_an_m44_victory_condition() -> None:
    victory = {"condition": [{"group_sudden_death": {**DEATH}}]}
    briefing = briefing_of(victory=victory)
    yaml = "{sudden-death: [{side: allies, needed: 2, hexes: [g8, G9]}]}"
    assert options_line(briefing) == f"options: {yaml}"
    assert read_with_options(yaml).briefing == briefing
    assert written_victory(briefing.special_rules, None, BOARD, {}) == victory
    sudden_death = {**DEATH, "at_once": True}
    at_once = briefing_of(victory={"condition": [{"group_sudden_death": sudden_death}]})
    assert "hexes: [g8, G9], at-once: true}" in options_line(at_once)


def test_an_invalid_condition_leaves_all_conditions_as_written() -> None:
    """Reading keeps invalid values unchanged."""
    valid, invalid = {**DEATH, "number": "2"}, {**DEATH, "group": ["Z99"]}
    conditions = [{"group_sudden_death": valid}, {"group_sudden_death": invalid}]
    (stated_rule,) = briefing_of(victory={"condition": conditions}).special_rules.stated.values()
    assert isinstance(stated_rule, ForeignRule)
    assert [death["needed"] for death in stated_rule.value] == ["2", 2]


@pytest.mark.parametrize(
    "m44_rules",
    [
        {"house_rule": True},
        {"airdrop": {**DROP, "nbr_units": [3, 3, 3], "nbr_drops": 2}},
        {"airdrop": {**DROP, "behavior": "ALL_AT_ONCE"}},
        {"airdrop": {**DROP, "unit": {"name": "infus", "behavior": "X"}}},
        {"hill317": True},
        {"draw_extra": {"AXIS": [[1]]}},
        {"deck_out_winner": "nobody"},
        {"card_ban": {"AXIS": ["no-card"]}},
    ],
)
def test_rules_our_format_cannot_express_keep_their_m44_form(m44_rules: dict[str, Any]) -> None:
    briefing = briefing_of(m44_rules)
    assert workshop.written_rules(briefing.special_rules, BOARD) == m44_rules
    assert written_m44_options(briefing.special_rules) == m44_rules


def test_a_key_that_looks_like_a_workshop_word_is_kept_separately() -> None:
    odd_options = {"air-drop": 1, "sudden-death": 2, "m44:x": 3, "group_sudden_death": 4}
    rules = briefing_of(odd_options).special_rules
    assert [*rules.stated] == [
        "m44:air-drop",
        "m44:sudden-death",
        "m44:m44:x",
        "group_sudden_death",
    ]
    assert written_m44_options(rules) == odd_options


@pytest.mark.parametrize("other", [{"hold_out": 9}, {"group_sudden_death": 5}, "all"])
def test_victory_conditions_of_other_kinds_are_unchanged(other: object) -> None:
    briefing = briefing_of(victory={"condition": [{"group_sudden_death": DEATH}, other]})
    assert briefing.extra == {"victory": {"condition": [other]}}
    text = to_text(Scenario(briefing=briefing), FileFormat.YAML)
    assert read_bytes(text.encode(), "some.yaml").scenario == Scenario(briefing=briefing)


def test_rules_keep_their_original_form_while_their_meaning_is_unchanged() -> None:
    m44_options = {"hill317": ["L5", "k4", "L5"], "draw_extra": {"AXIS": [["1", "1"]]}}
    victory = {"condition": [{"group_sudden_death": {**DEATH, "number": "2"}}]}
    tree = {
        "game_info": {"options": m44_options, "victory": victory},
        "board": {"type": "STANDARD"},
    }
    file = read_bytes(json.dumps(tree).encode(), "some.m44").file
    assert file is not None
    yaml = to_text(file.scenario, FileFormat.YAML, file.origin)
    file_read = read_bytes(yaml.encode(), "some.yaml").file
    assert file_read is not None
    game_info = json.loads(to_text(file_read.scenario, FileFormat.M44, file_read.origin))[
        "game_info"
    ]
    assert (game_info["options"], game_info["victory"]) == (m44_options, victory)


@pytest.mark.parametrize(
    ("key", "value", "m44_value"),
    [
        (
            "air-drop",
            {"side": "allies", "units": 4, "range": 9, "odd": 1, "unit": "american-infantry"},
            {"side": "ALLIES", "nbr_units": 4, "range": 9, "odd": 1, "unit": {"name": "infus"}},
        ),
        (
            "air-drop",
            {"unit": {"is": "american-special-forces", "badge": "us-rangers", "figures": 3}},
            {"unit": {"name": "inf2us", "badge": "badge2", "nbr_units": 3}},
        ),
        (
            "air-drop",
            {"unit": {"is": "american-infantry", "badge": 7, "odd": 1}},
            {"unit": {"name": "infus", "badge": 7, "odd": 1}},
        ),
        *(
            ("air-drop", {"unit": unit_value}, {"unit": unit_value})
            for unit_value in (7, {"figures": 3}, {"is": 7})
        ),
        ("air-drop", 7, 7),
        ("deck-out-winner", "axis", "AXIS"),
        ("deck-out-winner", "allies", "ALLIES"),
        ("deck-out-winner", "both", "both"),
        (
            "draw-extra",
            {"axis": [{"after-turn": 1, "cards": 2}, 7], "both": 1},
            {"AXIS": [[1, 2], 7], "both": 1},
        ),
        (
            "draw-extra",
            {"axis": [{"cards": 2, "after-turn": 1}]},
            {"AXIS": [{"cards": 2, "after_turn": 1}]},
        ),
        ("draw-extra", {"axis": 7}, {"AXIS": 7}),
        (
            "sudden-death",
            [{"side": "allies", "needed": 2, "hexes": ["g8"], "at-once": True}],
            [{"side": "ALLIES", "number": 2, "group": ["g8"], "at_once": True}],
        ),
        ("hill-317", ["L5", 7], ["L5", 7]),
    ],
)
def test_invalid_values_are_converted_to_m44_form_as_far_as_possible(
    key: str, value: object, m44_value: object
) -> None:
    declaration = declarations().by_key(key)
    assert declaration
    assert to_m44_value(m44.shape_of(declaration), value) == m44_value
    rules = SpecialRules({key: ForeignRule(value, is_workshop=True)})
    if declaration.condition:
        assert isinstance(m44_value, list)
        options_in_file = [{declaration.m44: each} for each in m44_value]
        assert written_victory(rules, None, BOARD, {}) == {"condition": options_in_file}
    else:
        assert written_options(rules, BOARD, {}) == {declaration.m44: m44_value}


@pytest.mark.parametrize("options", [{}, {"blitz_rules": True}])
@pytest.mark.parametrize("victory", [{"condition": []}, {"condition": [], "odd": 1}, "all"])
def test_empty_victory_conditions_survive_the_workshop_format(
    options: dict[str, Any], victory: object
) -> None:
    tree = {"game_info": {"options": options, "victory": victory}, "board": {"type": "STANDARD"}}
    game_info = json.loads(convert_repeatedly(tree)[-1])["game_info"]
    assert game_info["victory"] == victory


@pytest.mark.parametrize("term", [{"majority": "True"}, {"side": "NEITHER"}, {"odd": 1}])
@pytest.mark.parametrize("first", [True, False])
def test_repeated_conversion_gives_the_same_files(first: bool, term: dict[str, Any]) -> None:
    medal_terms = {"permanent": True, "counts_for": 2, "nbr_hex": 2, "side": "AXIS"}
    medal = {**term, **medal_terms} if first else {**medal_terms, **term}
    hexagon = {"row": 4, "col": 8, "tags": [{"name": "medal1", "medal": medal}]}
    texts = convert_repeatedly({"board": {"type": "STANDARD", "hexagons": [hexagon]}})
    assert texts[0] == texts[2]
    assert texts[1] == texts[3]


def convert_repeatedly(tree: dict[str, Any]) -> list[str]:
    """Return the texts of an .m44 file converted to YAML, to .m44, to YAML and to .m44 again."""
    file = read_bytes(json.dumps(tree).encode(), "some.m44").file
    texts = []
    for file_format in (FileFormat.YAML, FileFormat.M44) * 2:
        assert file is not None
        texts.append(to_text(file.scenario, file_format, file.origin))
        file = read_bytes(texts[-1].encode(), f"some.{file_format}").file
    return texts


def words_of_shape(shape: CardShape | TerrainShape | ChoiceShape) -> list[str]:
    match shape:
        case CardShape():
            return [card.key for card in load_cards()]
        case TerrainShape():
            return ["river", "frozen-river"]
        case ChoiceShape():
            return [*shape.enum_class]


def rule_values(shape: Shape) -> st.SearchStrategy[Any]:
    """Return a strategy for all values that a shape allows."""
    match shape:
        case SwitchShape():
            return st.booleans()
        case SideShape():
            return st.sampled_from(Side)
        case NumberShape(least, most):
            return st.integers(least, most)
        case HexShape():
            return st.sampled_from(BOARD.hexes)
        case CardShape() | TerrainShape() | ChoiceShape():
            return st.sampled_from(words_of_shape(shape))
        case UnitShape():
            units = st.sampled_from(["infus", "tank2ger"])
            badges = st.none() | st.sampled_from(["badge2", "badge4"])
            return st.builds(Unit, units, st.none() | st.integers(1, 99), badges)
        case ListShape(each):
            is_unique = not isinstance(each, RecordShape)
            return st.lists(rule_values(each), min_size=1, max_size=3, unique=is_unique).map(tuple)
        case RecordShape(made, parts):
            optional_parts = {
                part.name: rule_values(part.shape)
                if part.required
                else st.just(part.default) | rule_values(part.shape)
                for part in parts
            }
            return st.builds(made, **optional_parts).filter(m44.makes_sense)


ANY_RULE = st.one_of([rule_values(declared.value) for declared in declarations()])


@given(ANY_RULE)
def test_any_rule_survives_both_formats(rule: SpecialRule) -> None:
    declaration = declarations().of(rule)
    assert workshop.read_rule(declaration, workshop.written_rule(rule, BOARD), BOARD) == rule
    assert m44.read_rule(declaration, m44.written_rule(rule, BOARD), BOARD) == rule


@pytest.mark.bulk
@given(ANY_RULE)
def test_any_written_rule_satisfies_the_schemas(rule: SpecialRule) -> None:
    declaration = declarations().of(rule)
    definitions = {"$defs": read_schema("scenario")["$defs"]}
    validator = Draft202012Validator({**workshop_rule_schema(declaration), **definitions})
    m44_validator = Draft202012Validator(m44_rule_schema(declaration))
    assert list(validator.iter_errors(workshop.written_rule(rule, BOARD))) == []
    assert list(m44_validator.iter_errors(m44.written_rule(rule, BOARD))) == []


ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["AXIS", "axis", "G5", "Z9"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["side", "unit", "name", "is", "group", "number", "units", "AXIS"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)
NAMES = [name for declared in declarations() for name in (declared.key, declared.m44)]


@pytest.mark.bulk
@given(st.dictionaries(st.sampled_from(NAMES), ANY_VALUE), ANY_VALUE)
def test_options_of_any_content_survive_the_workshop_format(
    m44_rules: dict[str, Any], condition_value: object
) -> None:
    victory = {"condition": [{"group_sudden_death": condition_value}]}
    scenario = Scenario(briefing=briefing_of(m44_rules, victory))
    scenario_read = read_bytes(to_text(scenario, FileFormat.YAML).encode(), "some.yaml").scenario
    assert scenario_read == scenario


@pytest.mark.parametrize(
    ("text", "code", "pointer"),
    [
        ("{hill-317: [L5, Z9]}", "M031", "/briefing/options/hill-317/1"),
        ("{sudden-death: [{side: axis, needed: 1, hexes: [G9, A0]}]}", "M031", "hexes/1"),
        ("{air-drop: {side: axis, units: 1, unit: infantree}}", "M021", "/air-drop/unit/is"),
        ("{air-drop: {side: axis, units: 1, unit: german-infantry, center: Z9}}", "M031", "center"),
        ("{air-drop: {side: axis, unit: german-infantry}}", "M022", "/briefing/options/air-drop"),
        ("{deck-reshuffling: 1}", "M020", "/briefing/options/deck-reshuffling"),
        ("{sudden-death: {side: axis}}", "M020", "/briefing/options/sudden-death"),
        ("{deck-out-winner: axes}", "M021", "/briefing/options/deck-out-winner"),
        ("{draw-extra: {axis: [{after-turn: 0, cards: 1}]}}", "M024", "after-turn"),
        ("{card-ban: {allies: [air-powder]}}", "M021", "/briefing/options/card-ban/allies/0"),
        ("{card-ban: {both: [air-power]}}", "M023", "/briefing/options/card-ban/both"),
        ("{no-elimination-medals: both}", "M021", "/briefing/options/no-elimination-medals"),
    ],
)
def test_an_invalid_rule_is_reported_with_its_pointer(text: str, code: str, pointer: str) -> None:
    assert [
        (found_code, found_pointer[-len(pointer) :])
        for found_code, found_pointer in codes_and_pointers(text)
    ] == [(code, pointer)]


def test_an_invalid_option_of_an_m44_file_is_reported_at_its_line() -> None:
    text = (
        '{"game_info": {"options": {\n"hill317": ["L5"],\n"odd": 1}}, '
        '"board": {"type": "STANDARD", "hexagons": []}}'
    )
    result = read_bytes(text.encode(), "some.m44")
    finding = next(d for d in result.diagnostics if d.code == "M056")
    assert (finding.pointer, finding.line) == ("/briefing/options/odd", 3)


def test_the_described_rules_of_pieces_are_exactly_the_known_ones() -> None:
    keys = {key for layer in Layer for key in rule_labels(layer)}
    assert {word_for(code) for code in BEHAVIORS} == keys


def test_every_rule_has_an_example_in_both_formats() -> None:
    for declaration in declarations():
        rule = workshop.read_rule(declaration, declaration.example, BOARD)
        assert not isinstance(rule, ForeignRule), declaration.key
        assert not isinstance(
            workshop.read_rule(declaration, declaration.initial, BOARD), ForeignRule
        )
        assert m44.read_rule(declaration, m44_example(declaration), BOARD) == rule


@dataclass(frozen=True, slots=True)
class WeatherReport(SpecialRule):
    """A rule invented for these tests, which is not declared anywhere else."""

    side: Side
    hexes: tuple[Hex, ...]
    cards: tuple[CardKey, ...] = ()
    turns: Count = 3
    secret: bool = False


WORDS = {
    "m44": "weather_report",
    "label": "Weather report",
    "summary": "Somebody says what the weather will be.",
    "source": "SO",
    "rules": "none yet",
    "parts": {
        "side": {"label": "Side", "says": "Whose report it is."},
        "hexes": {"label": "Hexes", "says": "Where it holds.", "m44": "group"},
        "cards": {"label": "Cards", "says": "What it forbids.", "add": "Add a card"},
        "turns": {"label": "Turns", "says": "For how long.", "m44": "nbr_turns"},
        "secret": {"label": "Told", "says": "Whether to one side alone.", "ticked": "secretly"},
    },
    "example": {"side": "axis", "hexes": ["G5", "h4"], "cards": ["air-power"]},
}


@pytest.fixture
def invented_declarations() -> Declarations:
    words = read_entries(DATA, "special_rules")
    return Declarations([*RULES, WeatherReport], {**words, "weather-report": WORDS})


def test_a_declared_rule_is_read_and_written(
    invented_declarations: Declarations,
) -> None:
    rule = WeatherReport(
        Side.AXIS, (BOARD.hex("G5"), BOARD.hex("h4")), (CardKey("air-power"),), secret=True
    )
    workshop_value = {**WORDS["example"], "secret": True}  # type: ignore[dict-item]  # it is a mapping
    m44_value = {"side": "AXIS", "group": ["G5", "h4"], "cards": ["air-power"], "secret": True}
    assert workshop.written_rule(rule, BOARD, invented_declarations) == workshop_value
    assert m44.written_rule(rule, BOARD, invented_declarations) == m44_value
    assert workshop.read_rules(
        {"weather-report": workshop_value}, BOARD, invented_declarations
    ) == {"weather-report": rule}
    assert m44.read_options({"weather_report": m44_value}, BOARD, invented_declarations) == {
        "weather-report": rule
    }


def test_a_declared_rule_is_in_the_schemas(
    invented_declarations: Declarations,
) -> None:
    declaration = invented_declarations.of(WeatherReport)
    schema, m44_schema_ = workshop_rule_schema(declaration), m44_rule_schema(declaration)
    assert Draft202012Validator(schema).is_valid(declaration.example)
    assert not Draft202012Validator(schema).is_valid({**declaration.example, "turns": 0})
    assert not Draft202012Validator(schema).is_valid({"side": "axis"})
    assert Draft202012Validator(m44_schema_).is_valid(
        m44_example(declaration, invented_declarations)
    )
    assert not Draft202012Validator(m44_schema_).is_valid(declaration.example)


def test_a_declaration_that_does_not_match_its_class_is_refused() -> None:
    with pytest.raises(CatalogueError, match="weather-report"):
        make_declaration(
            WeatherReport, {**WORDS, "parts": {"side": {"label": "Side", "says": "Who."}}}
        )


def test_the_documentation_matches_the_declarations(invented_declarations: Declarations) -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert with_rule_table(page) == page, "run python -m m44core.io.schema_generation.generate"
    assert "| `weather-report` | `weather_report` |" in rule_table(invented_declarations)


def test_an_invalid_unit_in_a_rule_is_converted_to_workshop_words() -> None:
    unit_with_badge = {"name": "infus", "badge": "badge6", "nbr_units": 3}
    assert m44.to_workshop_value(UnitShape(), unit_with_badge) == {
        "is": "american-infantry",
        "badge": key_for("badge6", Layer.BADGE),
        "figures": 3,
    }
    assert m44.to_workshop_value(UnitShape(), {"name": "infus"}) == {"is": "american-infantry"}
    assert m44.to_workshop_value(ListShape(UnitShape()), ["no unit"]) == ["no unit"]


@pytest.mark.rule("TH-DROP-01")
def test_no_text_says_that_a_dropped_unit_lands_off_the_board() -> None:
    """A unit never drifts off the board, unless the players allow it."""
    root = DOCS.parents[1]
    folders = {"schema": "*.json", "docs": "file-format.md", "scenarios": "*.yaml"}
    paths = [path for name, pattern in folders.items() for path in (root / name).glob(pattern)]
    assert [path.name for path in paths if "lands off the board" in path.read_text("utf-8")] == []
    drop = declarations().by_key("air-drop")
    assert drop
    assert "not off the board" in drop.summary
