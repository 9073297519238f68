"""Words that many findings share, in every language."""

from __future__ import annotations

import pytest
import yaml

from m44core.catalogue.load import load_catalogue
from m44core.errors import CatalogueError, NotationError
from m44core.findings.load import FAMILIES, all_kinds
from m44core.findings.wording import (
    WORDS,
    Name,
    counted,
    decimal,
    either,
    listed,
    named,
    phrase,
    quoted,
    thousands,
)
from m44core.language import LANGUAGES, speaking, spoken

OTHERS = ("axis", "allies", "top-player", "bottom-player", "one-side", "sea-wall")
"""What has a name and is no piece and no box."""


def test_english_is_spoken_unless_something_else_is_asked_for() -> None:
    assert spoken() == "en"
    with speaking("fr"):
        assert spoken() == "fr"
    assert spoken() == "en"


def test_a_language_we_do_not_speak_is_refused() -> None:
    with (
        pytest.raises(NotationError, match="there is no language 'xx'; there is en, fr"),
        speaking("xx"),
    ):
        pass


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["0 figures", "1 figure", "2 figures"]),
        ("fr", ["0 figurine", "1 figurine", "2 figurines"]),
    ],
)
def test_numbers_come_with_their_nouns(language: str, words: list[str]) -> None:
    with speaking(language):
        assert [counted(number, "figure") for number in range(3)] == words


def test_an_english_plural_may_be_given() -> None:
    assert counted(2, "base box", "base boxes") == "2 base boxes"


def test_lists_end_with_and() -> None:
    assert listed(["A5"]) == "A5"
    assert listed(["A5", "B3", "C1"]) == "A5, B3 and C1"
    with speaking("fr"):
        assert listed(["A5", "B3"]) == "A5 et B3"


def test_a_name_is_asked_for_with_its_article() -> None:
    with speaking("fr"):
        side = named("allies", "the Allies")
        assert f"{side:le} {side:du} {side:au} {side}" == "les Alliés des Alliés aux Alliés Alliés"
        side = named("axis", "the Axis")
        assert f"{side:le} {side:du} {side:au} {side:de}" == "l'Axe de l'Axe à l'Axe d'Axe"
    assert named("axis", "the Axis") == "the Axis"


def test_what_stands_in_quotation_marks_takes_no_article() -> None:
    assert f"{quoted('barge')}" == '"barge"'
    with speaking("fr"):
        word, said = quoted("barge"), "«\u00a0barge\u00a0»"
        assert f"{word} {word:le} {word:du}" == f"{said} {said} de {said}"


def test_what_has_no_name_in_a_language_takes_no_article_there() -> None:
    with speaking("fr"):
        piece = named("xyzzy", "plugh")
        assert f"{piece} {piece:le} {piece:au}" == "plugh plugh à plugh"


def test_a_choice_is_between_all_of_several() -> None:
    assert either(["hill"]) == "hill"
    assert either(["hill", "cliff", "bluff"]) == "hill or cliff or bluff"
    with speaking("fr"):
        assert either(["hill", "cliff"]) == "hill ou cliff"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert (decimal(2.0971), thousands(200_000)) == ("2.1", "200,000")
    with speaking("fr"):
        assert (decimal(2.0971), thousands(200_000)) == ("2,1", "200\u202f000")


def test_a_phrase_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="there is no phrase 'none'"):
        phrase("none")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_a_gender_the_articles_know(language: str) -> None:
    said = yaml.safe_load((WORDS / f"{language}.yaml").read_bytes())
    genders = {gender for _, gender in said.get("names", {}).values()}
    assert all(genders <= set(forms) for forms in said.get("articles", {}).values())
    known = {*load_catalogue().elements, *load_catalogue().expansions, *OTHERS}
    assert set(said.get("names", {})) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_and_kinds_in_every_language(language: str) -> None:
    with speaking(language):
        assert {code[:2] for code in all_kinds()} <= set(FAMILIES)
        assert isinstance(counted(3, "figure"), str)
        assert isinstance(named("woods", "forest"), (str, Name))
