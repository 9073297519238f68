"""Suggestions for misspelled words."""

from __future__ import annotations

from m44core.suggestions import did_you_mean


def test_a_misspelled_word_gets_a_suggestion() -> None:
    assert str(did_you_mean("alies", ["axis", "allies"])) == "did you mean allies?"
    assert str(did_you_mean("xyz", ["axis", "allies"])) == "known: axis, allies"
