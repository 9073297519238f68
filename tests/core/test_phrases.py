"""Pieces of sentences."""

from __future__ import annotations

from m44core.phrases import counted, did_you_mean, listed


def test_numbers_decide_the_noun() -> None:
    assert [counted(n, "hex", "hexes") for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert counted(2, "medal") == "2 medals"


def test_lists_end_with_a_word() -> None:
    assert listed(["A5"]) == "A5"
    assert listed(["A5", "B3"]) == "A5 and B3"
    assert listed(["A5", "B3", "C1"], "or") == "A5, B3 or C1"


def test_of_a_slip_it_is_asked_what_was_meant() -> None:
    assert did_you_mean("alies", ["axis", "allies"]) == "did you mean allies?"
    assert did_you_mean("xyz", ["axis", "allies"]) == "there are axis, allies"
