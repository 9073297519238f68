"""``m44 check``: the destination of the findings, and their format."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from tests.core.cli.commands.test_check import FAULTY, run_in_terminal

from m44core.cli.main import main
from m44core.cli.reporting.reporter import FORMATS

M44 = [sys.executable, "-m", "m44core.cli.main", "check"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a scenario with one error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty.yaml").write_text(FAULTY)
    return tmp_path


@pytest.mark.parametrize("report_format", FORMATS)
def test_a_report_file_has_the_content_of_the_standard_output(
    report_format: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["check", "faulty.yaml", "--format", report_format]
    assert main(arguments) == 1
    output = capsys.readouterr().out
    assert main([*arguments, "--output", "report"]) == 1
    assert capsys.readouterr() == ("", "")
    assert (folder / "report").read_text("utf-8") == output


def test_an_output_option_before_a_pattern_replaces_no_scenario(folder: Path) -> None:
    (folder / "first.m44").write_text("{}")
    assert main(["check", "--output", "first.m44", "faulty.yaml"]) == 2
    assert (folder / "first.m44").read_text() == "{}"


@pytest.mark.parametrize("name", ["faulty.yaml", "./faulty.yaml", "link"])
def test_a_report_never_replaces_a_scenario(name: str, folder: Path) -> None:
    (folder / "link").symlink_to("faulty.yaml")
    assert main(["check", "faulty.yaml", "--output", name]) == 2
    assert (folder / "faulty.yaml").read_text() == FAULTY


def test_a_report_that_cannot_be_written_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    command = [*M44, "faulty.yaml", "--output", "missing/report"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert "missing/report was not saved and is unchanged: its folder does not" in result.stderr


def run_with_size_limit(size: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the check with no file larger than *size* bytes, as on a full disk; return the result."""
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
    command = [sys.executable, "-B", *M44[1:], *arguments]
    return subprocess.run(command, capture_output=True, preexec_fn=limit, check=False)


@pytest.mark.parametrize("report_format", FORMATS)
def test_a_full_disk_keeps_the_previous_report(report_format: str, folder: Path) -> None:
    (folder / "report").write_text("the one before")
    result = run_with_size_limit(
        20, "faulty.yaml", "--format", report_format, "--output", "report", "--force"
    )
    assert result.returncode == 2
    assert b"report was not saved and is unchanged" in result.stderr
    assert (folder / "report").read_text() == "the one before"
    assert sorted(path.name for path in folder.iterdir()) == ["faulty.yaml", "report"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can mount")
def test_a_full_file_system_keeps_the_previous_report(folder: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    mount_command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if subprocess.run(mount_command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        (disk / "report").write_text("the one before")
        with suppress(OSError):
            (disk / "filler").write_bytes(bytes(20_000))
        assert main(["check", "faulty.yaml", "--output", str(disk / "report"), "--force"]) == 2
        assert (disk / "report").read_text() == "the one before"
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_report_may_have_the_longest_valid_name(folder: Path) -> None:
    name = "r" * 255
    assert main(["check", "faulty.yaml", "--output", name]) == 1
    assert main(["check", "faulty.yaml", "--output", name, "--force"]) == 1
    assert "unclear-bunker-owner" in (folder / name).read_text("utf-8")


def test_a_pipe_gets_the_report_and_stays_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE) as reader:
        assert main(["check", "faulty.yaml", "--output", "pipe"]) == 1
        output, _ = reader.communicate()
    assert b"unclear-bunker-owner" in output
    assert (folder / "pipe").is_fifo()


def test_a_report_to_the_standard_output_is_appended(folder: Path) -> None:
    with (folder / "all").open("wb") as out:
        out.write(b"first\n")
        out.flush()
        command = [*M44, "faulty.yaml", "--output", "/dev/stdout"]
        assert subprocess.run(command, stdout=out, check=False).returncode == 1
    output = (folder / "all").read_text("utf-8")
    assert output.startswith("first\n")
    assert "unclear-bunker-owner" in output


@pytest.mark.parametrize("report_format", ["text", "full"])
def test_statistics_precede_the_summary_in_text(
    report_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--select", "M502", "--show", "error", "--statistics", "--format", report_format]
    main(["check", "faulty.yaml", *arguments])
    assert "\n\n1  M502  unclear-bunker-owner  error\n\n1 file" in capsys.readouterr().out


def test_statistics_are_kept_out_of_machine_readable_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "faulty.yaml", "--select", "M502", "--statistics", "--format", "json"])
    output = capsys.readouterr()
    assert json.loads(output.out)["summary"]["error"] == 1
    assert output.err == "1  M502  unclear-bunker-owner  error\n"


def test_a_terminal_gets_the_full_format_unless_text_is_requested() -> None:
    variables = {"TERM": "xterm", "NO_COLOR": "1"}
    arguments = ["check", "faulty.yaml", "--select", "M502"]
    assert "--> faulty.yaml:12:8 [B5]" in run_in_terminal(arguments, **variables)
    assert "-->" not in run_in_terminal([*arguments, "--format", "text"], **variables)


def test_the_summary_counts_fixable_findings(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "title.yaml").write_text(FAULTY + "texts: {en: {name: Mill  Hill}}\n")
    arguments = ["check", "title.yaml", "--select", "surplus-blanks"]
    main(arguments)
    assert "1 file checked: 1 note; 1 can be fixed with --fix\n" in capsys.readouterr().out
    main([*arguments, "--fix"])
    assert "with --fix" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("report_format", "jobs"),
    [*((report_format, "1") for report_format in FORMATS), ("text", "2"), ("json", "2")],
)
def test_a_closed_pipe_is_not_an_error(folder: Path, report_format: str, jobs: str) -> None:
    for number in range(100):
        (folder / f"{number}.yaml").write_text(FAULTY)
    command = [*M44, "--format", report_format, "--jobs", jobs, "."]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(20)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def test_a_full_disk_is_reported_in_a_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full disk to give")
    with Path("/dev/full").open("w") as full:
        command = [*M44, "faulty.yaml"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 2
    assert (
        result.stderr == b"m44: the output: the disk is full; free some space, or save elsewhere\n"
    )


PRINT_LOADED_MODULES = """
import sys
from m44core.cli.main import main
main(["check", "--format", sys.argv[1], "faulty.yaml", "--output", "report"])
print(*sys.modules)
"""


@pytest.mark.parametrize(
    ("report_format", "other_modules"),
    [
        ("text", {"full", "honeycomb", "json_document", "sarif", "github", "junit"}),
        ("json", {"text", "full", "sarif", "identifiers", "junit"}),
        ("junit", {"text", "full", "sarif", "json_document"}),
    ],
)
def test_a_format_does_not_load_the_others(report_format: str, other_modules: set[str]) -> None:
    command = [sys.executable, "-c", PRINT_LOADED_MODULES, report_format]
    loaded_modules = subprocess.run(
        command, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "m44core.cli.reporting.reporter" in loaded_modules
    assert not {f"m44core.cli.reporting.{other}" for other in other_modules} & set(loaded_modules)
