"""An interrupt during start-up ends the program by the signal, without a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]
START = "from m44core.cli.start import main; import sys; sys.exit(main())"
START_METHODS = {
    "as a module": ["-m", "m44core.cli.main"],
    "as it is installed": ["-c", START],
    "by the launcher": [str(REPOSITORY / "workshop.py"), "--no-system", "m44"],
}
EARLY_MODULES = ("m44core.errors", "argparse", "m44core.arguments.parser", "m44core.model.scenario")


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
@pytest.mark.parametrize("module", EARLY_MODULES)
@pytest.mark.parametrize("start_method", START_METHODS)
def test_an_interrupt_during_imports_ends_a_command_quietly(start_method: str, module: str) -> None:
    if start_method == "by the launcher" and not (REPOSITORY / "workshop.py").exists():
        pytest.skip("there is no launcher beside the installed program")
    command = [sys.executable, *START_METHODS[start_method], "check", str(REPOSITORY)]
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe) as process:
        assert process.stderr
        for line in process.stderr:  # imports are printed immediately
            if line.split()[-1:] == [module.encode()]:
                break
        process.send_signal(signal.SIGINT)
        error_output = process.stderr.read().decode()
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in error_output
    assert "KeyboardInterrupt" not in error_output
