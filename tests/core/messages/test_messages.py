"""Messages as values, and how they are rendered in a language."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.errors import CatalogueError, NotationError
from m44core.messages.message import (
    Message,
    Renderer,
    Value,
    either,
    listed,
    message,
    message_in,
    name,
    one_decimal,
    percent,
    quoted,
    several,
    with_thousands_separators,
)
from m44core.messages.message_json import from_data, to_data
from m44core.messages.renderers import renderer_in

ENGLISH = renderer_in("en")

WORDS = st.text("abé{}", max_size=4)
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.one_of(
        WORDS, st.integers(), st.builds(one_decimal, st.floats(-9, 9)), st.builds(quoted, WORDS)
    ),
    lambda inner: st.one_of(
        st.builds(listed, st.lists(inner, max_size=3)),
        st.builds(either, st.lists(inner, max_size=3)),
        st.builds(lambda x: message("so {x}", x=x), inner),
        st.builds(
            lambda n, x: several("{number} {x}", "{number} {x}s", n, x=x), st.integers(), inner
        ),
    ),
    max_leaves=5,
)


@given(VALUES)
def test_a_message_survives_json_and_pickle(value: Value) -> None:
    assert from_data(json.loads(json.dumps(to_data(value)))) == value
    assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("data", [{}, {"none": []}, {"number": 2}])
def test_json_that_is_not_a_message_raises_a_key_error(data: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        from_data(data)


@given(VALUES, st.sampled_from(["en", "fr", "qps"]))
def test_every_value_can_be_rendered_in_every_language(value: Value, language: str) -> None:
    assert isinstance(renderer_in(language).render(value), str)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (message("{hex} is empty", hex="C4"), "C4 is empty"),
        (several("{number} card", "{number} cards", 1), "1 card"),
        (several("{number} card", "{number} cards", 0), "0 cards"),
        (listed([]), ""),
        (listed(["A1"]), "A1"),
        (listed(["A1", "B2", "C3"]), "A1, B2 and C3"),
        (either([name("piece.hills", "hill"), "mountain"]), "hill or mountain"),
        (quoted("barge"), '"barge"'),
        (one_decimal(2.14), "2.1"),
        (with_thousands_separators(200_000), "200,000"),
        (percent(0.417), "42%"),
        (message("no {code!r}", code="XY"), "no 'XY'"),
        (message("{{x}} of {y}", y=1), "{x} of 1"),
    ],
)
def test_english_needs_no_catalogue(sentence: Value, text: str) -> None:
    assert ENGLISH.render(sentence) == text


def test_a_sentence_begins_with_a_capital() -> None:
    text = message("{unit} stands there", unit=name("piece.infger", "german infantry"))
    assert ENGLISH.sentence(text) == "German infantry stands there"


def test_a_hex_keeps_its_letter_at_the_beginning_of_a_sentence() -> None:
    assert ENGLISH.sentence(message("{hex} is empty", hex="g4")) == "g4 is empty"


def test_equal_messages_are_equal_and_hashable() -> None:
    assert len({message("a {x}", x=1), message("a {x}", x=1), message_in("b", "a {x}", x=1)}) == 2


def test_the_error_for_an_unknown_language_lists_the_known_ones() -> None:
    with pytest.raises(NotationError, match="unknown language 'tlh'; available: en, fr"):
        renderer_in("tlh")


def test_an_english_message_without_its_values_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="bunker"):
        ENGLISH.render(message("The {bunker} of {side} is empty", side="us"))


class DamagedTranslation:
    """A translation with one wrong template for every message."""

    def __init__(self, template: str) -> None:
        self.template = template

    def find(self, message: Message, form: str) -> str:
        return self.template


@pytest.mark.parametrize("template", ["{bunkr} vide", "{bunker vide", "} vide", "{}"])
def test_a_damaged_translation_is_replaced_by_english(template: str) -> None:
    renderer = Renderer(renderer_in("fr").language, DamagedTranslation(template))
    assert renderer.render(message("The {bunker} is empty", bunker="bunker")) == (
        "The bunker is empty"
    )


def test_the_pseudo_language_disguises_every_letter_and_is_longer() -> None:
    text = renderer_in("qps").render(message("Remove the {bunker}", bunker="B7"))
    assert text[0] + text[-1] == "⟦⟧"
    assert "B7" in text
    assert not any(letter.isascii() and letter.isalpha() for letter in text.replace("B7", ""))
    assert len(text) > 1.3 * len("Remove the B7")
