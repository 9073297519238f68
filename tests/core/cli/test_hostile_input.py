"""Hostile folders and files: each is reported, and none stops or stalls the others."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from m44core.cli.file_arguments import scenario_files
from m44core.cli.main import main

Rights = Callable[[], AbstractContextManager[None]]
SMALL_FILE = '{"board": {"type": "STANDARD", "hexagons": []}}'
FIXED_FILE = '{"board": {"type": "standard", "hexagons": []}}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with one sound file."""
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.m44").write_text(SMALL_FILE)
    return tmp_path


def failures_by_path(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str | None]:
    """Return the reason why each file was not checked, keyed by path; None if it was checked."""
    main(["check", "--format", "json", *(arguments or (".",))])
    return {f["path"]: f["failure"] for f in json.loads(capsys.readouterr().out)["files"]}


def test_links_to_parent_folders_are_not_followed_forever(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("inner").mkdir()
    Path("inner/again").symlink_to("..")
    Path("self").symlink_to("self")
    Path("self.m44").symlink_to("self.m44")
    reported_failures = failures_by_path(capsys)
    assert list(reported_failures) == ["good.m44", "self.m44"]
    assert "its links form a loop; fix or remove the link" in str(reported_failures["self.m44"])
    failures_of_links = failures_by_path(capsys, "self.m44", "self", "inner/again")
    assert "its links form a loop; fix or remove the link" in str(failures_of_links["self.m44"])
    assert "its links form a loop; fix or remove the link" in str(failures_of_links["self"])
    assert failures_of_links["inner/again/good.m44"] is None


@pytest.mark.parametrize("fix_option", [(), ("--fix",)])
def test_pipes_sockets_and_devices_are_reported_without_waiting(
    fix_option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo("pipe.m44")
    with socket.socket(socket.AF_UNIX) as unix_socket:
        unix_socket.bind("socket.m44")
    odd_files = ("pipe.m44", "socket.m44", "/dev/zero")
    output = failures_by_path(capsys, ".", *odd_files, *fix_option)
    assert output.pop("good.m44") is None
    assert output == {
        name: f"{name} is not a regular file; choose a scenario file" for name in odd_files
    }


def test_files_with_any_bytes_in_their_names_are_checked_fixed_and_shown() -> None:
    odd_names = [b"a\nb.m44", b"\"'$(x);`.m44", b"caf\xe9.m44", b"\x1b[31m.m44", "漢.m44".encode()]
    for name in odd_names:
        Path(os.fsdecode(name)).write_text(FIXED_FILE)
    command = [sys.executable, "-m", "m44core.cli.main", "check", "--select", "M041"]
    result = subprocess.run([*command, "--diff", "."], capture_output=True, check=False)
    assert result.returncode == 1
    assert b"+++ caf\\udce9.m44\n" in result.stdout
    assert b"+++ a\\nb.m44\n" in result.stdout
    assert b"\x1b" not in result.stdout
    fix_result = subprocess.run([*command, "--fix", "."], capture_output=True, check=False)
    assert (fix_result.returncode, fix_result.stderr) == (0, b"")
    assert fix_result.stdout.count(b"fixed: M041") == len(odd_names)
    assert b"\x1b" not in fix_result.stdout
    texts = [Path(os.fsdecode(name)).read_text() for name in odd_names]
    assert all('"STANDARD"' in text for text in texts)


@pytest.fixture
def depth() -> Iterator[int]:
    """The number of nested folders, more than the recursion limit; they are removed afterwards."""
    yield 1200
    subprocess.run(["rm", "-rf", "d"], check=True)  # pytest cannot remove them


def test_very_deep_folders_are_searched(folder: Path, depth: int) -> None:
    deepest = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=deepest)
        subfolder = os.open("d", os.O_RDONLY, dir_fd=deepest)
        os.close(deepest)
        deepest = subfolder
    os.close(os.open("deep.m44", os.O_CREAT | os.O_WRONLY, dir_fd=deepest))
    os.close(deepest)
    assert scenario_files(["."]) == ["/".join([*["d"] * depth, "deep.m44"]), "good.m44"]
    assert main(["check", ".", "--fail-on", "never"]) == 0


def test_an_unreadable_folder_is_reported_and_the_rest_is_checked(
    without_root_rights: Rights, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("closed/inner").mkdir(parents=True)
    Path("closed").chmod(0)
    with without_root_rights():
        output = failures_by_path(capsys)
    Path("closed").chmod(0o755)
    expected = (
        "cannot read this folder: permission denied; change the permissions, or choose another "
        "file or folder"
    )
    assert output == {"closed": expected, "good.m44": None}


def test_a_file_removed_during_the_check_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed_files = scenario_files(["."])
    Path("good.m44").unlink()
    assert "There is no file good.m44" in str(failures_by_path(capsys, *listed_files)["good.m44"])


def test_constantly_changing_files_are_never_half_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = FIXED_FILE.replace("[]", '[{"row": 0, "col": 0, "unit": {"name": "infger"}}]')
    end_event = threading.Event()

    def rewrite() -> None:
        while not end_event.is_set():
            Path("new").write_text(other)
            Path("new").replace("busy.m44")
            Path("busy.m44").unlink(missing_ok=True)

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        statuses = {main(["check", "--fix", "--select", "M041", "busy.m44"]) for _ in range(40)}
    finally:
        end_event.set()
        writer.join()
    assert statuses <= {0, 2}
    leftover_files = [path for path in Path().iterdir() if path.name.startswith(".")]
    assert leftover_files == []
    assert capsys.readouterr().out


@pytest.mark.bulk
def test_thousands_of_files_take_little_memory_each() -> None:
    for number in range(3000):
        Path(f"{number}.m44").write_text(SMALL_FILE)
    script = (
        "import resource, sys\n"
        "from m44core.cli.main import main\n"
        "main(['check', '--select', 'M041', *sys.argv[1:]])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )
    peak_sizes = []
    for place in ("good.m44", "."):
        command = [sys.executable, "-c", script, place]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        peak_sizes.append(int(run.stderr))
    assert "3001 files checked" in run.stdout
    assert (peak_sizes[1] - peak_sizes[0]) / 3000 < 8  # kB


def test_one_unreadable_file_does_not_stop_the_support_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("bad.m44").write_text("{")
    assert main(["supports", ".", "missing.m44"]) == 2
    output = capsys.readouterr()
    assert output.out.startswith("good.m44: ")
    assert "bad.m44: " in output.err
    assert "There is no file missing.m44" in output.err
