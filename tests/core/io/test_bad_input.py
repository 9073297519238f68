"""Any bad file gives a helpful message in bounded time and memory, and is left unchanged.

Each row runs ``m44 check`` and then ``m44 convert`` on a file, in a process with limited memory and
time, so that tracebacks, hangs and crashes are noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from m44core.errors import ReadError
from m44core.io.files.file_reader import read_bytes, read_file

MEMORY = 600 * 1024 * 1024
SECONDS = 20

PROBLEMS_FOUND, FAILED = 1, 2
GOOD_FILE = (
    '{"meta_data":{"software":"sed 1.2"},"game_info":{"side_player1":"AXIS"},"board":{"type":'
    '"STANDARD","face":"COUNTRY","hexagons":[{"row":0,"col":0,"terrain":{"name":"woods"}}],'
    '"labels":[]},"packs":{},"text":{}}'
)


@dataclass(frozen=True)
class BadInput:
    """One row of the table of bad input.

    Attributes:
        name: The name of the file.
        make: Creates the file at a path.
        status: The exit status of ``m44 check``.
        message_part: A part of the expected message.
        converts: Whether the file contains a scenario to convert.
    """

    name: str
    make: Callable[[Path], object]
    status: int
    message_part: str
    converts: bool = False


def bytes_writer(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def text(content: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(content, encoding="utf-8")


def replacement_writer(old: str, new: str) -> Callable[[Path], object]:
    assert old in GOOD_FILE
    return text(GOOD_FILE.replace(old, new))


def write_huge_file(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"[" + b" " * 1000)
        file.truncate(200_000_000)


ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
YAML = "format: 1\nboard: {type: standard, face: country}\nhexes: {A9: {terrain: forest}}\n"

TABLE = {
    "missing file": BadInput("no.m44", lambda _: None, FAILED, "There is no file"),
    "pipe": BadInput("pipe.m44", os.mkfifo, FAILED, "is not a regular file"),
    "binary": BadInput(
        "picture.m44",
        bytes_writer(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
        PROBLEMS_FOUND,
        "binary",
    ),
    "binary without zeros": BadInput(
        "blob.m44", bytes_writer(bytes(range(1, 256)) * 9), PROBLEMS_FOUND, "binary"
    ),
    "empty": BadInput("empty.m44", bytes_writer(b""), PROBLEMS_FOUND, "is empty"),
    "blank": BadInput("blank.yaml", bytes_writer(b" \n\t\n"), PROBLEMS_FOUND, "is empty"),
    "wrong encoding": BadInput(
        "latin.m44",
        bytes_writer(
            GOOD_FILE.replace('"text":{}', '"text":{"fr":{"name":"Été"}}').encode("latin-1")
        ),
        PROBLEMS_FOUND,
        "not UTF-8",
        converts=True,
    ),
    "utf-16": BadInput(
        "wide.m44",
        bytes_writer(GOOD_FILE.encode("utf-16")),
        PROBLEMS_FOUND,
        "UTF-16",
        converts=True,
    ),
    "utf-32": BadInput(
        "wide.m44",
        bytes_writer(GOOD_FILE.encode("utf-32")),
        PROBLEMS_FOUND,
        "UTF-32",
        converts=True,
    ),
    "utf-32 of another machine": BadInput(
        "wide.m44",
        bytes_writer(b"\0\0\xfe\xff" + GOOD_FILE.encode("utf-32-be")),
        PROBLEMS_FOUND,
        "UTF-32",
        converts=True,
    ),
    "utf-16 without a mark": BadInput(
        "wide.m44",
        bytes_writer(GOOD_FILE.encode("utf-16-le")),
        PROBLEMS_FOUND,
        "UTF-16",
        converts=True,
    ),
    "utf-32 without a mark": BadInput(
        "wide.m44",
        bytes_writer(GOOD_FILE.encode("utf-32-be")),
        PROBLEMS_FOUND,
        "UTF-32",
        converts=True,
    ),
    "byte order mark": BadInput(
        "bom.m44",
        bytes_writer(b"\xef\xbb\xbf" + GOOD_FILE.encode()),
        PROBLEMS_FOUND,
        "byte order mark",
        converts=True,
    ),
    "crlf": BadInput(
        "crlf.m44",
        replacement_writer(",", ",\r\n"),
        PROBLEMS_FOUND,
        "The file has Windows line endings; they are kept when you save",
        converts=True,
    ),
    "truncated json": BadInput(
        "cut.m44", text(GOOD_FILE[:120]), PROBLEMS_FOUND, "The file is incomplete"
    ),
    "comma too many": BadInput(
        "comma.m44", replacement_writer("[]}", "[],}"), PROBLEMS_FOUND, "1:186: error M005"
    ),
    "not json": BadInput(
        "odd.m44", text("hello"), PROBLEMS_FOUND, "Invalid JSON: a value is expected"
    ),
    "json of something else": BadInput(
        "list.m44",
        text("[1, 2]"),
        PROBLEMS_FOUND,
        (
            "The file contains a single value "
            "instead of an object with a board, so "
            "it is not a scenario"
        ),
    ),
    "nan": BadInput(
        "nan.m44",
        replacement_writer('"col":0', '"col":0,"x":NaN'),
        PROBLEMS_FOUND,
        "NaN is not",
        converts=True,
    ),
    "infinity": BadInput(
        "inf.m44",
        replacement_writer('"col":0', '"col":0,"x":-Infinity'),
        PROBLEMS_FOUND,
        "-Infinity",
        converts=True,
    ),
    "1e400": BadInput(
        "e.m44",
        replacement_writer('"col":0', '"col":0,"x":1e400'),
        PROBLEMS_FOUND,
        "1e400",
        converts=True,
    ),
    "number beyond 2^53": BadInput(
        "big.m44",
        replacement_writer('"col":0', '"col":9007199254740993'),
        PROBLEMS_FOUND,
        "is too large for most programs to read exactly; they will read a different number",
        converts=True,
    ),
    "number of 5,000 digits": BadInput(
        "digits.m44",
        replacement_writer('"col":0', '"col":' + "9" * 5000),
        PROBLEMS_FOUND,
        "5000 digits",
        converts=True,
    ),
    "duplicate keys": BadInput(
        "twice.m44",
        replacement_writer('"col":0', '"col":0,"row":2'),
        PROBLEMS_FOUND,
        '"row" appears more than once',
        True,
    ),
    "nesting in json": BadInput(
        "deep.m44", text("[" * 100_000), PROBLEMS_FOUND, "more than 64 levels deep"
    ),
    "nesting in unknown keys": BadInput(
        "nest.m44",
        replacement_writer('{"software"', '{"x":' + "[" * 900 + "]" * 900 + ',"software"'),
        PROBLEMS_FOUND,
        "64",
    ),
    "nesting in yaml": BadInput(
        "deep.yaml", text("[" * 100_000), PROBLEMS_FOUND, "more than 64 levels"
    ),
    "block nesting in yaml": BadInput(
        "dash.yaml", text("- " * 50_000 + "x"), PROBLEMS_FOUND, "more than 64 levels"
    ),
    "200 MB": BadInput("large.m44", write_huge_file, PROBLEMS_FOUND, "200.0 MB"),
    "1 MB of yaml": BadInput(
        "many.yaml", text("- x\n" * 260_000), PROBLEMS_FOUND, "more than 10,000 values"
    ),
    "1 MB of json": BadInput(
        "many.m44",
        replacement_writer("[]", "[" + "1," * 500_000 + "1]"),
        PROBLEMS_FOUND,
        "10,000 values",
    ),
    "yaml aliases that explode": BadInput(
        "bomb.yaml", text(ALIASES), PROBLEMS_FOUND, "aliases expand to more than"
    ),
    "yaml alias inside itself": BadInput(
        "loop.yaml", text("a: &a [*a]\n"), PROBLEMS_FOUND, "has no anchor before it"
    ),
    "yaml tag": BadInput(
        "tag.yaml",
        text("a: !!python/object/apply:os.system [id]\n"),
        PROBLEMS_FOUND,
        "is not supported here; write only the value",
    ),
    "broken yaml": BadInput(
        "odd.yaml",
        text(YAML + "  x: [\n"),
        PROBLEMS_FOUND,
        "Invalid YAML: this line does not match",
    ),
    "tabs in yaml": BadInput(
        "tab.yaml", text("format: 1\n\tboard: {}\n"), PROBLEMS_FOUND, "indent with spaces, not tabs"
    ),
    "duplicate keys in yaml": BadInput(
        "twice.yaml", text(YAML + "hexes: {}\n"), PROBLEMS_FOUND, "4:1: error M008", converts=True
    ),
    "nul character in yaml": BadInput(
        "nul.yaml",
        text(YAML + "#" * 300 + "\nx: \x07"),
        PROBLEMS_FOUND,
        "is not allowed in a YAML file",
    ),
    "half a character": BadInput(
        "half.m44",
        replacement_writer('"sed 1.2"', '"\\ud800"'),
        PROBLEMS_FOUND,
        "is only half of a character; it is read as the replacement character \\ufffd",
        converts=True,
    ),
    "unknown board type": BadInput(
        "small.m44",
        replacement_writer("STANDARD", "SMALL"),
        PROBLEMS_FOUND,
        "Unknown board",
        True,
    ),
    "hex off the board": BadInput(
        "off.m44",
        replacement_writer('"row":0,"col":0', '"row":0,"col":40'),
        PROBLEMS_FOUND,
        "Row 0, column 40",
        True,
    ),
    "half hex": BadInput(
        "half-hex.m44",
        replacement_writer('"row":0,"col":0', '"row":0,"col":3'),
        PROBLEMS_FOUND,
        "is between two hexes: columns in row",
        True,
    ),
    "tags as object": BadInput(
        "tags.m44",
        replacement_writer('"col":0', '"col":0,"tags":{"0":{"name":"medal1"}}'),
        PROBLEMS_FOUND,
        "M044",
        True,
    ),
    "one hex 1,500 times": BadInput(
        "many.m44",
        replacement_writer(
            '[{"row"', "[" + '{"row":0,"col":0,"unit":{"name":"infus"}},' * 1_500 + '{"row"'
        ),
        PROBLEMS_FOUND,
        "problems of type M050",
        True,
    ),
    "9,000 numbers that are none": BadInput(
        "none.m44",
        replacement_writer('"col":0', '"col":0,"x":[' + "NaN," * 9_000 + "1]"),
        PROBLEMS_FOUND,
        "M006",
        True,
    ),
    "campaign": BadInput(
        "cb1.m44",
        text('{"campaignId":"1","scenarios":{"list":[]}}'),
        PROBLEMS_FOUND,
        "has no board",
    ),
    "no board": BadInput(
        "other.json", text('{"name":"my-package","version":"1"}'), PROBLEMS_FOUND, 'no "board"'
    ),
    "board of another kind": BadInput(
        "board.m44",
        text('{"board":[]}'),
        PROBLEMS_FOUND,
        'The "board" of the file is not an object',
    ),
    "everything of the wrong kind": BadInput(
        "kinds.m44",
        text(
            '{"board":{"type":1,"face":2,"hexagons":3,"labels":4},"game_info":5,"text":6,"packs":7}'
        ),
        PROBLEMS_FOUND,
        "it must be",
        converts=True,
    ),
}


def set_resource_limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run_m44(*arguments: object) -> subprocess.CompletedProcess[str]:
    result = run_limited("-m", "m44core.cli.main", *arguments)
    assert result.returncode in (0, 1, 2), result
    return result


def run_limited(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python with limited memory and time; return the result, and fail on a traceback."""
    result = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        preexec_fn=set_resource_limits,
        timeout=2 * SECONDS,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert "Traceback" not in result.stderr, result
    return result


