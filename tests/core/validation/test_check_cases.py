"""Every check finds the problems expected by its cases: ``cases/<code>.yaml``.

A case is an abbreviated workshop document: whatever it omits is taken from a small, valid scenario
with four units a side on the outer rows of a standard board. ``fill`` puts pieces on the free hexes
in between, by their names in our files: ``fill: {forest: 28}``.

``m44`` turns the case into an .m44 file like those of other programs. It maps pointers into the
file's content to new values (null removes a value). Its entry for the empty pointer has ``text``,
which replaces passages of the file, and the ``encoding``. The check then gets the scenario read
from that file.

``expect`` lists the findings, each with the properties that matter to the case: ``severity``,
``message``, ``pointer``, ``hex`` and the titles of the ``fixes``. ``owns`` has the boxes that the
user owns, ``asked`` the languages that the user requested.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import all_kinds
from m44core.findings.render_findings import kind_page, render, render_title
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.fixes import apply_fix_to_file, set_value
from m44core.io.m44.m44_format import to_tree
from m44core.io.origin import OpenFile
from m44core.io.workshop.decode import board_of, decode
from m44core.messages.gettext_catalogue import completeness
from m44core.messages.languages import ENGLISH, languages
from m44core.model.scenario import Scenario
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_boxes

FOLDER = Path(__file__).parent / "cases"

Raw = dict[str, Any]

_VALID_SCENARIO: Mapping[str, Any] = {
    "format": 1,
    "board": {"type": "standard", "face": "country"},
    "briefing": {
        "first": "bottom",
        "top": {"side": "axis", "cards": 4, "medals": 4},
        "bottom": {"side": "allies", "cards": 5, "medals": 4},
    },
}
_PARTS = ("board", "briefing", "packs", "texts", "labels", "meta")
_TOP = ("A", "C", "E", "G")


@dataclass(frozen=True, slots=True)
class Case:
    """One case of one check."""

    code: str
    kind: str  # pass or fail
    name: str
    entry: Raw

    @property
    def expected(self) -> list[Raw]:
        """The findings the case expects."""
        expected: list[Raw] = self.entry.get("expect", [])
        return expected

    def owned_boxes(self) -> OwnedBoxes | None:
        """Return the boxes the user owns; None if the case does not say."""
        entry = self.entry.get("owns")
        return (
            None
            if entry is None
            else parse_owned_boxes(entry["boxes"], entry.get("tile-pairs", ()))
        )

    def context(self) -> CheckContext:
        """Return the context for a check of the case."""
        file = self.file()
        return self.context_of(file)

    def context_of(self, file: OpenFile) -> CheckContext:
        """Return the context for a check of a file, with the boxes and languages of the case."""
        requested_languages = tuple(self.entry.get("asked", ()))
        return CheckContext.of(file.scenario, self.owned_boxes(), file.origin, requested_languages)

    def file(self) -> OpenFile:
        """Return the scenario of the case, with its .m44 file if it has one."""
        document = _merge(_VALID_SCENARIO, {k: v for k, v in self.entry.items() if k in _PARTS})
        for pointer, letters in self.entry.get("long", {}).items():
            set_value(document, pointer, "x" * letters)
        board = board_of(document)
        hexes = {f"{letter}{board.rows}": {"unit": "german-infantry"} for letter in _TOP}
        hexes |= {f"{letter}1": {"unit": "american-infantry"} for letter in _TOP}
        if self.entry.get("empty"):
            hexes = {}
        hexes |= self.entry.get("hexes", {})
        _fill_hexes(hexes, [board.name(hex_) for hex_ in board.hexes], self.entry.get("fill", {}))
        scenario = decode({**document, "hexes": hexes}, base_catalogue())
        assert {board.name(hex_) for hex_ in scenario.hexes} == set(hexes), "a hex off the board"
        return (
            _reread_scenario(scenario, self.entry["m44"])
            if "m44" in self.entry
            else OpenFile(scenario)
        )


def _reread_scenario(scenario: Scenario, changes: Mapping[str, Any]) -> OpenFile:
    """Return the scenario as read from its .m44 file with some changes."""
    tree = to_tree(scenario)
    for pointer, value in changes.items():
        if pointer:
            set_value(tree, pointer, value)
    text = json.dumps(tree)
    for old, new in changes.get("", {}).get("text", {}).items():
        assert old in text
        text = text.replace(old, new)
    data = text.encode(changes.get("", {}).get("encoding", "utf-8"))
    file_read = read_bytes(data, "case.m44").file
    assert file_read
    return file_read


def _load_cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.yaml")):
        for kind, named in load_yaml(path).items():
            for name, entry in named.items():
                yield Case(path.stem, kind, name, entry)


def _merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> Raw:
    """Return *base* updated with *changes*, recursively; null removes a value."""
    result = dict(base)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = _merge(result[key], value)
        else:
            result[key] = value
    return result


def _fill_hexes(hexes: dict[str, Raw], names: list[str], counts: Mapping[str, int]) -> None:
    """Put the numbers of pieces in *counts* on the free hexes among *names*, one on each."""
    free_names = (name for name in names if name not in hexes)
    for key, number in counts.items():
        layer = _layer_of_key(key)
        for _ in range(number):
            hexes[next(free_names)] = {"tags": [key]} if layer is Layer.TAG else {layer.value: key}


def _layer_of_key(key: str) -> Layer:
    layers = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT, Layer.TAG)
    return next(layer for layer in layers if base_catalogue().by_key(layer, key))


COMPLETE_LANGUAGES = [
    code for code, language in languages().items() if completeness(language).get("findings") == 100
]
"""The languages other than English into which every finding is translated."""

ALL_CASES = tuple(_load_cases())
CODES = sorted({case.code for case in ALL_CASES})
HEADINGS = ("Why it matters:", "Example:", "What to do:")


def findings_in_case(case: Case, file: OpenFile) -> list[Diagnostic]:
    return list(CHECKS[case.code].run(case.context_of(file)))


def cases_of_check(code: str, kind: str) -> Iterator[Case]:
    """Yield the cases of a check that are of one kind, ``pass`` or ``fail``."""
    return (case for case in ALL_CASES if (case.code, case.kind) == (code, kind))


def finding_properties(
    diagnostic: Diagnostic, scenario: Scenario, keys: set[str]
) -> dict[str, Any]:
    properties = {
        "severity": diagnostic.severity.value,
        "message": render(diagnostic, "en"),
        "pointer": diagnostic.pointer,
        "hex": scenario.board.name(diagnostic.hex) if diagnostic.hex else None,
        "fixes": [render_title(fix, "en") for fix in diagnostic.fixes],
    }
    return {key: properties[key] for key in keys}


@pytest.mark.parametrize("kind", ["pass", "fail"])
@pytest.mark.parametrize("code", CODES)
def test_the_check_finds_the_problems_of_its_cases(
    code: str, kind: str, subtests: pytest.Subtests
) -> None:
    for case in cases_of_check(code, kind):
        with subtests.test(case.name):
            file = case.file()
            reported_findings = findings_in_case(case, file)
            keys = [set(expected) for expected in case.expected] + [{"message"}] * len(
                reported_findings
            )
            problems = [
                finding_properties(f, file.scenario, k)
                for f, k in zip(reported_findings, keys, strict=False)
            ]
            assert problems == case.expected
            assert bool(reported_findings) == (case.kind == "fail")


@pytest.mark.parametrize("code", CODES)
def test_findings_are_translated(code: str, subtests: pytest.Subtests) -> None:
    for case in cases_of_check(code, "fail"):
        for finding, language in product(findings_in_case(case, case.file()), COMPLETE_LANGUAGES):
            with subtests.test(case.name, language=language):
                text = render(finding, language)
                assert text != render(finding, ENGLISH)
                assert not re.search(r"\b(?:the|and|of|is|are|has)\b", _without_quotations(text))
                for fix in finding.fixes:
                    assert render_title(fix, language) != render_title(fix, ENGLISH)


def _without_quotations(message: str) -> str:
    """Return a message without its quotations from the scenario."""
    return re.sub(r"«.*?»|「.*?」|„.*?“|“.*?”|(?<!\w)'.*?'(?!\w)", "", message)


@pytest.mark.parametrize("code", CODES)
def test_every_offered_fix_removes_its_finding(code: str, subtests: pytest.Subtests) -> None:
    for case in cases_of_check(code, "fail"):
        file = case.file()
        before = findings_in_case(case, file)
        offered_fixes = [(finding, fix) for finding in before for fix in finding.fixes]
        for finding, fix in offered_fixes:
            with subtests.test(case.name, fix=fix.key):
                after = findings_in_case(case, apply_fix_to_file(file, fix))
                assert finding not in after
                assert len(after) <= len(before)


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.code)
def test_the_check_has_a_page_a_source_and_cases_of_both_kinds(check: Check) -> None:
    assert [kind_page(check.kind, ENGLISH).count(heading) for heading in HEADINGS] == [1, 1, 1]
    assert check.kind.sources
    kinds = {case.kind for case in ALL_CASES if case.code == check.code}
    assert kinds == {"pass", "fail"}


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.code)
def test_the_docstring_cites_the_sources_of_the_data(check: Check) -> None:
    cited_ids = re.findall(r"\b(?:[BCDEORV]|LINT|BGA|TH)(?:-[A-Z0-9]+)+", check.find.__doc__ or "")
    assert tuple(cited_ids) == check.kind.sources


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.code)
def test_the_fail_cases_show_every_message_and_every_fix_of_the_data(check: Check) -> None:
    problems = list(_problems_in_cases(check))
    assert {problem.key for problem in problems} == set(check.kind.messages)
    assert {fix.key for problem in problems for fix in problem.repairs} == set(check.kind.fixes)


def _problems_in_cases(check: Check) -> Iterator[Problem]:
    for case in ALL_CASES:
        if case.code == check.code:
            yield from check.find(case.context())


def test_every_case_file_belongs_to_a_check() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(CHECKS)


def test_every_finding_about_a_scenario_has_a_check() -> None:
    assert {code for code in all_kinds() if not code.startswith("M0")} == set(CHECKS)
