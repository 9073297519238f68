"""Count the instructions of starting the editor and a bare window.

    .venv/bin/python -m tests.benchmarks.count_start_instructions

The count does not depend on how busy the machine is; two counts of one program differ by a few
thousandths. It needs ``valgrind``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.measuring import environment

from m44core.resources import scenarios_folder

_WINDOW = Path(__file__).parent / "open_timed_window.py"
CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
_FILE = scenarios_folder() / "pegasus-bridge.m44"


def million_start_instructions(*program: str | Path) -> float:
    """Return the millions of instructions until a window is usable, without a screen."""
    with tempfile.TemporaryDirectory() as folder:
        homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), folder)
        child_environment = environment(QT_QPA_PLATFORM="offscreen", PYTHONHASHSEED="0", **homes)
        command = [sys.executable, str(_WINDOW), "--frame", *map(str, program)]
        subprocess.run(
            command, env=child_environment, check=True, capture_output=True
        )  # it compiles
        run = subprocess.run(
            [*CACHEGRIND, *command],
            env=child_environment,
            check=True,
            capture_output=True,
            text=True,
        )
    return parse_instruction_count(run.stderr)


def parse_instruction_count(output: str) -> float:
    """Return the number of instructions in valgrind's output, in millions."""
    match = re.search(r"I\s+refs:\s+([\d,]+)", output)
    assert match, output
    return int(match[1].replace(",", "")) / 1e6


def main() -> None:
    """Print the counts of a bare window and of the editor, and their ratio."""
    bare, editor = million_start_instructions("bare"), million_start_instructions("edit", _FILE)
    print(f"bare {bare:.0f} M, editor {editor:.0f} M instructions: {editor / bare:.3f} x")


if __name__ == "__main__":
    main()