CHECK_AND_CONVERT = """
import sys
from m44core.cli.main import main
path, other = sys.argv[1:]
checked = main(["check", "--fail-on", "info", "--show", "info", path])
print("\\f")
print("\\f", file=sys.stderr)
print(checked, main(["convert", path, other]))
"""


def file_digest(path: Path) -> str | None:
    if not path.is_file() or not os.access(path, os.R_OK):
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", TABLE)
def test_bad_input_gives_a_message_and_stays_unchanged(name: str, tmp_path: Path) -> None:
    row = TABLE[name]
    path = tmp_path / row.name
    row.make(path)
    before = file_digest(path)
    result = run_limited("-c", CHECK_AND_CONVERT, path, tmp_path / "out.m44")
    assert result.returncode == 0, result
    check_status, convert_status = map(int, result.stdout.split()[-2:])
    assert (check_status, convert_status == FAILED) == (row.status, not row.converts), result
    assert row.message_part in "".join(
        stream.partition("\f")[0] for stream in (result.stdout, result.stderr)
    )
    assert (tmp_path / "out.m44").exists() == row.converts, result
    assert file_digest(path) == before


def test_a_file_without_read_permission_raises_a_read_error(
    tmp_path: Path, without_root_rights: Callable[[], AbstractContextManager[None]]
) -> None:
    path = tmp_path / "secret.m44"
    path.write_text(GOOD_FILE)
    path.chmod(0)
    with (
        without_root_rights(),
        pytest.raises(
            ReadError,
            match=r"ou do not have permission to read .*; change its permissions or copy it",
        ),
    ):
        read_file(path)


def test_converting_a_folder_is_refused_with_a_clear_message(tmp_path: Path) -> None:
    result = run_m44("convert", tmp_path, tmp_path / "out.m44")
    assert result.returncode == FAILED
    assert "is a folder" in result.stderr


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.m44").write_bytes(b"\x00")
    (tmp_path / "b.m44").write_text(GOOD_FILE)
    report = json.loads(run_m44("check", "--format", "json", tmp_path).stdout)
    assert [file["path"].endswith(("a.m44", "b.m44")) for file in report["files"]] == [True, True]


@pytest.mark.parametrize("end", ['"}', '"', "\\u00", '", ["'])
def test_very_many_findings_in_a_broken_file_are_capped(end: str) -> None:
    data = '{"board": {}, "text": "' + "\\ud800" * 200 + end + "[" * 200
    result = read_bytes(data.encode(), "a.m44")
    assert result.scenario is None
    assert {finding.code for finding in result.diagnostics} >= {"M010", "M032"}
    assert all(finding.line for finding in result.diagnostics)
