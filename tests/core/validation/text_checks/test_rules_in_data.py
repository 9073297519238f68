"""The rules of a text that the data implement, tested with sentences in ``rules_in_prose``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.core.validation.test_check_cases import Case
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model.rule_declarations import declarations
from m44core.resources import schema_folder
from m44core.validation.bga.upload_texts import unplayed_rule_in_text
from m44core.validation.text_analysis.language_patterns import TAGS, patterns_for_language
from m44core.validation.text_checks.rules_in_data import FILE, rule_implementations
from m44core.validation.text_checks.rules_in_texts import RULES

SENTENCES: dict[str, Any] = load_yaml(Path(__file__).parent / "rules_in_prose" / "sentences.yaml")
DATA: dict[str, Any] = load_yaml(FILE)
PLAYED = {
    "acts": False,
    "no acts": True,
    "told again": True,
    "held": True,
    "restated": True,
    "forbidden": False,
    "changed": False,
}


def is_rule_implemented(board: str, tag: str, sentence: str) -> bool:
    """Return whether the data of a board implement the rule of a sentence."""
    tree = {**SENTENCES["boards"][board], "texts": {tag: {"rules": sentence}}}
    return not list(unplayed_rule_in_text.run(Case("M934", "", sentence, tree).context()))


def misjudged_sentences(kind: str, *, is_aside: bool) -> list[Any]:
    """Return a kind's misjudged sentences; *is_aside* selects the half not used for tuning."""
    return [
        each
        for each in SENTENCES[kind][is_aside::2]
        if is_rule_implemented(*each) is not PLAYED[kind]
    ]


def test_the_rule_implementations_agree_with_their_schema() -> None:
    schema = json.loads((schema_folder() / "rules_in_data.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(DATA)] == []


def test_every_special_rule_of_a_scenario_implements_some_rule() -> None:
    mapped_keys = {key for rule in rule_implementations().values() for key in rule.options}
    assert mapped_keys == {each.key for each in declarations()}


def test_every_special_rule_of_a_piece_or_unit_implements_some_rule() -> None:
    catalogue = base_catalogue()
    mapped_keys = {key for rule in rule_implementations().values() for key in rule.behaviors}
    own_keys = {key for rule in rule_implementations().values() for key in rule.units}
    marked_behaviors = {
        special.behavior for special in catalogue.specials if special.name in own_keys
    }
    assert mapped_keys <= {*catalogue.behaviors, *catalogue.special_types_by_behavior}
    assert {
        *catalogue.behaviors,
        *catalogue.special_types_by_behavior,
    } <= mapped_keys | marked_behaviors


def test_every_special_unit_implements_some_rule() -> None:
    specials = {special.name: special.behavior for special in base_catalogue().specials}
    own_keys = {key for rule in rule_implementations().values() for key in rule.units}
    by_behavior = {key for rule in rule_implementations().values() for key in rule.behaviors}
    assert own_keys <= specials.keys()
    assert {name for name, behavior in specials.items() if behavior not in by_behavior} <= own_keys


def test_every_rule_that_a_text_can_name_has_an_implementation() -> None:
    assert set(RULES) <= rule_implementations().keys()


@pytest.mark.parametrize("tag", TAGS)
def test_every_language_has_the_same_terms(tag: str) -> None:
    used_terms = {
        term for rule in rule_implementations().values() for terms in rule.says for term in terms
    }
    stated_terms = patterns_for_language(tag).data["stated"]["terms"]
    assert stated_terms.keys() == patterns_for_language("en").data["stated"]["terms"].keys()
    assert used_terms | DATA["ground"].keys() <= stated_terms.keys()


@pytest.mark.rule("B-SETUP-10")
@pytest.mark.parametrize("kind", PLAYED)
def test_implemented_rules_are_distinguished_from_those_only_in_texts(kind: str) -> None:
    assert misjudged_sentences(kind, is_aside=False) == []


@pytest.mark.parametrize(("kind", "max_misjudged"), SENTENCES["aside"].items())
def test_few_sentences_not_used_for_tuning_are_misjudged(kind: str, max_misjudged: int) -> None:
    assert len(misjudged_sentences(kind, is_aside=True)) <= max_misjudged


if __name__ == "__main__":
    import sys

    for is_aside in (False, True) if "aside" in sys.argv else (False,):
        for kind in PLAYED:
            lines = misjudged_sentences(kind, is_aside=is_aside)
            print(
                kind,
                "aside" if is_aside else "",
                f"{len(lines)} of {len(SENTENCES[kind][is_aside::2])}",
            )
            if not is_aside:
                for line in lines:
                    print("   ", line)
