"""``m44.toml``: the file that applies, the effects of its settings, and its errors."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.configuration import read_configuration

TEXT = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 4}
  bottom: {side: allies, cards: 14, medals: 4}
hexes:
  G5: {structure: bunker}
"""
SELECT_BOTH = 'select = ["M303", "M502", "M061"]\n'
"""Select the hand of 14 cards (a warning) and the bunker without an owner (an error)."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a repository with scenarios in it, as the current folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "east" / "draft").mkdir(parents=True)
    for name in ("a.yaml", "east/b.yaml", "east/draft/c.yaml"):
        (tmp_path / name).write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_configuration(text: str, folder: str = ".") -> None:
    (Path(folder) / "m44.toml").write_text(text)


def codes_by_file(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[str]]:
    """Return the codes of the findings in each file, keyed by path."""
    main(["check", *(arguments or (".",)), "--format", "json"])
    files = json.loads(capsys.readouterr().out)["files"]
    return {file["path"]: [d["code"] for d in file["diagnostics"]] for file in files}


def test_the_nearest_configuration_applies(capsys: pytest.CaptureFixture[str]) -> None:
    write_configuration("[check]\n" + SELECT_BOTH)
    write_configuration('[check]\nselect = ["M502"]\n', "east")
    assert codes_by_file(capsys) == {
        "a.yaml": ["M303", "M502"],
        "east/b.yaml": ["M502"],
        "east/draft/c.yaml": ["M502"],
    }


def test_a_configuration_above_the_repository_root_is_ignored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_configuration("[check]\n" + SELECT_BOTH)
    (Path("east") / ".git").mkdir()
    assert "M303" in codes_by_file(capsys)["a.yaml"]
    assert len(codes_by_file(capsys)["a.yaml"]) == 2
    assert len(codes_by_file(capsys)["east/b.yaml"]) > 2


def test_the_command_line_overrides_the_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    write_configuration('[check]\nselect = ["M303"]\nignore = ["M502"]\nfail-on = "warning"\n')
    assert codes_by_file(capsys, "a.yaml", "--select", "M502") == {"a.yaml": ["M502"]}
    assert main(["check", "a.yaml"]) == 1
    assert main(["check", "a.yaml", "--fail-on", "error"]) == 0
    assert main(["check", "a.yaml", "--ignore", "M303"]) == 0


def test_a_configuration_can_be_named_or_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    write_configuration("[check]\n" + SELECT_BOTH)
    write_configuration('[check]\nselect = ["M502"]\n', "east")
    assert codes_by_file(capsys, "a.yaml", "--config", "east/m44.toml") == {"a.yaml": ["M502"]}
    assert len(codes_by_file(capsys, "a.yaml", "--no-config")["a.yaml"]) > 2
    assert main(["check", "a.yaml", "--config", "none.toml"]) == 2
    assert "none.toml cannot be read: no such file or folder" in capsys.readouterr().err


def test_files_are_checked_against_the_configured_boxes() -> None:
    Path("a.yaml").write_text(TEXT.replace("face: country", "face: winter"))
    arguments = ["check", "a.yaml", "--select", "M111"]
    assert main(arguments) == 0
    write_configuration("[check]\nboxes = {base = 1}\n")
    assert main(arguments) == 1
    assert main([*arguments, "--boxes", "base=1,winter-desert=1"]) == 0
    write_configuration("[check.boxes]\nbase = 1\nwinter-desert = 1\n")
    assert main(arguments) == 0


ALLOW = """
[[check.allow]]
check = "unusual-hand"
files = "{files}"
reason = "The campaign gives them."
"""


@pytest.mark.parametrize(
    ("files", "allowed"),
    [
        ("*", "abc"),
        ("b.yaml", "b"),
        ("[bc].yaml", "bc"),
        ("east/*", "bc"),
        ("east/b.yaml", "b"),
        ("./east/draft/*.yaml", "c"),
        ("west/*", ""),
    ],
)
def test_an_allowance_applies_to_the_files_it_names(
    files: str, allowed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_configuration(
        "[check]\n" + SELECT_BOTH.replace(', "M061"', "") + ALLOW.format(files=files)
    )
    remaining_codes = {Path(path).stem: codes for path, codes in codes_by_file(capsys).items()}
    assert remaining_codes == {n: ["M502"] if n in allowed else ["M303", "M502"] for n in "abc"}


def test_the_exit_status_ignores_suppressed_findings() -> None:
    write_configuration(
        '[check]\nselect = ["M303"]\nfail-on = "warning"\n' + ALLOW.format(files="a.yaml")
    )
    assert main(["check", "a.yaml"]) == 0
    assert main(["check", "east"]) == 1


def test_an_unused_allowance_is_reported_at_its_line(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write_configuration(
        "[check]\n" + SELECT_BOTH + ALLOW.format(files="a.yaml") + ALLOW.format(files="west/*")
    )
    main(["check", "."])
    output = capsys.readouterr().out
    message = 'This suppression has no effect: no file checked here matches "west/*"'
    assert f"{folder / 'm44.toml'}:9:1: warning M061 unused-allowance {message}\n" in output
    assert output.count("M061") == 1
    assert output.endswith("\n3 files checked: 3 errors, 3 warnings\n")


def test_an_allowance_for_files_without_the_finding_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.yaml").write_text(TEXT.replace("cards: 14", "cards: 4"))
    write_configuration("[check]\n" + SELECT_BOTH + ALLOW.format(files="a.yaml"))
    main(["check", "."])
    output = capsys.readouterr().out
    assert "there is no longer any unusual-hand problem here\n" in output


def test_a_file_of_another_configuration_matches_no_allowance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_configuration("[check]\n" + SELECT_BOTH + ALLOW.format(files="b.yaml"))
    write_configuration("[check]\n" + SELECT_BOTH, "east")
    main(["check", "."])
    assert 'no file checked here matches "b.yaml"\n' in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["a.yaml"], ["east"], [".", "--select", "M502"]])
def test_an_allowance_is_not_unused_if_only_some_files_were_checked(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write_configuration("[check]\n" + SELECT_BOTH + ALLOW.format(files="west/*"))
    main(["check", *arguments])
    assert "M061" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[check\n", "is not valid TOML: "),
        ("[chek]\n", ":1: the file: unknown key 'chek'; did you mean check?"),
        ("check = 1\n", ":1: 'check' must be a table: [check]"),
        ("[check]\n\nselekt = []\n", ":3: [check]: unknown key 'selekt'; did you mean select?"),
        ("[check]\nxyz = []\n", ":2: [check]: unknown key 'xyz'; known: select, ignore"),
        (
            '[check]\nselect = "M3"\n',
            (":2: 'select' must be a list of strings, such as [\"M303\"]"),
        ),
        ("[check]\nignore = [1]\n", ":2: 'ignore' must be a list of strings, such as [\"M303\"]"),
        (
            '[check]\nignore = ["unusual-hands"]\n',
            ":2: unknown check 'unusual-hands'; did you mean unusual-hand?",
        ),
        ('[check]\nprofiles = ["bgg"]\n', ":2: unknown profile 'bgg'; available: bga"),
        (
            '[check]\nfail-on = "bad"\n',
            (":2: 'fail-on' is 'bad'; it must be one of error, warning"),
        ),
        (
            '[check]\ntile-pairs = [\n  ["forest", "river", 12],\n]\nfail-on = "bad"\n',
            ":5: 'fail-on' is 'bad'",
        ),
        ("[check]\nboxes = 1\n", ":2: 'boxes' must be a table, such as {base = 1}"),
        ("[check]\nboxes = {bas = 1}\n", ":2: unknown box 'bas'; did you mean base?"),
        ("[check]\n\n[check.boxes]\nbas = 1\n", ":3: unknown box 'bas'; did you mean base?"),
        ("[check]\nallow = 1\n", ":2: 'allow' must be a list of tables: [[check.allow]]"),
        ('[[check.allow]]\nreason = "So."\n', ":1: [[check.allow]] needs a 'check'"),
        ('[[check.allow]]\ncheck = "M3"\n', ":1: [[check.allow]] needs a 'reason'"),
        (
            '[[check.allow]]\ncheck = "M3"\nreason = "So."\n\n[[check.allow]]\ncheck = "M8888"\n'
            'reason = "So."\n',
            ":6: unknown check 'M8888'",
        ),
        (
            '[[check.allow]]\ncheck = "M3"\nfile = "x"\n',
            ":3: [check.allow]: unknown key 'file'; did you mean files?",
        ),
        ('[[check.allow]]\ncheck = "M3"\nreason = 5\n', ":3: 'reason' must be text"),
        *(
            (
                f'[[check.allow]]\ncheck = "{check}"\nreason = "So."\n',
                f":2: {check} cannot be suppressed; skip it with --ignore {check}\n",
            )
            for check in ("M055", "m061", "check-crashed")
        ),
    ],
)
def test_an_error_in_a_configuration_is_reported_with_its_line(
    text: str, message: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write_configuration(text)
    assert main(["check", "a.yaml"]) == 2
    output = capsys.readouterr()
    assert output.err.startswith(
        f"m44: {folder / 'm44.toml'}{message}" if message[0] == ":" else "m44: "
    )
    assert message in output.err
    assert output.out == ""


def test_a_configuration_not_in_utf_8_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    Path("m44.toml").write_bytes(b"\xff\xfe")
    assert main(["check", "a.yaml"]) == 2
    assert "m44.toml is not UTF-8; save it as UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_a_configuration_that_is_not_a_regular_file_is_an_error(
    make: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    make(Path("m44.toml"))
    assert main(["check", "a.yaml"]) == 2
    assert "m44.toml is not a regular file; remove it" in capsys.readouterr().err


def test_the_example_in_the_documentation_is_valid() -> None:
    page = (Path(__file__).parents[3] / "docs" / "suppressions.md").read_text("utf-8")
    write_configuration(page.partition("```toml\n")[2].partition("```")[0])
    configuration = read_configuration(Path("m44.toml"))
    assert configuration.owned == OwnedBoxes({"base": 1, "terrain": 1}, {("forest", "river"): 12})
    assert [rule.files for rule in configuration.rules] == ["campaign/*.m44"]
