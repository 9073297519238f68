"""Loading kinds of findings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from m44core.errors import CatalogueError
from m44core.findings.load import all_kinds, family, kind, read_family
from m44core.resources import scenarios_folder


def test_a_kind_is_found_by_its_code() -> None:
    assert kind("M502").name == "unclear-bunker-owner"
    assert family("M5").kinds["M502"] is kind("M502") is all_kinds()["M502"]


@pytest.mark.parametrize("code", ["M599", "M999", "", "nonsense"])
def test_a_code_without_a_kind_is_an_error(code: str) -> None:
    with pytest.raises(CatalogueError, match="no finding"):
        kind(code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "title: x",
        "{title: x, kinds: {M999: {}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {d: {grave: e}}}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {d: e}}}}",
        "{title: x, kinds: {M999: {name: a-b, finds: c, messages: {}, more: 1}}}",
    ],
)
def test_a_wrong_file_is_an_error_that_names_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(CatalogueError, match=r"wrong\.yaml"):
        read_family(path)


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"lost\.yaml"):
        read_family(tmp_path / "lost.yaml")


def test_checking_a_sound_file_loads_no_words() -> None:
    script = (
        "import sys\n"
        "from m44core.findings.load import family_in\n"
        "from m44core.validation.running.runner import check_file\n"
        "print(len(check_file(sys.argv[1]).diagnostics), family_in.cache_info().currsize)\n"
    )
    path = str(scenarios_folder() / "arracourt.yaml")
    command = [sys.executable, "-c", script, path]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "0 0\n"
