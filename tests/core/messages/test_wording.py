"""English messages use the words that CONTRIBUTING.md prefers, not those to avoid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from tests.reference_data import load_yaml

from m44core.messages.languages import LOCALE

STANDARD_SENTENCE = "sentence"
"""The context of sentences for scenario texts, whose published wording is kept."""

ENTRIES = load_yaml(Path(__file__).with_name("wording.yaml"))

needs_templates = pytest.mark.skipif(
    not any(LOCALE.glob("*.pot")), reason="the templates are in a checkout"
)


@cache
def message_texts(folder: Path) -> frozenset[str]:
    """Return the English texts in the templates of a folder."""
    return frozenset(
        text
        for path in sorted(folder.glob("*.pot"))
        for entry in polib.pofile(str(path))
        if entry.msgctxt != STANDARD_SENTENCE
        for text in (entry.msgid, entry.msgid_plural)
        if text
    )


def wording_problems(entry: dict[str, str], texts: frozenset[str]) -> Iterator[str]:
    """Yield texts with words to avoid, and exceptions that are not needed."""
    wrong_texts = {text for text in texts if re.search(entry["avoid"], _prose(text), re.IGNORECASE)}
    exceptions = set(entry.get("except", ()))
    yield from (f"write {entry['write']!r}: {text!r}" for text in sorted(wrong_texts - exceptions))
    yield from (f"no exception is needed: {text!r}" for text in sorted(exceptions - wrong_texts))


def _prose(text: str) -> str:
    without_code = re.sub(r"``.*?``", "``", text)
    return re.sub(r"\s+", " ", re.sub(r"\{\w+[^}]*\}", "{}", without_code)).replace("&", "")


@pytest.mark.bulk
@needs_templates
def test_no_message_uses_a_word_to_avoid() -> None:
    texts = message_texts(LOCALE)
    assert [fault for entry in ENTRIES for fault in wording_problems(entry, texts)] == []


def test_each_word_to_avoid_is_found(subtests: pytest.Subtests) -> None:
    for entry in ENTRIES:
        with subtests.test(entry["write"]):
            entry_without_exceptions = {**entry, "except": ()}
            assert list(wording_problems(entry_without_exceptions, frozenset([entry["wrong"]])))
            assert not list(
                wording_problems(entry_without_exceptions, frozenset([entry.get("right", "")]))
            )


@needs_templates
def test_a_word_to_avoid_is_found_in_a_template(tmp_path: Path) -> None:
    template = (LOCALE / "window.pot").read_text("utf-8")
    tmp_path.joinpath("window.pot").write_text(
        f'{template}\nmsgid "Check anew"\nmsgstr ""\n', "utf-8"
    )
    entry_for_again = next(entry for entry in ENTRIES if entry["write"] == "again")
    assert list(wording_problems(entry_for_again, message_texts(tmp_path))) == [
        "write 'again': 'Check anew'"
    ]
