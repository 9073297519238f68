"""``m44 diff``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from tests.system_requirements import NEEDS_GIT, open_pseudo_terminal

from m44core.cli.main import main
from m44core.resources import scenarios_folder, schema_folder

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")
RETYPED = """\
format: 1
board: {type: standard, face: country}
briefing: {top: {side: axis, cards: 2}, bottom: {side: allies, cards: 6}}
texts:
  en: {name: A Bridge, rules: Wire is removed at once by armor.}
hexes:
  A9: {unit: german-infantry}
  C5: {terrain: river, structure: bridge, tags: [axis-medal]}
  E5: {terrain: road}
labels:
  C5: [Orne]
"""
Output = pytest.CaptureFixture[str]
Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file with a scenario and returns its path."""

    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def retyped_file(write: Write) -> str:
    return write("one.yaml", RETYPED)


@pytest.fixture
def other_file(write: Write) -> str:
    text = RETYPED.replace("A9: {unit", "B9: {unit").replace("cards: 2", "cards: 4")
    return write("other.yaml", text.replace("at once by armor", "by armor and infantry"))


@pytest.fixture
def translated_file(write: Write) -> str:
    return write("fr.yaml", RETYPED.replace("A Bridge", "Un pont").replace("Orne", "L'Orne"))


def test_the_same_scenario_in_two_formats_has_no_differences(
    tmp_path: Path, capsys: Output
) -> None:
    copy = str(tmp_path / "copy.yaml")
    main(["convert", PEGASUS, copy])
    assert main(["diff", PEGASUS, copy]) == 0
    assert capsys.readouterr().out == "The two scenarios are the same.\n"


def test_differences_are_listed_by_hex_and_by_word(
    retyped_file: str, other_file: str, capsys: Output
) -> None:
    assert main(["diff", retyped_file, other_file]) == 1
    assert capsys.readouterr().out == (
        f"--- {retyped_file}\n"
        f"+++ {other_file}\n"
        "\n"
        "Hexes\n"
        "  A9  - unit: German infantry (4 figures), moved to B9\n"
        "  B9  + unit: German infantry (4 figures), moved from A9\n"
        "\n"
        "Briefing\n"
        "  ~ top player: cards: 2 → 4\n"
        "\n"
        "en: Special rules\n"
        "  Wire is removed [-at once-] by [-armor.-] {+armor and infantry.+}\n"
        "\n"
        "2 places on the board, 1 briefing entry and 1 text field differ.\n"
    )


def test_a_translation_with_the_layout_of_its_original_passes(
    retyped_file: str, translated_file: str, capsys: Output
) -> None:
    assert main(["diff", "--only", "layout", retyped_file, translated_file]) == 0
    assert capsys.readouterr().out == "The layout is the same.\n"
    assert main(["diff", "--ignore", "texts", retyped_file, translated_file]) == 0
    assert main(["diff", retyped_file, translated_file]) == 1
    assert "The layout and briefing are the same. 2 text fields differ." in capsys.readouterr().out


def test_a_translation_that_lost_a_piece_fails(
    retyped_file: str, other_file: str, capsys: Output
) -> None:
    assert main(["diff", "--only", "layout", retyped_file, other_file]) == 1
    out = capsys.readouterr().out
    assert "B9  + unit" in out
    assert "cards" not in out
    assert main(["diff", "--only", "briefing", retyped_file, other_file]) == 1
    assert main(["diff", "--only", "briefing", "--only", "layout", retyped_file, other_file]) == 1
    assert main(["diff", "--only", "meta", retyped_file, other_file]) == 0


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_a_file_that_cannot_be_read_gives_status_2(
    retyped_file: str, write: Write, capsys: Output, order: slice
) -> None:
    broken_file = write("broken.m44", "not json")
    assert main(["diff", *[retyped_file, broken_file][order]]) == 2
    assert "broken.m44: Invalid JSON" in capsys.readouterr().err
    assert main(["diff", *[retyped_file, "nowhere.m44"][order]]) == 2
    assert "nowhere.m44" in capsys.readouterr().err


