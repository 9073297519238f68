"""``m44 completion``: the completions that shells offer."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from m44core.cli.completion_scripts import SCRIPTS
from m44core.cli.main import COMMANDS, main, parser_of_all_commands

OFFERED = [
    ("m44 ch", {"check"}),
    ("m44 check --fo", {"--format", "--force"}),
    ("m44 check --format s", {"sarif"}),
    ("m44 check -f js", {"json"}),
    ("m44 translate ex", {"export"}),
    ("m44 translate export --fr", {"--from"}),
    ("m44 --language fr ren", {"render"}),
    ("m44 schema su", {"supports"}),
]


@cache
def completion_script(shell: str) -> str:
    return SCRIPTS[shell](parser_of_all_commands())


def requires_shell(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"needs {shell}")


def run_in_shell(shell: str, commands: str) -> str:
    result = subprocess.run([shell], input=commands, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    return result.stdout


@requires_shell("bash")
def test_bash_offers_commands_options_and_values(subtests: pytest.Subtests) -> None:
    ask = 'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _m44; echo "${COMPREPLY[*]}"; }'
    questions = "\n".join(f"ask {line}" for line, _ in OFFERED)
    answers = run_in_shell("bash", f"{completion_script('bash')}\n{ask}\n{questions}").splitlines()
    for (line, offered), answer in zip(OFFERED, answers, strict=True):
        with subtests.test(line):
            assert set(answer.split()) == offered


@requires_shell("fish")
def test_fish_offers_commands_options_and_values(
    subtests: pytest.Subtests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for line, offered in OFFERED:
        with subtests.test(line):
            answer = run_in_shell(
                "fish", f"{completion_script('fish')}\ncomplete -C '{line}'"
            ).splitlines()
            assert {each.split("\t")[0] for each in answer} == offered


@requires_shell("zsh")
def test_zsh_can_parse_its_script(tmp_path: Path) -> None:
    (tmp_path / "script").write_text(completion_script("zsh"), "utf-8")
    result = subprocess.run(["zsh", "-n", tmp_path / "script"], capture_output=True, check=True)
    assert result.stderr == b""


def test_powershell_knows_every_command_and_value() -> None:
    match = re.search(r"@'\n(.*)\n'@", completion_script("powershell"))
    assert match
    known_words = json.loads(match[1])
    assert set(COMMANDS) <= set(known_words["words"]["m44"])
    assert "--from" in known_words["words"]["m44 translate export"]
    assert known_words["values"]["m44 check -f"] == known_words["values"]["m44 check --format"]


def test_the_script_is_in_the_language_of_the_messages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish", "--language", "fr"]) == 0
    assert "affiche cette aide" in capsys.readouterr().out
