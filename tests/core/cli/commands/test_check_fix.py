"""``m44 check --fix`` and ``--diff``: written and untouched files, and interrupted runs."""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from m44core.cli.main import main

M44 = """\
{
  "meta_data": {"software": "by hand", "strange": [1, 2.50]},
  "game_info": {
    "side_player1": "AXIS",
    "side_player2": "allies",
    "cards_player1": "4"
  },
  "board": {
    "type": "standard",
    "hexagons": [
      {"row": 4, "col": 12, "rect_terrain": {"name": "bunker", "orientation": 1}}
    ]
  }
}
"""
Rights = Callable[[], AbstractContextManager[None]]
SELECT = ("--select", "M0,M502")
FIX = ("check", "--fix", *SELECT)
DIFF = ("check", "--diff", *SELECT)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file to fix."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.m44").write_text(M44)
    return tmp_path


def file_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def scenario_values(path: Path) -> Mapping[str, object]:
    tree = json.loads(path.read_text())
    game_info = tree["game_info"]
    return {
        "board": tree["board"]["type"],
        "side": game_info["side_player2"],
        "cards": game_info["cards_player1"],
        "strange": tree["meta_data"]["strange"],
        "bunker": tree["board"]["hexagons"][0],
    }


def test_safe_fixes_are_applied_and_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*FIX, "some.m44"]) == 1  # the bunker has no owner
    output = capsys.readouterr().out
    assert "some.m44:5:21: fixed: M041 Change to upper case\n" in output
    assert "some.m44:6:22: fixed: M046 Change it to a number\n" in output
    assert "error M502" in output
    last_line = (
        "2 problems fixed in 1 file; 1 problem can be fixed in the editor, which asks first\n"
    )
    assert output.endswith(last_line)
    assert scenario_values(folder / "some.m44") == {
        "board": "STANDARD",
        "side": "ALLIES",
        "cards": 4,
        "strange": [1, 2.5],
        "bunker": {
            "row": 4, "col": 12, "rect_terrain": {"name": "bunker", "orientation": 1},
        },
    }  # fmt: skip


def test_a_fixed_file_needs_no_more_fixes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*FIX, "some.m44"])
    fixed_bytes = (folder / "some.m44").read_bytes()
    main([*FIX, "some.m44"])
    assert (folder / "some.m44").read_bytes() == fixed_bytes
    assert main([*DIFF, "some.m44"]) == 0
    assert "0 files would change" in capsys.readouterr().err


def test_only_selected_problems_are_fixed(folder: Path) -> None:
    main(["check", "--fix", "--select", "M502", "some.m44"])
    assert (folder / "some.m44").read_text() == M44


def test_suppressed_problems_are_not_fixed(folder: Path) -> None:
    (folder / "m44.toml").write_text('[[check.allow]]\ncheck = "M0"\nreason = "As it came."\n')
    main([*FIX, "some.m44"])
    assert (folder / "some.m44").read_text() == M44


def test_no_backup_or_temporary_file_remains(folder: Path) -> None:
    main([*FIX, "some.m44"])
    assert file_names(folder) == ["some.m44"]


def test_permissions_and_symbolic_links_are_kept(folder: Path) -> None:
    (folder / "some.m44").chmod(0o640)
    (folder / "link.m44").symlink_to("some.m44")
    main([*FIX, "link.m44"])
    assert (folder / "link.m44").is_symlink()
    assert scenario_values(folder / "some.m44")["cards"] == 4
    assert stat.S_IMODE((folder / "some.m44").stat().st_mode) == 0o640


def test_a_diff_shows_what_would_be_written_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DIFF, "some.m44"]) == 1
    output = capsys.readouterr()
    assert output.out.startswith("--- some.m44\n+++ some.m44\n@@ ")
    assert '-    "cards_player1": "4"\n' in output.out
    assert '"cards_player1": 4' in output.out
    assert output.err == "1 file would change\n"
    assert (folder / "some.m44").read_text() == M44


