"""Faults of the program: their conversion, and the reports about them."""

from __future__ import annotations

import os
import pickle
import platform
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from m44core.cli.main import main
from m44core.errors import M44Error, ReadError
from m44core.faults import (
    MAX_REPORTS,
    TRACEBACK_VARIABLE,
    FaultError,
    FileError,
    boundary,
    record_fault,
    reports_folder,
    system_name,
)


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the reports written by a test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "m44-workshop" / "faults"


def converted_fault(path: Path | None = None, text: str = "lost") -> FaultError:
    """Return the error into which a fault in the work on a file is converted."""
    with pytest.raises(FaultError) as raised, boundary(path):
        raise KeyError(text)
    return raised.value


def test_reports_are_in_the_state_folder(reports: Path) -> None:
    assert reports_folder() == reports


def test_a_report_has_everything_needed_to_fix_the_program(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_bytes(b"format: 1\n")
    report = converted_fault(path).fault.report
    assert report
    text = report.read_text()
    digest = sha256(b"format: 1\n").hexdigest()
    assert f"File: 'map.yaml', 10 bytes, SHA-256 {digest}" in text
    assert "M44 Workshop" in text
    assert "Python 3." in text
    assert "Traceback (most recent call last):" in text
    assert str(tmp_path) not in text.partition("Traceback")[0]


def test_a_fault_names_its_file_and_its_report(tmp_path: Path) -> None:
    error = converted_fault(tmp_path / "map.yaml")
    assert str(error).startswith(f"{tmp_path / 'map.yaml'}: internal error (KeyError")
    assert str(error.fault.report) in str(error)


def test_the_same_fault_is_reported_once(reports: Path) -> None:
    assert len({converted_fault().fault.report for _ in range(3)}) == 1
    assert len(list(reports.iterdir())) == 1


def test_old_reports_make_room_for_new_ones(reports: Path) -> None:
    first = converted_fault(text="first").fault.report
    assert first
    os.utime(first, (1, 1))
    written_reports = [
        converted_fault(text=str(number)).fault.report for number in range(MAX_REPORTS)
    ]
    assert sorted(reports.iterdir()) == sorted(filter(None, written_reports))


def test_without_a_report_the_fault_is_still_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    error = converted_fault()
    assert error.fault.report is None
    assert str(error) == "internal error (KeyError: 'lost'); please report this"


def test_system_errors_are_not_program_faults(reports: Path) -> None:
    with pytest.raises(FileError, match=r"^/nowhere: no such file or folder$"), boundary():
        os.stat("/nowhere")  # noqa: PTH116 - a Path is asked for it like this
    assert not reports.exists()


def test_expected_exceptions_pass_the_boundary() -> None:
    for expected in (ReadError("no"), BrokenPipeError(), KeyboardInterrupt(), SystemExit(2)):
        with pytest.raises(type(expected)), boundary():
            raise expected


def test_panics_of_rust_libraries_are_caught() -> None:
    class PanicException(BaseException):
        pass

    with pytest.raises(FaultError, match="PanicException"), boundary():
        raise PanicException


def test_endless_recursion_gives_a_short_report() -> None:
    def recurse(number: int) -> int:
        return recurse_again(number)

    def recurse_again(number: int) -> int:
        return recurse(number + 1)

    with pytest.raises(FaultError, match="RecursionError") as raised, boundary():
        recurse(0)
    report = raised.value.fault.report
    assert report
    assert report.stat().st_size < 200_000


def test_a_fault_survives_pickling(tmp_path: Path) -> None:
    error = converted_fault(tmp_path / "map.yaml")
    after = pickle.loads(pickle.dumps(error))
    assert (str(after), after.fault) == (str(error), error.fault)


def test_tracebacks_are_printed_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record_fault(KeyError("quiet"))
    assert capsys.readouterr().err == ""
    monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
    record_fault(KeyError("loud"))
    assert "KeyError: 'loud'" in capsys.readouterr().err


def test_ordinary_errors_are_unchanged() -> None:
    with pytest.raises(ReadError) as raised, boundary():
        raise ReadError("there is no file")
    assert isinstance(raised.value, M44Error)


GROUP_AT_TOP = """format: 1
board: {type: standard, face: country}
group: x
hexes: {}
"""


@pytest.mark.parametrize("name", ["top.yaml", "top.json"])
def test_a_hex_key_at_the_top_level_of_a_file_is_an_unknown_key(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '{"format": 1, "board": {"type": "standard"}, "group": "x", "hexes": {}}'
    path = tmp_path / name
    path.write_text(text if name.endswith("json") else GROUP_AT_TOP)
    assert main(["check", "--select", "M023", "--format", "text", str(path)]) == 1
    assert (
        'M023 unknown-key The file has unknown keys: "group"; the known' in capsys.readouterr().out
    )


def test_system_errors_without_a_file_name_are_reported_without_one() -> None:
    with pytest.raises(FileError) as raised, boundary():
        raise OSError(28, "No space left on device")
    assert str(raised.value) == "the disk is full; free some space, or save elsewhere"


def test_exceptions_named_by_the_caller_pass_the_boundary(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left"), boundary(tmp_path, expected=(OSError,)):
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ((10, 0, 26100), "Windows-11-10.0.26100-AMD64"),
        ((10, 0, 19045), "Windows-10-10.0.19045-AMD64"),
    ],
)
def test_windows_is_named_without_the_wmi_service(
    version: tuple[int, int, int], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask_wmi() -> None:
        raise AssertionError

    monkeypatch.setattr(platform, "uname", ask_wmi)
    monkeypatch.setattr(sys, "platform", "win32")
    windows = SimpleNamespace(platform_version=version)
    monkeypatch.setattr(sys, "getwindowsversion", lambda: windows, raising=False)
    monkeypatch.setenv("PROCESSOR_ARCHITECTURE", "AMD64")
    assert system_name() == name
