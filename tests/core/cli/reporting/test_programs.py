"""Reports for code hosts and test tools: GitHub, GitLab, JUnit."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.cli.main import main
from m44core.cli.reporting.reporter import FORMATS, ReportStyle, make_reporter
from m44core.diagnostics import Diagnostic, Severity
from m44core.validation.runner import FileReport

BOARD = BOARDS[BoardType.STANDARD]
COMMAND = re.compile(r"::(error|warning|notice) ([^\n]*?)::([^\n]*)\n")


def reporter_output(
    report_format: str, *reports: FileReport, style: ReportStyle | None = None
) -> str:
    """Return the output of a reporter for some reports."""
    out = StringIO()
    writer = make_reporter(report_format, out, style or ReportStyle())
    for report in reports:
        writer.file(report)
    writer.end(reports)
    return out.getvalue()


def report_of(
    path: str = "a.m44", message: str = "wrong", severity: Severity = Severity.ERROR
) -> FileReport:
    diagnostic = Diagnostic(
        "M814", "untold", severity, {"rule": message}, "/hexes/B5", BOARD.hex("B5")
    )
    return FileReport(path, (diagnostic,), board=BOARD)


def decode_github_value(text: str) -> str:
    """Return a value as GitHub's runner decodes it."""
    for code, character in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, character)
    return text


@pytest.mark.usefixtures("folder")
def test_an_annotation_names_place_code_and_hex(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--format", "github", "--select", "M502", "bunker.yaml", "missing.m44"])
    assert capsys.readouterr().out == (
        "::error file=bunker.yaml,line=6,col=8,title=M502 unclear-bunker-owner [B5]"
        "::The bunker has no owner and no unit in it\n"
        "::error file=missing.m44,title=not checked"
        "::There is no file missing.m44; check the path\n"
    )


@pytest.mark.parametrize(
    ("severity", "command"),
    [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "notice")],
)
def test_each_severity_has_its_command(severity: Severity, command: str) -> None:
    assert reporter_output("github", report_of(severity=severity)).startswith(f"::{command} ")


@given(st.text("ab%:,\r\n=;0A25 é"), st.text("ab%:,\r\n=;0A25 é", min_size=1))
def test_github_annotations_can_be_parsed_back(message: str, name: str) -> None:
    match = COMMAND.fullmatch(reporter_output("github", report_of(f"x{name}", message)))
    assert match
    _, properties, message_text = match.groups()
    fields = dict(each.split("=", 1) for each in properties.split(","))
    assert (
        decode_github_value(message_text)
        == f"The data include {message}, but the text does not mention this"
    )
    assert decode_github_value(fields["file"]) == f"x{name}"
    assert fields["title"] == "M814 data-without-text [B5]"


