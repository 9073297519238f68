"""Every sentence of every language file is read correctly or not at all."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from tests.reference_data import load_yaml

from m44core.resources import schema_folder
from m44core.validation.text_analysis.language_patterns import (
    LANGUAGES,
    TAGS,
    language_tag,
    patterns_for_language,
)
from m44core.validation.text_checks.counts_in_texts import component_list
from m44core.validation.text_checks.rules_in_texts import RULES

SCHEMA: dict[str, Any] = json.loads((schema_folder() / "languages.schema.json").read_text("utf-8"))
SENTENCES_BY_LANGUAGE: Mapping[str, Any] = {
    tag: load_yaml(LANGUAGES / f"{tag}.yaml") for tag in TAGS
}
READINGS = (
    "header",
    "cards",
    "first",
    "growth",
    "hand",
    "medals",
    "captures",
    "share",
    "edge_of",
    "joint",
)


def _sentences(tag: str, section: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of reading and the text of each sentence in a section of a language file."""
    for reading in READINGS:
        for sentence in SENTENCES_BY_LANGUAGE[tag].get(reading, {}).get(section, ()):
            yield reading, sentence


def _rule_sentences(tag: str, section: str) -> Iterator[tuple[str, str]]:
    """Yield the rule and the text of each sentence in a section of the rules of a language file."""
    for rule, entry in SENTENCES_BY_LANGUAGE[tag]["rules"].items():
        for sentence in entry[section]:
            yield rule, sentence


@pytest.mark.parametrize("tag", TAGS)
def test_sentences_are_read_as_their_language_file_states(
    tag: str, subtests: pytest.Subtests
) -> None:
    for reading, sentence in _sentences(tag, "reads"):
        with subtests.test(sentence, of=reading):
            result = patterns_for_language(tag).read(reading, sentence)
            numbers_read = [{**r.numbers, **({"s": r.side.name} if r.side else {})} for r in result]
            assert numbers_read == [SENTENCES_BY_LANGUAGE[tag][reading]["reads"][sentence]]


@pytest.mark.parametrize("tag", TAGS)
def test_nothing_is_read_from_other_sentences(tag: str, subtests: pytest.Subtests) -> None:
    for reading, sentence in _sentences(tag, "silent"):
        with subtests.test(sentence, of=reading):
            assert patterns_for_language(tag).read(reading, sentence) == []


@pytest.mark.parametrize("tag", TAGS)
def test_rules_named_in_sentences_are_recognized(tag: str, subtests: pytest.Subtests) -> None:
    for rule, sentence in _rule_sentences(tag, "reads"):
        with subtests.test(sentence, of=rule):
            assert patterns_for_language(tag).hints_at(rule, sentence.lower())
            assert patterns_for_language(tag).find_rule(rule, sentence)


@pytest.mark.parametrize("tag", TAGS)
def test_no_rule_is_recognized_in_other_sentences(tag: str, subtests: pytest.Subtests) -> None:
    for rule, sentence in _rule_sentences(tag, "silent"):
        with subtests.test(sentence, of=rule):
            is_hinted = patterns_for_language(tag).hints_at(rule, sentence.lower())
            assert not (is_hinted and patterns_for_language(tag).find_rule(rule, sentence))


@pytest.mark.parametrize("tag", TAGS)
def test_a_list_of_components_is_read(tag: str, subtests: pytest.Subtests) -> None:
    for sentence, expected in SENTENCES_BY_LANGUAGE[tag]["component_lists"]["reads"].items():
        with subtests.test(sentence):
            assert component_list(patterns_for_language(tag), sentence) == expected


@pytest.mark.parametrize("tag", TAGS)
def test_other_sentences_are_not_read_as_lists(tag: str, subtests: pytest.Subtests) -> None:
    for sentence in SENTENCES_BY_LANGUAGE[tag]["component_lists"]["silent"]:
        with subtests.test(sentence):
            assert component_list(patterns_for_language(tag), sentence) == {}


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_file_agrees_with_the_schema(tag: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    plain_data = json.loads(
        json.dumps(SENTENCES_BY_LANGUAGE[tag])
    )  # with strings as keys, as in the program
    errors = Draft202012Validator(SCHEMA).iter_errors(plain_data)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize("tag", TAGS)
def test_every_language_can_name_every_rule_and_component(tag: str) -> None:
    assert set(SENTENCES_BY_LANGUAGE[tag]["rules"]) == set(RULES)
    assert set(SENTENCES_BY_LANGUAGE[tag]["components"]) == set(
        SENTENCES_BY_LANGUAGE["en"]["components"]
    )


@pytest.mark.parametrize("tag", TAGS)
def test_no_key_appears_twice(tag: str) -> None:
    """YAML readers drop all but the last of several equal keys."""
    tree = yaml.compose((LANGUAGES / f"{tag}.yaml").read_text("utf-8"), yaml.SafeLoader)
    for keys in _key_lists(tree):
        assert len(set(keys)) == len(keys), keys


def _key_lists(node: yaml.Node | None) -> Iterator[list[str]]:
    if isinstance(node, yaml.MappingNode):
        yield [key.value for key, _ in node.value]
        for _, value in node.value:
            yield from _key_lists(value)


@pytest.mark.parametrize("tag", TAGS)
def test_a_word_belongs_to_one_side_only(tag: str) -> None:
    axis, allies = (
        set(map(str.lower, SENTENCES_BY_LANGUAGE[tag]["sides"][side]))
        for side in ("AXIS", "ALLIES")
    )
    assert not axis & allies


@pytest.mark.parametrize("tag", TAGS)
def test_hints_are_lower_case(tag: str) -> None:
    for entry in SENTENCES_BY_LANGUAGE[tag]["rules"].values():
        assert entry["hints"] == [hint.lower() for hint in entry["hints"]]


def test_there_is_a_file_for_each_tag() -> None:
    assert {path.stem for path in LANGUAGES.glob("*.yaml")} == set(TAGS)


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("en", "en"), ("EN", "en"), ("fr_FR", "fr"), ("de-AT", "de"), ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"), ("zh_TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("tw", "zh-Hant"),
        ("nl", None), ("c", None), ("", None), ("enx", None),
    ],
)  # fmt: skip
def test_a_language_is_recognized_by_its_usual_codes(code: str, tag: str | None) -> None:
    assert language_tag(code) == tag


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.bulk
def test_no_pattern_backtracks_catastrophically_on_a_long_text(tag: str) -> None:
    """No pattern may backtrack catastrophically on a long line; the process has one minute."""
    script = f"import {__name__} as patterns; print(patterns.read_long_texts({tag!r}))"
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", script]
    run = subprocess.run(
        command, env=variables, capture_output=True, text=True, check=True, timeout=60
    )
    assert int(run.stdout) == len(READINGS) + len(RULES)


def read_long_texts(tag: str) -> int:
    """Read long texts without sentence ends; return the number of patterns tried on each."""
    pattern_count = 0
    for text in (
        "a " * 5000,
        "1 " * 5000,
        "\n" * 5000,
        re.sub(r"\W", " ", str(SENTENCES_BY_LANGUAGE[tag])) * 2,
    ):
        pattern_count = 0
        for reading in READINGS:
            patterns_for_language(tag).read_unconditional(reading, text)
            pattern_count += 1
        for rule in RULES:
            patterns_for_language(tag).find_rule(rule, text)
            pattern_count += 1
    return pattern_count
