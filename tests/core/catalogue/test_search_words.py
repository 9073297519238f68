"""Search words for pieces in the palette."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.search_words import fold_text, search_words
from m44core.messages.languages import languages


@pytest.mark.parametrize("language", languages())
def test_every_word_belongs_to_existing_pieces(language: str) -> None:
    assert search_words(language).keys() <= base_catalogue().elements.keys()


def test_every_language_has_its_own_words() -> None:
    english = search_words("en")
    assert [code for code in languages() if code != "en" and search_words(code) == english] == []


def test_another_language_has_its_words_and_the_english_ones() -> None:
    assert "barbelés" in search_words("fr")["wire"]
    assert "barbed wire" in search_words("fr")["wire"]
    assert "barbelés" not in search_words("en")["wire"]


def test_letters_are_compared_without_accents_and_case() -> None:
    assert fold_text("Médaille d'Élite") == "medaille d'elite"
