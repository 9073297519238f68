"""Kinds of findings: pages, severities, and words with values in place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.findings.kinds import FindingKind, Statement, Title, say
from m44core.findings.render import page, summary
from m44core.hexes import Hex
from m44core.messages.message import Message, placeholders, thousands

KIND = FindingKind(
    "M999",
    "bridge-too-far",
    "A bridge is\ntoo far. It is at Arnhem.",
    {
        "far": Statement(Severity.INFO, "{bridge} is {number} yards away"),
        "lost": Statement(Severity.ERROR, "{bridge!r} is lost"),
    },
    fixes={"hold": Title("Hold {bridge}")},
    why="Nobody\ncomes.",
    example="Arnhem.",
    instead="Take one nearer.",
)


def test_the_severities_are_those_of_the_messages_the_gravest_first() -> None:
    assert KIND.severities == (Severity.ERROR, Severity.INFO)


def test_values_stand_for_the_placeholders() -> None:
    far = KIND.message("far", {"bridge": "the bridge", "number": thousands(4000)})
    assert str(far) == "the bridge is 4,000 yards away"
    assert str(KIND.message("lost", {"bridge": "a\nb"})) == "'a\\nb' is lost"
    assert str(KIND.title("hold", {"bridge": "it"})) == "Hold it"


def test_a_translator_knows_each_text_by_its_place() -> None:
    contexts = (
        KIND.message("lost", {"bridge": ""}).context,
        KIND.title("hold", {"bridge": ""}).context,
        KIND.prose("why").context,
    )
    assert contexts == ("M999.lost", "M999.fix.hold", "M999.why")


def test_words_of_a_sentence_are_phrases_of_the_kind_and_may_hold_values() -> None:
    kind = replace(KIND, phrases={"one-of": "one of {number}"})
    found = kind.diagnostic("far", bridge=say("one-of", number=2), number=3)
    assert found.values["bridge"] == Message("one of {number}", "M999.phrase.one-of", {"number": 2})
    assert str(kind.message("far", found.values)) == "one of 2 is 3 yards away"
    with pytest.raises(CatalogueError, match="M999 has no phrase 'none'"):
        kind.diagnostic("lost", bridge=say("none"))


def test_a_fix_is_safe_where_the_data_says_so() -> None:
    kind = replace(KIND, fixes={"drop": Title("Drop it", safe=True), "hold": Title("Hold it")})
    assert [kind.fix(key, {}).safe for key in kind.fixes] == [True, False]


def test_braces_in_a_value_are_no_placeholders() -> None:
    assert str(KIND.title("hold", {"bridge": "{number}"})) == "Hold {number}"


def test_a_diagnostic_has_the_words_and_the_severity_of_its_message() -> None:
    fixes = (Fix("M999", "hold", {}, {"bridge": "x"}),)
    assert KIND.diagnostic("lost", "/hexes/A1", Hex(0, 8), fixes, bridge="x") == Diagnostic(
        "M999", "lost", Severity.ERROR, {"bridge": "x"}, "/hexes/A1", Hex(0, 8), fixes
    )


@pytest.mark.parametrize("values", [{}, {"bridges": "x"}, {"bridge": "x", "number": 1}])
def test_values_the_template_does_not_name_are_an_error(values: dict[str, str | int]) -> None:
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.diagnostic("lost", **values)
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.fix("hold", {}, **values)


def test_a_key_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="M999 has no message 'near'"):
        KIND.diagnostic("near")
    with pytest.raises(CatalogueError, match="M999 has no fix 'near'"):
        KIND.fix("near", {})


def test_placeholders_are_found_whatever_their_form() -> None:
    assert placeholders("{a} {b!r} {c:,} {{d}}") == {"a", "b", "c"}


def test_a_page_has_its_sections_under_headings() -> None:
    assert page(KIND, "en") == (
        "A bridge is\ntoo far. It is at Arnhem.\n\nWhy it matters:\n    Nobody\n    comes.\n\n"
        "Example:\n    Arnhem.\n\nInstead:\n    Take one nearer."
    )
    assert summary(KIND, "en") == "A bridge is too far."


def test_a_short_page_has_one_line_of_advice_or_none() -> None:
    assert page(FindingKind("M999", "x-y", "Bad.", {}, instead="be good."), "en") == (
        "Bad.\nInstead: be good."
    )
    assert page(FindingKind("M999", "x-y", "Bad.", {}), "en") == "Bad."
