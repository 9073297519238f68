"""Sentences of a sheet about special rules, filled with the values of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.publish.content.rule_sentences import rule_sentences

EN = renderer_in("en")


def scenario_with_rule(folder: Path, key: str, value: object) -> Scenario:
    tree = {
        "format": 1,
        "board": {"type": "standard", "face": "country"},
        "briefing": {"options": {key: value}},
    }
    path = folder / "rule.yaml"
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def sentences_for_rule(folder: Path, key: str, value: object) -> list[str]:
    scenario = scenario_with_rule(folder, key, value)
    (rule,) = scenario.briefing.special_rules.stated.values()
    return [EN.sentence(each) for each in rule_sentences(rule, scenario)]  # type: ignore[arg-type]  # not foreign


@pytest.mark.rule("TH-DROP-01", "TH-DROP-02")
@pytest.mark.parametrize("key", ["air-drop", "ordered-drop"])
def test_an_air_drop_says_how_direction_and_distance_are_found(key: str, tmp_path: Path) -> None:
    drop = {"side": "allies", "range": 4, "units": 4, "unit": "american-infantry"}
    text = " ".join(sentences_for_rule(tmp_path, key, drop))
    for words in ("by up to 4 hexes", "draw lots", "stays, or it moves to one of the adjacent"):
        assert words in text
    assert "off the board" not in text, "a drift stays on the board"


def test_every_rule_has_a_sentence_for_players_that_differs_from_the_form_help(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for declared in declarations():
        with subtests.test(declared.key):
            rule_texts = sentences_for_rule(tmp_path, declared.key, declared.example)
            assert rule_texts
            assert declared.summary not in rule_texts
            for text in rule_texts:
                assert text[0].isupper()
                assert text.endswith(".")
                assert not {"{", "}"} & set(text)
                assert not text.startswith("Whether")


@pytest.mark.parametrize(
    ("key", "value", "texts"),
    [
        ("blitz-rules", False, []),
        ("night-visibility", False, []),
        (
            "draw-extra",
            {"axis": [{"after-turn": 1, "cards": 1}, {"after-turn": 2, "cards": 2}]},
            [
                (
                    "The Axis draws extra cards, which permanently increase its hand size: 1 card "
                    "after turn 1 and 2 cards after turn 2."
                )
            ],
        ),
        (
            "sudden-death",
            [{"side": "allies", "needed": 2, "hexes": ["G9", "h8"], "at-once": True}],
            [
                (
                    "Occupying at least 2 hexes among G9, h8 immediately wins the battle for the "
                    "Allies."
                )
            ],
        ),
        (
            "card-substitutes",
            [{"card": "recon-centre", "counts-as": "barrage", "who": "axis"}],
            ["The Axis may play Recon as Barrage."],
        ),
        (
            "reinforcements",
            [
                {
                    "side": "allies",
                    "medals": 5,
                    "edge": "bottom",
                    "coming": [{"units": 2, "unit": "british-armor"}],
                }
            ],
            [
                "As soon as they have 5 medals, or at the start of a later turn, the Allies may "
                "bring these units onto the board at the bottom edge: 2 units (British armor)."
            ],
        ),
    ],
)
def test_a_sentence_states_the_values_of_its_rule(
    key: str, value: object, texts: list[str], tmp_path: Path
) -> None:
    assert sentences_for_rule(tmp_path, key, value) == texts


def test_a_rule_about_visibility_rolls_replaces_the_usual_sentence(tmp_path: Path) -> None:
    usual_sentences = sentences_for_rule(tmp_path, "night-visibility", True)
    assert (
        usual_sentences[-1]
        == "The visibility dice are rolled before each Allied turn, including the first."
    )
    scenario = scenario_with_rule(tmp_path, "night-visibility-team-turn", "axis")
    rules = scenario_with_rule(tmp_path, "night-visibility", True).briefing.special_rules
    (night,) = rules.stated.values()
    assert len(rule_sentences(night, scenario)) == len(usual_sentences) - 1  # type: ignore[arg-type]  # not foreign
