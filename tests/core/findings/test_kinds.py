"""Kinds of findings: pages, severities, and words with values in place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.findings.kinds import FindingKind, Message, Title, placeholders, say
from m44core.hexes import Hex

KIND = FindingKind(
    "M999",
    "bridge-too-far",
    "A bridge is\ntoo far. It is at Arnhem.",
    {
        "far": Message(Severity.INFO, "{bridge} is {number:,} yards away"),
        "lost": Message(Severity.ERROR, "{bridge!r} is lost"),
    },
    fixes={"hold": Title("Hold {bridge}")},
    why="Nobody\ncomes.",
    example="Arnhem.",
    instead="Take one nearer.",
)


def test_the_severities_are_those_of_the_messages_the_gravest_first() -> None:
    assert KIND.severities == (Severity.ERROR, Severity.INFO)


def test_values_stand_for_the_placeholders() -> None:
    assert KIND.message("far", bridge="the bridge", number=4000) == "the bridge is 4,000 yards away"
    assert KIND.message("lost", bridge="a\nb") == "'a\\nb' is lost"
    assert KIND.fix_title("hold", bridge="it") == "Hold it"


def test_words_of_a_sentence_are_phrases_of_the_kind_and_may_hold_values() -> None:
    kind = replace(KIND, phrases={"one-of": "one of {number}"})
    assert kind.message("lost", bridge=say("one-of", number=2)) == "'one of 2' is lost"
    with pytest.raises(CatalogueError, match="M999 has no phrase 'none'"):
        kind.message("lost", bridge=say("none"))


def test_a_fix_is_safe_where_the_data_says_so() -> None:
    kind = replace(KIND, fixes={"drop": Title("Drop it", safe=True), "hold": Title("Hold it")})
    assert [kind.fix(key, {}).safe for key in kind.fixes] == [True, False]


def test_braces_in_a_value_are_no_placeholders() -> None:
    assert KIND.fix_title("hold", bridge="{number}") == "Hold {number}"


def test_a_diagnostic_has_the_words_and_the_severity_of_its_message() -> None:
    fixes = (Fix("Hold it", {}),)
    assert KIND.diagnostic("lost", "/hexes/A1", Hex(0, 8), fixes, bridge="x") == Diagnostic(
        "M999", "bridge-too-far", Severity.ERROR, "'x' is lost", "/hexes/A1", Hex(0, 8), fixes
    )


@pytest.mark.parametrize("values", [{}, {"bridges": "x"}, {"bridge": "x", "number": 1}])
def test_values_the_template_does_not_name_are_an_error(values: dict[str, str | int]) -> None:
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.message("lost", **values)
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.fix_title("hold", **values)


def test_a_key_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="M999 has no message 'near'"):
        KIND.diagnostic("near")
    with pytest.raises(CatalogueError, match="M999 has no fix 'near'"):
        KIND.fix_title("near")


def test_placeholders_are_found_whatever_their_form() -> None:
    assert placeholders("{a} {b!r} {c:,} {{d}}") == {"a", "b", "c"}


def test_a_page_has_its_sections_under_headings() -> None:
    assert KIND.page == (
        "A bridge is\ntoo far. It is at Arnhem.\n\nWhy it matters:\n    Nobody\n    comes.\n\n"
        "Example:\n    Arnhem.\n\nInstead:\n    Take one nearer."
    )
    assert KIND.summary == "A bridge is too far."


def test_a_short_page_has_one_line_of_advice_or_none() -> None:
    assert FindingKind("M999", "x-y", "Bad.", {}, instead="be good.").page == (
        "Bad.\nInstead: be good."
    )
    assert FindingKind("M999", "x-y", "Bad.", {}).page == "Bad."
