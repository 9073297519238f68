"""The files of the translators: up to date, complete, and with the values of the code."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m44core.messages.languages import LOCALE, languages
from m44core.messages.message import message, name, several
from m44core.messages.templates import parts, placeholders
from m44core.messages.translated import FORM, completeness
from m44core.messages.words import words

REPOSITORY = Path(__file__).parents[3]
PACKAGING = REPOSITORY / "packaging"
AREAS = {"pieces", "findings", "pages", "playtest", "window", "command-line"}
OTHERS = [code for code in languages() if code != "en"]

needs_babel = pytest.mark.skipif(
    importlib.util.find_spec("babel") is None or not PACKAGING.is_dir(),
    reason="the files of the translators are in a checkout, and Babel reads them",
)


@needs_babel
def test_the_templates_and_translations_are_those_of_the_code(tmp_path: Path) -> None:
    """What ``packaging/messages.py update`` would write stands there already."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from io import BytesIO\n"
        "import messages\n"
        "entries = messages.entries_of(messages.ROOT)\n"
        "made = {f'{a}.pot': t for a, t in messages.templates(messages.ROOT).items()}\n"
        "for code in sys.argv[2:]:\n"
        "    of = messages.updated(messages.ROOT, code, entries)\n"
        "    made |= {f'{code}/{area}.po': said for area, said in of.items()}\n"
        "for place, catalogue in made.items():\n"
        "    there = messages.ROOT / messages.LOCALE / place\n"
        "    if messages.as_file(catalogue) != there.read_bytes():\n"
        "        print(place)\n"
    )
    command = [sys.executable, "-c", script, str(PACKAGING), *OTHERS]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("", "")


Texts = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Context, English texts, translated texts."""


def translations(code: str) -> Iterator[Texts]:
    from babel.messages.pofile import read_po

    for path in sorted((LOCALE / code).glob("*.po")):
        with path.open("rb") as file:
            for said in read_po(file, locale=code):
                english = (said.id,) if isinstance(said.id, str) else tuple(said.id)
                told = (said.string,) if isinstance(said.string, str) else tuple(said.string or ())
                if english[0] and any(told):
                    yield said.context or "", english, told


@needs_babel
@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_asks_for_the_values_of_its_message(code: str) -> None:
    wrong = [
        (context, told)
        for context, english, several in translations(code)
        for told in several
        if _is_filled(english) and placeholders(told) != placeholders(english[-1])
    ]
    assert wrong == []


def _is_filled(english: tuple[str, ...]) -> bool:
    """Tell whether a message has values; the prose of a page may have any braces."""
    return all(re.fullmatch(r"[^{}]*(\{\w+(!r)?\}[^{}]*)+", text) for text in english)


@needs_babel
@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_asks_only_for_forms_of_its_language(code: str) -> None:
    language = languages()[code]
    known = {"", *language.forms, *language.counted_forms}
    asked = {
        part.form
        for _, english, several in translations(code)
        for told in several
        if _is_filled(english)
        for part in parts(told)
    }
    assert asked <= known


@needs_babel
@pytest.mark.parametrize("code", OTHERS)
def test_every_plural_form_of_a_language_is_there_or_none(code: str) -> None:
    for _, english, told in translations(code):
        assert len(english) == 1 or all(told), english


@needs_babel
def test_french_is_complete() -> None:
    assert completeness(languages()["fr"]) == dict.fromkeys(AREAS, 100)


@needs_babel
def test_french_declines_names_and_counts_as_the_french_do() -> None:
    told = words("fr")
    bunker, hill = name("piece.bunker", "bunker"), name("piece.hills", "hill")
    assert told.sentence(
        message("the {bunker} on {hex} has no owner: it protects nobody", bunker=hill, hex="A5")
    ).startswith("La colline en A5")
    assert told.render(bunker) == "bunker"
    figures = [told.render(several("{number} hit", "{number} hits", n)) for n in (0, 1, 2)]
    assert figures == ["0 touche", "1 touche", "2 touches"]


def test_a_form_a_name_does_not_have_is_the_plain_one() -> None:
    said = name("piece.nothing-like-it", "thing")
    assert FORM not in words("fr").render(said)