def test_the_diff_document_follows_its_schema(
    retyped_file: str, other_file: str, capsys: Output
) -> None:
    schema = json.loads((schema_folder() / "diff.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    for files in ((retyped_file, other_file), (other_file, PEGASUS), (retyped_file, retyped_file)):
        main(["diff", "--format", "json", *files])
        Draft202012Validator(schema).validate(json.loads(capsys.readouterr().out))


def test_the_document_matches_the_text(retyped_file: str, other_file: str, capsys: Output) -> None:
    assert main(["diff", "--format", "json", retyped_file, other_file]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["summary"] == {"layout": 2, "briefing": 1, "texts": 1, "meta": 0}
    assert [(each["hex"], each["kind"], each["moved"]) for each in document["hexes"]] == [
        ("A9", "removed", "B9"),
        ("B9", "added", "A9"),
    ]
    assert document["briefing"][0] == {
        "pointer": "/briefing/top/cards",
        "kind": "changed",
        "before": 2,
        "after": 4,
    }
    removed_texts = [
        run["text"] for run in document["texts"][0]["words"] if run["kind"] == "removed"
    ]
    assert removed_texts == ["at once ", "armor."]


def test_the_document_has_the_same_shape_for_any_comparison(
    retyped_file: str, other_file: str, capsys: Output
) -> None:
    assert main(["diff", "--format", "json", "--only", "texts", retyped_file, other_file]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["compared"] == ["texts"]
    assert document["hexes"] == document["briefing"] == []


def test_an_appended_word_is_marked_separately(
    retyped_file: str, write: Write, capsys: Output
) -> None:
    longer_file = write(
        "longer.yaml", RETYPED.replace("at once by armor.", "at once by armor. Always.")
    )
    main(["diff", retyped_file, longer_file])
    assert "by armor. {+Always.+}" in capsys.readouterr().out


def test_long_texts_are_shortened_around_the_difference(write: Write, capsys: Output) -> None:
    long_text = " ".join(f"word{i}" for i in range(60))
    base = "format: 1\nhexes: {{}}\ntexts: {{en: {{rules: {}}}}}\n"
    files = (
        write(f"{i}.yaml", base.format(text))
        for i, text in enumerate((long_text, long_text.replace("word30", "other")))
    )
    main(["diff", *files])
    out = capsys.readouterr().out
    assert "… word24 word25 word26 word27 word28 word29 [-word30-] {+other+} word31" in out
    assert "word40" not in out


def test_the_picture_marks_the_hexes_that_differ(
    retyped_file: str, other_file: str, capsys: Output
) -> None:
    assert main(["diff", "--format", "svg", retyped_file, other_file]) == 1
    picture = capsys.readouterr().out
    ElementTree.fromstring(picture)
    for words in ("1 added", "1 removed", "0 changed", "2 places on the board"):
        assert words in picture


def test_the_suffix_of_the_output_decides_the_format(
    retyped_file: str, other_file: str, tmp_path: Path, capsys: Output
) -> None:
    for name, start in (("d.svg", "<svg"), ("d.json", "{"), ("d.txt", "---")):
        assert main(["diff", "--output", str(tmp_path / name), retyped_file, other_file]) == 1
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert capsys.readouterr().out == ""


def test_a_png_is_printed_if_no_file_is_named(
    retyped_file: str, other_file: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pytest.importorskip("PySide6")
    assert main(["diff", "--format", "png", retyped_file, other_file]) == 1
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG")


def test_a_png_needs_qt(
    retyped_file: str, other_file: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6", None)
    assert main(["diff", "--output", "x.png", retyped_file, other_file]) == 2
    assert "m44-workshop[editor]" in capsys.readouterr().err


def test_boards_of_different_formats_are_reported(
    retyped_file: str, write: Write, capsys: Output
) -> None:
    large_file = write("large.yaml", RETYPED.replace("type: standard", "type: overlord"))
    assert main(["diff", retyped_file, large_file]) == 1
    out = capsys.readouterr().out
    assert "~ board format: standard → overlord" in out
    assert "their hexes were not compared" in out
    assert main(["diff", "--format", "svg", retyped_file, large_file]) == 1
    assert "their hexes were not compared" in capsys.readouterr().out


def test_comparing_with_the_null_device_adds_or_removes_everything(
    retyped_file: str, capsys: Output
) -> None:
    assert main(["diff", os.devnull, retyped_file]) == 1
    assert "A9  + unit: German infantry" in capsys.readouterr().out
    assert main(["diff", retyped_file, os.devnull]) == 1
    assert "A9  - unit: German infantry" in capsys.readouterr().out


def _run_in_terminal(*arguments: str, **variables: str) -> str:
    """Return the output of the command in a terminal."""
    controlling_end, command_end = open_pseudo_terminal()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **variables}
    command = [sys.executable, "-m", "m44core.cli.main", *arguments]
    subprocess.run(command, stdout=command_end, env=environment, check=False)
    os.close(command_end)
    output = os.read(controlling_end, 65536).decode()
    os.close(controlling_end)
    return output


def test_additions_are_green_and_removals_red_on_a_terminal(
    retyped_file: str, other_file: str
) -> None:
    output = _run_in_terminal("diff", retyped_file, other_file)
    assert "\033[31m- unit: German infantry (4 figures), moved to B9\033[0m" in output
    assert "\033[32m+ unit: German infantry (4 figures), moved from A9\033[0m" in output
    assert "\033[32m{+armor and infantry.+}\033[0m" in output
    assert "\033" not in _run_in_terminal("diff", retyped_file, other_file, NO_COLOR="1")


@pytest.fixture
def git(tmp_path: Path) -> Callable[..., str]:
    """Return a function that runs git, with the command as a diff tool, in a new repository."""
    program = f"{sys.executable} -m m44core.cli.main"
    variables = {"HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    settings = (
        *("user.name=A", "user.email=a@b.c"),
        f"""diff.m44.textconv=sh -c '{program} convert --quiet --to yaml "$0" - || true'""",
        f'difftool.m44.cmd={program} diff "$LOCAL" "$REMOTE"',
    )
    options = [word for setting in settings for word in ("-c", setting)]

    def git(*arguments: str) -> str:
        command = ["git", *options, *arguments]
        return subprocess.check_output(command, cwd=tmp_path, env=variables, text=True)

    git("init", "-q")
    return git


@NEEDS_GIT
def test_git_shows_differences_with_the_command(write: Write, git: Callable[..., str]) -> None:
    write("map.yaml", RETYPED)
    git("add", "map.yaml")
    git("commit", "-q", "-m", "One")
    write("map.yaml", RETYPED.replace("terrain: road", "terrain: forest"))
    assert "E5  ~ terrain: Road (facing w-e) → Forest" in git(
        "difftool", "--no-prompt", "--tool=m44"
    )


@NEEDS_GIT
def test_git_shows_a_file_of_the_official_editor_in_readable_words(
    tmp_path: Path, git: Callable[..., str]
) -> None:
    path = tmp_path / "map.m44"
    (tmp_path / ".gitattributes").write_text("*.m44 diff=m44\n")
    path.write_bytes(Path(PEGASUS).read_bytes())
    git("add", "map.m44")
    git("commit", "-q", "-m", "One")
    path.write_bytes(path.read_bytes().replace(b'"woods"', b'"hills"', 1))
    removed_line, added_line = (
        line for line in git("diff").splitlines() if line[:3] in ("-  ", "+  ")
    )
    assert "forest" in removed_line
    assert "hill" in added_line