@pytest.mark.usefixtures("folder")
def test_gitlab_issues_have_distinct_fingerprints(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.yaml").write_bytes(Path("bunker.yaml").read_bytes())
    main(["check", "--format", "gitlab", "--select", "M502", "."])
    issues = json.loads(capsys.readouterr().out)
    assert len({issue.pop("fingerprint") for issue in issues}) == 2
    assert issues[0] == {
        "description": "The bunker has no owner and no unit in it [B5]",
        "check_name": "M502 unclear-bunker-owner",
        "severity": "major",
        "location": {"path": "bunker.yaml", "lines": {"begin": 6}},
    }


def test_the_gitlab_report_includes_unchecked_files() -> None:
    (issue,) = json.loads(reporter_output("gitlab", FileReport("a.m44", failure="gone")))
    assert (issue["severity"], issue["description"]) == ("blocker", "gone")


def junit_root(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_a_file_is_a_suite_and_a_finding_a_case() -> None:
    valid_file, missing_file = FileReport("sound.m44"), FileReport("missing.m44", failure="gone")
    root = junit_root(reporter_output("junit", report_of(), valid_file, missing_file))
    assert {suite.get("name"): suite.get("tests") for suite in root} == {
        "a.m44": "1", "sound.m44": "1", "missing.m44": "1",
    }  # fmt: skip
    assert [len(root.findall(f"*/*/{tag}")) for tag in ("failure", "error")] == [1, 1]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    assert root[0][0].get("name") == "M814 data-without-text [B5]"


@pytest.mark.parametrize(
    ("fail_on", "failures"),
    [(Severity.ERROR, 1), (Severity.WARNING, 2), (Severity.INFO, 3), (None, 0)],
)
def test_a_case_fails_exactly_when_the_command_does(
    fail_on: Severity | None, failures: int
) -> None:
    reports = [report_of(severity=severity) for severity in Severity]
    root = junit_root(reporter_output("junit", *reports, style=ReportStyle(fail_on=fail_on)))
    assert len(root.findall("*/*/failure")) == failures
    assert root.get("failures") == str(failures)
    assert len(root.findall("*/*/system-out")) == 3 - failures


@given(st.text(st.characters(), min_size=1), st.text(st.characters()))
def test_junit_output_is_xml_for_all_findings(name: str, message: str) -> None:
    name = name.replace("\0", "").replace("/", "") or "x"
    text = reporter_output("junit", report_of(name, message), FileReport(name, failure=message))
    assert len(junit_root(text.encode().decode())) == 2


# What the schema of Jenkins allows in each element: the parts in order, each with its maximum
# number, the required attributes, and the optional ones.
_ANY_NUMBER = 1_000_000
_ALLOWED: dict[str, tuple[dict[str, int], set[str], set[str]]] = {
    "testsuites": (
        {"testsuite": _ANY_NUMBER},
        set(),
        {"name", "time", "tests", "failures", "disabled", "errors"},
    ),
    "testsuite": (
        {"properties": 1, "testcase": _ANY_NUMBER, "system-out": 1, "system-err": 1},
        {"name", "tests"},
        {"failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id"},
    ),
    "testcase": (
        {
            "skipped": 1,
            "error": _ANY_NUMBER,
            "failure": _ANY_NUMBER,
            "system-out": _ANY_NUMBER,
            "system-err": _ANY_NUMBER,
        },
        {"name"},
        {"assertions", "time", "classname", "status"},
    ),
    "failure": ({}, set(), {"type", "message"}),
    "error": ({}, set(), {"type", "message"}),
    "system-out": ({}, set(), set()),
}


def jenkins_violations(element: ElementTree.Element) -> list[str]:
    """Return the violations of the Jenkins schema in an element and its descendants."""
    parts, needed, optional = _ALLOWED[element.tag]
    tags, attributes = [part.tag for part in element], set(element.attrib)
    order = list(parts)
    wrong_tags = [tag for tag in tags if tag not in parts or tags.count(tag) > parts[tag]]
    if not wrong_tags and tags != sorted(tags, key=order.index):
        wrong_tags.append(f"order of {tags}")
    wrong_tags += sorted(needed - attributes) + sorted(attributes - needed - optional)
    return wrong_tags + [each for part in element for each in jenkins_violations(part)]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("fail_on", ["error", "info", "never"])
def test_junit_output_follows_the_schema_of_jenkins(
    fail_on: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("sound.m44").write_text("{}", "utf-8")
    main(["check", "--format", "junit", "--fail-on", fail_on, ".", "missing.m44"])
    root = junit_root(capsys.readouterr().out)
    assert root.tag == "testsuites"
    assert len(root) == 3
    assert jenkins_violations(root) == []


def test_junit_text_includes_the_place_of_a_finding() -> None:
    (failure,) = junit_root(reporter_output("junit", report_of())).findall("*/*/failure")
    assert (failure.text or "").startswith("a.m44: error ")


@pytest.mark.parametrize("report_format", FORMATS)
def test_every_format_can_be_written_without_files(report_format: str) -> None:
    assert "M5" not in reporter_output(report_format)
