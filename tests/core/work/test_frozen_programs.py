"""Frozen programs, which are their own interpreter and are started again for each process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.resources import scenarios_folder

PROGRAM = """#!{python}
import multiprocessing, sys
sys.frozen = True
multiprocessing.set_executable(__file__)
from {module} import main
sys.exit(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="a script is a program only there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_frozen_program_starts_itself_as_worker_processes(jobs: str, tmp_path: Path) -> None:
    program = tmp_path / "m44"
    program.write_text(PROGRAM.format(python=sys.executable, module="m44core.cli.start"))
    program.chmod(0o755)
    files = [str(scenarios_folder() / f"{name}.yaml") for name in ("pegasus-bridge", "toulon")]
    command = [str(program), "check", "--jobs", jobs, *files]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "2 files checked" in run.stdout, run.stderr
    assert run.stderr == ""
