"""Kinds of findings: pages, severities, and messages filled with values."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import m44core.io
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.findings.finding_kinds import (
    FindingKind,
    FixTitle,
    MessageTemplate,
    all_kinds,
    finding,
    finding_at,
    finding_family,
    fix,
    kind,
    phrase,
    read_family,
)
from m44core.findings.render_findings import kind_page, kind_summary, render, render_title
from m44core.hexes import Hex
from m44core.messages.message import Message, placeholders, with_thousands_separators
from m44core.resources import scenarios_folder

KIND = FindingKind(
    "M999",
    "bridge-too-far",
    "A bridge is\ntoo far. It is at Arnhem.",
    {
        "far": MessageTemplate(Severity.INFO, "{bridge} is {number} yards away"),
        "lost": MessageTemplate(Severity.ERROR, "{bridge!r} is lost"),
    },
    fixes={"hold": FixTitle("Hold {bridge}")},
    why="Nobody\ncomes.",
    example="Arnhem.",
    instead="Take one nearer.",
)


def test_the_severities_of_a_kind_are_sorted_most_severe_first() -> None:
    assert KIND.severities == (Severity.ERROR, Severity.INFO)


def test_values_replace_the_placeholders() -> None:
    far_message = KIND.message(
        "far", {"bridge": "the bridge", "number": with_thousands_separators(4000)}
    )
    assert str(far_message) == "the bridge is 4,000 yards away"
    assert str(KIND.message("lost", {"bridge": "a\nb"})) == "'a\\nb' is lost"
    assert str(KIND.title("hold", {"bridge": "it"})) == "Hold it"


def test_each_text_has_its_own_translation_context() -> None:
    contexts = (
        KIND.message("lost", {"bridge": ""}).context,
        KIND.title("hold", {"bridge": ""}).context,
        KIND.page_part("why").context,
    )
    assert contexts == ("M999.lost", "M999.fix.hold", "M999.why")


def test_phrases_come_from_the_kind_and_can_have_values() -> None:
    kind = replace(KIND, phrases={"one-of": "one of {number}"})
    diagnostic = kind.diagnostic("far", bridge=phrase("one-of", number=2), number=3)
    assert diagnostic.values["bridge"] == Message(
        "one of {number}", "M999.phrase.one-of", {"number": 2}
    )
    assert str(kind.message("far", diagnostic.values)) == "one of 2 is 3 yards away"
    with pytest.raises(CatalogueError, match="M999 has no phrase 'none'"):
        kind.diagnostic("lost", bridge=phrase("none"))


def test_a_fix_is_safe_if_declared_safe_in_the_data() -> None:
    kind = replace(
        KIND, fixes={"drop": FixTitle("Drop it", safe=True), "hold": FixTitle("Hold it")}
    )
    assert [kind.fix(key, {}).safe for key in kind.fixes] == [True, False]


def test_braces_in_a_value_are_not_placeholders() -> None:
    assert str(KIND.title("hold", {"bridge": "{number}"})) == "Hold {number}"


def test_a_diagnostic_has_the_text_and_the_severity_of_its_message() -> None:
    fixes = (Fix("M999", "hold", {}, {"bridge": "x"}),)
    assert KIND.diagnostic("lost", "/hexes/A1", Hex(0, 8), fixes, bridge="x") == Diagnostic(
        "M999", "lost", Severity.ERROR, {"bridge": "x"}, "/hexes/A1", Hex(0, 8), fixes
    )


@pytest.mark.parametrize("values", [{}, {"bridges": "x"}, {"bridge": "x", "number": 1}])
def test_values_that_do_not_match_the_placeholders_are_an_error(
    values: dict[str, str | int],
) -> None:
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.diagnostic("lost", **values)
    with pytest.raises(CatalogueError, match="bridge"):
        KIND.fix("hold", {}, **values)


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="M999 has no message 'near'"):
        KIND.diagnostic("near")
    with pytest.raises(CatalogueError, match="M999 has no fix 'near'"):
        KIND.fix("near", {})


def test_placeholders_of_every_form_are_found() -> None:
    assert placeholders("{a} {b!r} {c:,} {{d}}") == {"a", "b", "c"}


def test_a_page_has_its_sections_under_headings() -> None:
    assert kind_page(KIND, "en") == (
        "A bridge is\ntoo far. It is at Arnhem.\n\nWhy it matters:\n    Nobody\n    comes.\n\n"
        "Example:\n    Arnhem.\n\nWhat to do:\n    Take one nearer."
    )
    assert kind_summary(KIND, "en") == "A bridge is too far."


def test_a_short_page_has_one_line_of_advice_or_none() -> None:
    assert kind_page(FindingKind("M999", "x-y", "Bad.", {}, instead="be good."), "en") == (
        "Bad.\nWhat to do: be good."
    )
    assert kind_page(FindingKind("M999", "x-y", "Bad.", {}), "en") == "Bad."


def test_a_kind_is_found_by_its_code() -> None:
    assert kind("M502").name == "unclear-bunker-owner"
    assert finding_family("M5").kinds["M502"] is kind("M502") is all_kinds()["M502"]


@pytest.mark.parametrize("code", ["M599", "M999", "", "nonsense"])
def test_a_code_without_a_kind_is_an_error(code: str) -> None:
    with pytest.raises(CatalogueError, match="no finding"):
        kind(code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "title: x",
        "{title: x, kinds: {M999: {}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {d: {grave: e}}}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {d: e}}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {}, more: 1}}}",
    ],
)
def test_an_invalid_file_raises_an_error_that_names_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(CatalogueError, match=r"wrong\.yaml"):
        read_family(path)


def test_a_missing_file_raises_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"lost\.yaml"):
        read_family(tmp_path / "lost.yaml")


def test_checking_a_valid_file_loads_no_finding_data() -> None:
    script = (
        "import sys\n"
        "from m44core.findings.finding_kinds import finding_family\n"
        "from m44core.validation.runner import check_file\n"
        "print(len(check_file(sys.argv[1]).diagnostics), finding_family.cache_info().currsize)\n"
    )
    path = str(scenarios_folder() / "arracourt.yaml")
    command = [sys.executable, "-c", script, path]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "0 0\n"


MODULES = sorted(Path(m44core.io.__file__).parent.rglob("*.py"))
CODE = re.compile(r"[MP]\d\d\d")
ADDED_VALUES = {"violations": {"place"}}  # values that a module adds to every message


def test_a_finding_has_the_text_of_its_code_and_key() -> None:
    fixes = (fix("M021", "choose", {"/hexes/A9/terrain": "hill"}, choice="hill"),)
    choice = {"choice": "hill"}
    assert fixes == (Fix("M021", "choose", {"/hexes/A9/terrain": "hill"}, choice),)
    location = "/hexes/A9/terrain", Hex(0, 0), fixes
    values = {"name": "hil", "layer": "terrain", "similar": "hill"}
    diagnostic = finding("M021", "name-resembling", *location, **values)
    assert diagnostic == Diagnostic("M021", "name-resembling", Severity.ERROR, values, *location)
    assert render(diagnostic, "en") == '"hil" is not a known terrain; did you mean hill?'
    assert render_title(diagnostic.fixes[0], "en") == "Change it to hill"


def test_a_finding_in_a_text_has_its_line_and_column() -> None:
    finding = finding_at((3, 7), "M008", "again", key="row")
    assert (finding.line, finding.column, finding.pointer) == (3, 7, "")
    assert render(finding, "en") == 'The key "row" appears more than once; the last one is used'


def test_a_finding_with_an_unknown_key_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="M098"):
        finding("M098", "again")


def finding_calls(path: Path) -> Iterator[tuple[ast.Call, FindingKind, str]]:
    """Yield each call that passes a code and a message or fix key, with the kind and the key."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            constants = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            for code, key in pairwise(constants):
                if isinstance(code, str) and CODE.fullmatch(code) and isinstance(key, str):
                    yield node, kind(code), key


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_call_gives_the_values_of_its_text(path: Path) -> None:
    for call, finding_kind, key in finding_calls(path):
        template = (
            finding_kind.messages[key].template
            if key in finding_kind.messages
            else finding_kind.fixes[key].template
        )
        needed_values = placeholders(template) - ADDED_VALUES.get(path.stem, set())
        given_values = {keyword.arg for keyword in call.keywords}
        location = f"{path.name}:{call.lineno}"
        assert given_values - {None} <= needed_values, location
        assert None in given_values or given_values == needed_values, (
            location
        )  # None: the values are in a dictionary


def test_calls_are_found_in_source() -> None:
    assert sum(len(list(finding_calls(path))) for path in MODULES) > 60
