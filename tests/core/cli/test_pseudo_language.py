"""Every text of the command line passes through the messages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.core.cli.checking.test_check import FAULTY, SOUND

from m44core.cli.main import main
from m44core.resources import scenarios_folder

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")
ARRACOURT = str(scenarios_folder() / "arracourt.yaml")
NO_WORDS = re.compile(
    r"M\d\d\d +[a-z-]+"  # the code and the name of a check
    r"|^.* │.*$|^ *-->.*$"  # the lines of the file, and where they are
    r"|\S*/\S*|\S+\.(?:yaml|m44)"  # paths
    r"|Pegasus Bridge|Arracourt"
    r"|[BDEORV]-[A-Z0-9-]+|LINT-\w+|recruit"  # rules; what a computer player is called
    r"|faces-\w+"  # the words of our files for values
    r"|(?:draw|deck|air)[ _]\w+(?: \w+)*"  # options of the format
    r"|``?[^`]+``?|\\bm44\\b",
    re.MULTILINE,
)
PLAIN = re.compile(r"[a-zA-Z]{3,}")


@pytest.mark.parametrize(
    "words",
    [
        ["check", "faulty.yaml"],
        ["check", "--format", "text", "--profile", "bga", "faulty.yaml", "nowhere.m44"],
        ["check", "--format", "full", "--statistics", PEGASUS],
        ["explain", "M502"],
        ["bill", PEGASUS],
        ["bill", "--boxes", "base=1", ARRACOURT],
        ["bill", "--format", "checklist", PEGASUS],
        ["diff", "sound.yaml", "faulty.yaml"],
        ["supports", PEGASUS],
        ["play", "--ai", "recruit", "--seed", "3", PEGASUS],
        ["replay", "game.txt"],
    ],
    ids=lambda words: " ".join(Path(word).name for word in words),
)
def test_nothing_is_left_in_plain_english(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.yaml").write_text(FAULTY)
    Path("sound.yaml").write_text(SOUND)
    if words[0] == "replay":
        main(["play", "--ai", "recruit", "--seed", "3", "--record", "game.txt", PEGASUS])
        capsys.readouterr()
    main([*words, "--language", "qps"])
    said = capsys.readouterr().out
    assert "⟧" in said
    assert PLAIN.findall(NO_WORDS.sub("", said)) == []
