"""The data about engineers: badges the game has, and patterns that match the right sentences."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.errors import CatalogueError
from m44core.resources import schema_folder
from m44core.validation.checks import special_units as module
from m44core.validation.checks.special_units import engineers

FILE = Path(module.__file__).parent / "engineers.yaml"
SENTENCES = load_yaml(FILE)


def test_the_data_match_their_schema() -> None:
    schema = json.loads((schema_folder() / "engineers.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(SENTENCES, schema)


@pytest.mark.parametrize(("mistaken_badge", "right"), SENTENCES["instead"].items())
def test_engineer_badges_have_the_nation_of_the_badge_they_replace(
    mistaken_badge: str, right: str
) -> None:
    first, second = (base_catalogue().get(name, Layer.BADGE) for name in (mistaken_badge, right))
    assert first
    assert second
    assert first.nation == second.nation
    assert "engineers" in second.key


def test_every_engineer_badge_is_recognized() -> None:
    keys = {badge.key for badge in base_catalogue().on_layer(Layer.BADGE)}
    names = {base_catalogue().elements[name].key for name in engineers().badges}
    assert names == {key for key in keys if "engineers" in key}


@pytest.mark.parametrize("sentence", SENTENCES["reads"])
def test_a_sentence_about_engineers_is_recognized(sentence: str) -> None:
    assert engineers().are_mentioned_in(sentence.lower())


@pytest.mark.parametrize("sentence", SENTENCES["silent"])
def test_an_unrelated_sentence_is_not_recognized(sentence: str) -> None:
    assert not engineers().are_mentioned_in(sentence.lower())


def test_every_word_pattern_matches_one_of_the_sentences() -> None:
    for word in SENTENCES["words"]:
        pattern = re.compile(rf"(?<!\w)(?:{word})(?!\w)")
        assert any(pattern.search(sentence.lower()) for sentence in SENTENCES["reads"]), word


def test_an_error_in_the_data_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_file = tmp_path / "engineers.yaml"
    wrong_file.write_text("words: ['(']", "utf-8")
    monkeypatch.setattr(module, "_FILE", wrong_file)
    with pytest.raises(CatalogueError, match=r"engineers\.yaml is wrong"):
        engineers.__wrapped__()
