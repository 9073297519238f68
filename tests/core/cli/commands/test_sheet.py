"""``m44 sheet``: its styles, and its messages about the files next to a scenario."""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import pdf_reader, text_of_pdf

from m44core.cli.main import main
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.yaml"


@pytest.fixture
def scenario_with_damaged_files(tmp_path: Path) -> Path:
    """A scenario with a rules file and a texts file that are both invalid."""
    file = Path(shutil.copy(PEGASUS, tmp_path / "p.yaml"))
    (tmp_path / "p.rules.yaml").write_text("options: {nonsense: 3}\n", "utf-8")
    (tmp_path / "p.texts.yaml").write_text("format: 7\n", "utf-8")
    return file


@pytest.mark.parametrize("command", ["sheet", "book"])
def test_damaged_files_next_to_a_scenario_are_reported_and_the_scenario_is_printed(
    command: str, scenario_with_damaged_files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = scenario_with_damaged_files.parent
    source = folder if command == "book" else scenario_with_damaged_files
    assert main([command, str(source), str(folder / "out.pdf"), "--quiet"]) == 0
    output = capsys.readouterr().err
    assert "p.rules.yaml has no effect" in output
    assert "p.texts.yaml:1:" in output
    assert "Pegasus Bridge" in text_of_pdf((folder / "out.pdf").read_bytes())


def test_a_template_is_chosen_by_the_name_of_its_style_or_by_its_folder(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    second = str(scenarios_folder() / "sword-beach.yaml")
    call = ["sheet", str(PEGASUS), str(out), "--template", "compact", "--second", second]
    assert main(call) == 0
    assert len(pdf_reader(out.read_bytes()).pages) == 1
    assert "Sword Beach" in text_of_pdf(out.read_bytes())
    (tmp_path / "own").mkdir()
    template = "#let data = json(bytes(sys.inputs.data))\n#set document(title: data.title)\nMine"
    (tmp_path / "own" / "sheet.typ").write_text(template, "utf-8")
    assert main([*call[:3], "--force", "--template", str(tmp_path / "own")]) == 0
    assert text_of_pdf(out.read_bytes()) == "Mine"


def test_an_invalid_web_address_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["sheet", str(PEGASUS), str(tmp_path / "out.pdf"), "--address", "example.org"]
    assert main(call) == 2
    assert "'example.org' is not a web address" in capsys.readouterr().err
    assert not (tmp_path / "out.pdf").exists()


def test_a_full_disk_is_reported_without_the_paths_of_the_program(tmp_path: Path) -> None:
    def limit_file_size() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    process = subprocess.run(
        [sys.executable, "-m", "m44core.cli.main", "sheet", str(PEGASUS), str(tmp_path / "a.pdf")],
        preexec_fn=limit_file_size,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert "temporary files cannot be written to " in process.stderr
    assert "(ulimit -f)" in process.stderr
    assert ".typ" not in process.stderr
