"""What may have been meant."""

from __future__ import annotations

from m44core.suggestions import did_you_mean


def test_of_a_slip_it_is_asked_what_was_meant() -> None:
    assert str(did_you_mean("alies", ["axis", "allies"])) == "did you mean allies?"
    assert str(did_you_mean("xyz", ["axis", "allies"])) == "there are axis, allies"
