"""The words in other languages: complete, filled with the same values, and not left in English."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import m44core
from m44core.catalogue.load import load_catalogue
from m44core.findings.load import FAMILIES, TRANSLATIONS, family_in
from m44core.findings.translate import PROSE
from m44core.findings.wording import WORDS
from m44core.language import ENGLISH, LANGUAGES
from m44core.resources import schema_folder

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SAME = frozenset({"obstacle", "Obstacle", "terrain", "Configuration"})
"""What is the same in English and in another language."""
PLACES = [
    pytest.param(language, beginning, id=f"{language}-{name}")
    for language in OTHERS
    for beginning, name in FAMILIES.items()
]

Raw = dict[str, Any]
Texts = Mapping[tuple[str, ...], str]


def _read(path: Path) -> Raw:
    read: Raw = yaml.safe_load(path.read_bytes())
    return read


def _said(language: str, beginning: str) -> Raw:
    return _read(TRANSLATIONS / language / f"{FAMILIES[beginning]}.yaml")


def _english(beginning: str) -> Texts:
    """Return every text of a family by where it stands."""
    found: dict[tuple[str, ...], str] = {}
    for code, kind in family_in(beginning, ENGLISH).kinds.items():
        found |= {(code, part): getattr(kind, part) for part in PROSE if getattr(kind, part)}
        found |= {(code, "messages", key): of.template for key, of in kind.messages.items()}
        found |= {(code, "fixes", key): of.template for key, of in kind.fixes.items()}
        found |= {(code, "phrases", key): of for key, of in kind.phrases.items()}
    return found


def _translated(language: str, beginning: str) -> Texts:
    found: dict[tuple[str, ...], str] = {}
    for code, said in _said(language, beginning)["kinds"].items():
        for part, of in said.items():
            if isinstance(of, str):
                found[(code, part)] = of
            else:
                found |= {(code, part, key): template for key, template in of.items()}
    return found


def _schema(name: str) -> Draft202012Validator:
    schema = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_agree_with_the_schema(language: str) -> None:
    errors = _schema("words").iter_errors(_read(WORDS / f"{language}.yaml"))
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize(("language", "beginning"), PLACES)
def test_a_translation_agrees_with_the_schema(language: str, beginning: str) -> None:
    errors = _schema("translation").iter_errors(_said(language, beginning))
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize(("language", "beginning"), PLACES)
def test_every_text_is_translated_and_nothing_else(language: str, beginning: str) -> None:
    assert list(_said(language, beginning)["kinds"]) == list(family_in(beginning, ENGLISH).kinds)
    assert set(_translated(language, beginning)) == set(_english(beginning))


@pytest.mark.parametrize(("language", "beginning"), PLACES)
def test_a_translation_names_the_same_values(language: str, beginning: str) -> None:
    english = _english(beginning)
    for place, text in _translated(language, beginning).items():
        if place[1] not in PROSE:
            assert _fields(text).keys() == _fields(english[place]).keys(), place


@pytest.mark.parametrize(("language", "beginning"), PLACES)
def test_a_translation_asks_for_articles_of_its_language(language: str, beginning: str) -> None:
    articles = {"", *_read(WORDS / f"{language}.yaml")["articles"]}
    for place, text in _translated(language, beginning).items():
        if place[1] not in PROSE:
            assert set(_fields(text).values()) <= articles, place


def _fields(template: str) -> dict[str, str]:
    """Return the values a template asks for, each with the article it asks for."""
    fields = Formatter().parse(template)
    return {name: spec or "" for _, name, spec, _ in fields if name is not None}


@pytest.mark.parametrize(("language", "beginning"), PLACES)
def test_no_text_is_left_in_english(language: str, beginning: str) -> None:
    english = _english(beginning)
    left = {
        place: text
        for place, text in _translated(language, beginning).items()
        if text == english[place] and text not in SAME and _has_words(text)
    }
    assert left == {}


def _has_words(template: str) -> bool:
    return any(any(map(str.isalpha, text)) for text, _, _, _ in Formatter().parse(template))


@pytest.mark.parametrize("language", OTHERS)
def test_every_piece_every_box_and_every_phrase_has_its_words(language: str) -> None:
    said, english = _read(WORDS / f"{language}.yaml"), _read(WORDS / f"{ENGLISH}.yaml")
    catalogue = load_catalogue()
    named = {*catalogue.elements, *catalogue.expansions, "axis", "allies", *english["names"]}
    assert named == set(said["names"])
    assert set(said["phrases"]) == set(english["phrases"])
    for key, template in english["phrases"].items():
        assert _fields(said["phrases"][key]).keys() == _fields(template).keys(), key


@pytest.mark.parametrize("language", OTHERS)
def test_every_counted_noun_is_translated(language: str) -> None:
    nouns = set(_nouns())
    assert {"figure", "base box", "straight river", "error"} <= nouns
    assert nouns == set(_read(WORDS / f"{language}.yaml")["nouns"])


def _nouns() -> Iterator[str]:
    """Yield the nouns our code counts in the language spoken.

    They stand where ``counted`` is called, or in a table of the module, each with its plural.
    """
    for path in sorted(Path(m44core.__file__).parent.rglob("*.py")):
        text = path.read_text("utf-8")
        if "findings.wording import" in text and "counted" in text:
            tree = ast.parse(text)
            yield from _called(tree)
            yield from _tabled(tree)


def _called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            second = node.args[1] if node.func.id == "counted" and len(node.args) > 1 else None
            if isinstance(second, ast.Constant) and isinstance(second.value, str):
                yield second.value


def _tabled(tree: ast.Module) -> Iterator[str]:
    """Yield the nouns of tables whose name says so: ``NOUNS = {key: (one, several)}``."""
    for node in tree.body:
        names = [each.id for each in getattr(node, "targets", ()) if isinstance(each, ast.Name)]
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            for value in node.value.values if any("NOUNS" in name for name in names) else ():
                said = ast.literal_eval(value)
                yield said if isinstance(said, str) else said[0]
