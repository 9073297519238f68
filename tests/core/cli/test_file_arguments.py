"""The files that command-line arguments stand for, even with unusual names and folders."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from m44core.cli.file_arguments import scenario_files
from m44core.cli.main import main

Rights = Callable[[], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which is empty, so that nothing above it is searched."""
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_files(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("hexes: {}\n")


def test_files_with_any_characters_in_their_names_are_found() -> None:
    names = [" .m44", "-x.m44", "a b.yaml", "a\nb.m44", "star*.m44", "ü漢.m44", "[a].m44"]
    write_files(*names)
    assert scenario_files(["."]) == sorted(names)
    assert scenario_files(names) == names


def test_a_file_named_twice_is_one_file() -> None:
    write_files("a.m44")
    assert scenario_files(["a.m44", ".", "*.m44"]) == ["a.m44"]


def test_circular_links_do_not_cause_an_endless_search() -> None:
    write_files("deep/a.m44")
    Path("deep/again").symlink_to("..")
    Path("self.m44").symlink_to("self.m44")
    Path("nowhere.m44").symlink_to("missing")
    assert scenario_files(["."]) == ["deep/a.m44", "nowhere.m44", "self.m44"]


def test_a_pipe_counts_as_a_scenario_only_if_it_is_called_m44() -> None:
    os.mkfifo("pipe.yaml")
    os.mkfifo("pipe.m44")
    Path("folder.m44").mkdir()
    Path("link.m44").symlink_to("folder.m44")
    assert scenario_files(["."]) == ["folder.m44", "pipe.m44"]


def test_unreadable_entries_of_a_folder_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    write_files("fine.yaml")
    os.mkfifo("pipe.m44")
    Path("link.m44").symlink_to("gone.m44")
    assert main(["check", "."]) == 2
    output = capsys.readouterr().out
    assert "pipe.m44: not checked: pipe.m44 is not a regular file; choose" in output
    assert "link.m44: not checked: link.m44 is a broken link; fix or remove it" in output
    assert output.endswith("; 2 files not checked\n")


@pytest.mark.parametrize(
    ("text", "is_scenario"),
    [
        ("format: 1\nboard: {type: stand", True),
        ("\ufeffformat: 1  # ours\r\nbri", True),
        ("# mine\nboard:\n  type: overlord\n", True),
        ("board: {face: winter, type: standard}\n", True),
        ("format: html\n", False),
        ("output: {format: 1}\n", False),
        ("esp32:\n  board:\n    type: s3\n", False),
        ("board:\n  name: nucleo\n", False),
        ("key: board\n", False),
        ("", False),
    ],
)
def test_truncated_yaml_is_recognized_as_a_scenario_by_its_beginning(
    text: str, is_scenario: bool
) -> None:
    Path("some.yaml").write_text(text, encoding="utf-8", newline="")
    assert scenario_files(["."]) == (["some.yaml"] if is_scenario else ["."])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_yaml_in_utf_16_is_a_scenario(encoding: str) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    Path("some.yaml").write_text(f"{mark}format: 1\nhexes: {{}}\n", encoding=encoding)
    Path("other.yaml").write_text(f"{mark}format: html\n", encoding=encoding)
    Path("unmarked.yaml").write_bytes("format: html\n".encode("utf-16-le"))
    assert scenario_files(["."]) == ["some.yaml"]


BINARY = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    bytes(3000),  # a power failure leaves such files
    b"format: 1\n" + bytes(range(1, 32)) * 9,
)


@pytest.mark.parametrize("data", BINARY, ids=["picture", "zeros", "controls"])
@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".YAML"])
def test_a_binary_file_with_a_scenario_suffix_is_reported_with_the_others(
    data: bytes, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files("fine.yaml")
    Path(f"damaged{suffix}").write_bytes(data)
    for other in ("picture.png", "a.rules.yaml", "a.texts.yaml", "notes", ".hidden.yaml"):
        Path(other).write_bytes(data)
    assert main(["check", "."]) == 1
    output = capsys.readouterr().out
    assert f"damaged{suffix}:1:1: error M002 binary-file" in output
    assert "2 files checked" in output
    assert scenario_files(["."]) == [f"damaged{suffix}", "fine.yaml"]


def test_text_that_is_not_a_scenario_is_ignored_in_any_encoding() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        Path(f"{encoding}.yaml").write_text("name: Grün\n" * 9, encoding)
    Path("cut.json").write_bytes(("a" + "ü" * 65_536).encode())  # in the middle of a letter
    assert scenario_files(["."]) == ["."]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that fails to read")
def test_a_file_that_the_disk_fails_to_read_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("bad.yaml").symlink_to("/proc/self/mem")
    Path("loop.yaml").symlink_to("loop.yaml")
    Path("gone.yaml").symlink_to("missing")
    assert main(["check", "."]) == 2
    output = capsys.readouterr().out
    assert "bad.yaml: not checked: " in output
    assert "1 file not checked" in output


@pytest.mark.parametrize("call", ["supports .", "library .", "bill a.yaml", "book . a.pdf"])
def test_the_reason_for_a_missing_scenario_is_the_error_of_the_reader(
    call: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.yaml").write_bytes("format: 1\nboard: {type: 'Gr\xfcn'\nhexes: [".encode("latin-1"))
    assert main(call.split()) != 0
    output = "".join(capsys.readouterr())
    assert "a.yaml" in output
    assert "Invalid YAML" in output
    assert "Windows-1252" not in output


@pytest.mark.parametrize("word", ["", "a" * 5000, "nowhere/*", "\t"])
def test_arguments_that_match_no_file_are_left_to_the_reader(word: str) -> None:
    write_files("a.m44")
    assert scenario_files([word]) == [word]


def test_unreadable_folders_are_listed_with_the_files(
    without_root_rights: Rights,
) -> None:
    write_files("open/a.m44", "closed/b.m44", "listed/c.m44", "listed/d.yaml")
    Path("closed").chmod(0)
    Path("listed").chmod(0o744)  # its names can be read, its files cannot
    with without_root_rights():
        listed_files = scenario_files([".", "closed/b.m44", "closed"])
    expected_names = ["closed", "listed/c.m44", "listed/d.yaml", "open/a.m44"]
    assert listed_files == [*expected_names, "closed/b.m44"]


def test_an_unreadable_folder_is_reported(
    without_root_rights: Rights, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("closed").mkdir(mode=0)
    Path("bare").mkdir()
    with without_root_rights():
        status = main(["check", "closed", "bare"])
    output = capsys.readouterr().out
    assert status == 2
    message = "permission denied; change the permissions, or choose another file or folder"
    assert f"closed: not checked: cannot read this folder: {message}" in output
    assert "bare: not checked: this folder contains no scenario" in output


def test_an_empty_folder_named_like_a_scenario_is_reported_among_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("war/a.m44").mkdir(parents=True)
    Path("war/b.m44").touch()
    status = main(["check", "war"])
    output = capsys.readouterr().out
    assert status == 2
    assert f"{Path('war/a.m44')}: not checked: this folder contains no scenario" in output
    assert f"{Path('war/b.m44')}:1:1: error M004" in output