def test_a_diff_is_written_to_the_given_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "some.m44").write_bytes(M44.replace("\n", "\r\n").encode())
    main([*DIFF, "some.m44"])
    output = capsys.readouterr().out
    assert main([*DIFF, "some.m44", "--output", "what.diff"]) == 1
    assert capsys.readouterr() == ("", "1 file would change\n")
    assert (folder / "what.diff").read_bytes() == output.encode()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--format", "json"],
        ["--statistics"],
        ["--show", "error"],
        ["--fail-on", "never"],
        ["--fix"],
    ],
)
def test_diff_refuses_options_it_would_ignore(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DIFF, *arguments, "some.m44"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert arguments[0] in output.err
    assert "--diff" in output.err
    assert (folder / "some.m44").read_text() == M44


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_diff_splits_lines_only_at_real_line_ends(
    line_end: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd_text = "a\u2028b\u0085c"
    text = M44.replace("by hand", odd_text).rstrip("\n").replace("\n", line_end)
    (folder / "some.m44").write_bytes(text.encode())
    assert main([*DIFF, "some.m44"]) == 1
    lines = capsys.readouterr().out.split("\n")
    assert all(line[:1] in ("", " ", "-", "+", "@", "\\") for line in lines)
    assert lines[-2] == "\\ No newline at end of file"
    assert any(odd_text in line for line in lines)


@pytest.mark.skipif(not Path("/usr/bin/patch").exists(), reason="needs patch")
def test_a_diff_can_be_applied(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*DIFF, "some.m44"])
    diff = capsys.readouterr().out
    subprocess.run(["/usr/bin/patch", "-s", "some.m44"], input=diff, text=True, check=True)
    patched_bytes = (folder / "some.m44").read_bytes()
    (folder / "some.m44").write_text(M44)
    main([*FIX, "some.m44"])
    assert (folder / "some.m44").read_bytes() == patched_bytes


def test_an_ambiguous_file_is_not_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = M44.replace('"cards_player1": "4"', '"cards_player1": "4",\n    "cards_player1": "5"')
    (folder / "some.m44").write_text(text)
    assert main([*FIX, "some.m44"]) == 2
    assert "some.m44:7: nothing was fixed because of M008" in capsys.readouterr().err
    assert (folder / "some.m44").read_text() == text
    assert main([*DIFF, "some.m44"]) == 2


def test_withheld_safe_fixes_are_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.m44").write_text(M44)
    text = M44.replace('"cards_player1": "4"', '"cards_player1": "4",\n    "cards_player1": "5"')
    (folder / "some.m44").write_text(text)
    assert main([*FIX, "some.m44", "other.m44"]) == 2
    assert capsys.readouterr().out.endswith(
        "\n2 problems fixed in 1 file; not fixed, for the reasons given: 2 problems; 2 "
        "problems can be fixed in the editor, which asks first\n"
    )


def test_a_file_is_not_fixed_if_a_comment_would_be_lost(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\ufeffformat: 1\nboard:\n  # the large one\n  type: overlord\nhexes: {}\n"
    (folder / "some.yaml").write_text(text)
    assert main([*FIX, "some.yaml"]) == 2
    assert "some.yaml:3: nothing was fixed" in capsys.readouterr().err
    assert (folder / "some.yaml").read_text() == text


def test_comments_away_from_the_fixed_values_are_kept(folder: Path) -> None:
    text = "\ufeff# top\nformat: 1\nboard: {type: standard}  # small\nhexes: {}\n# end\n"
    (folder / "some.yaml").write_text(text)
    assert main([*FIX, "some.yaml"]) == 0
    fixed_text = (folder / "some.yaml").read_text()
    assert fixed_text == text[1:].replace("standard}", "standard, face: country}")


def test_fixes_are_on_stderr_and_problems_on_stdout(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*FIX, "some.m44", "--format", "json"])
    output = capsys.readouterr()
    codes = [finding["code"] for finding in json.loads(output.out)["files"][0]["diagnostics"]]
    assert "M041" not in codes
    assert "M502" in codes
    assert "fixed: M041" in output.err
    assert folder


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*FIX, "missing.m44", ".", "some.m44"]) == 2
    assert "missing.m44: not checked" in capsys.readouterr().out
    assert scenario_values(folder / "some.m44")["cards"] == 4
    assert main([*DIFF, "missing.m44"]) == 2


def m44_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "m44core.cli.main", *arguments]


def test_a_full_disk_is_reported_and_the_file_is_unchanged(folder: Path) -> None:
    (folder / "zz.m44").write_text("{}")

    def limit_file_size() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    process = subprocess.run(
        m44_command(*FIX, "."),
        preexec_fn=limit_file_size,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert "some.m44 was not saved and is unchanged: " in process.stderr
    assert "zz.m44:1:1: error M026" in process.stdout
    assert file_names(folder) == ["some.m44", "zz.m44"]
    assert (folder / "some.m44").read_text() == M44


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o666, 0o555)])
def test_a_read_only_file_is_reported(
    file_mode: int,
    folder_mode: int,
    folder: Path,
    without_root_rights: Rights,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (folder / "zz.m44").write_text("{}")
    (folder / "some.m44").chmod(file_mode)
    folder.chmod(folder_mode)
    with without_root_rights():
        assert main([*FIX, "."]) == 2
    output = capsys.readouterr()
    assert (
        "you do not have permission to write there; save elsewhere, or change the permissions"
    ) in output.err
    assert "zz.m44:1:1: error M026" in output.out
    assert (folder / "some.m44").read_text() == M44


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_fix_leaves_every_file_old_or_new(
    jobs: str, number: signal.Signals, folder: Path
) -> None:
    main([*FIX, "some.m44"])
    new = (folder / "some.m44").read_text()
    all_names = ["some.m44", *(f"{index}.m44" for index in range(300))]
    for name in all_names:
        (folder / name).write_text(M44)
    command = m44_command(*FIX, "--jobs", jobs, ".")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it has begun
        os.killpg(process.pid, number)  # as a terminal does it, to all processes
        _, output = process.communicate(timeout=60)
    assert process.returncode == -number  # a shell calls it 128 and the number
    assert output in (b"", b"\nm44: interrupted\n")
    assert not [name for name in file_names(folder) if name not in all_names]
    texts = [(folder / name).read_text() for name in all_names]
    assert set(texts) == {M44, new}
