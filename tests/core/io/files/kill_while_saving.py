"""Kills programs while they save a file: first one program at a time, then two.

    python -m tests.core.io.files.kill_while_saving 100 7

does so in 100 rounds, at random moments with the seed 7, and reports whether the file was ever
incomplete.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from m44core.io.files.save import remove_stale_files

SIZE = 100_000
_KEEP_SAVING = f"""
import sys
from pathlib import Path
from m44core.io.files.save import write
print(flush=True)
while True:
    for letter in sys.argv[2].encode():
        write(bytes([letter]) * {SIZE}, Path(sys.argv[1]))
"""


def start_and_kill(path: Path, letters: tuple[str, ...], seconds: float) -> None:
    """Start a program that keeps saving for each of *letters*; kill all after *seconds*."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", _KEEP_SAVING, str(path), each], stdout=subprocess.PIPE
        )
        for each in letters
    ]
    for program in programs:
        assert program.stdout
        program.stdout.readline()
    time.sleep(seconds)
    for program in programs:
        program.kill()
    for program in programs:
        program.communicate()


def prefixes_of_damaged_files(
    path: Path, kills: int, seed: int, letters: tuple[str, ...]
) -> list[bytes]:
    """Return the beginnings of the file after kills that left it incomplete."""
    rng, prefixes = random.Random(seed), []
    path.write_bytes(b"a" * SIZE)
    for _ in range(kills):
        start_and_kill(path, letters, rng.random() / 20)
        content = path.read_bytes()
        if len(content) != SIZE or len({*content}) != 1:
            prefixes.append(content[:20])
    remove_stale_files(path.parent)
    return prefixes


def main(kills: int, seed: int) -> int:
    """Kill one program, then two at a time; return the number of damaged or leftover files."""
    damaged_count = 0
    for letters in (("ab",), ("ab", "cd")):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.yaml")
            prefixes = prefixes_of_damaged_files(path, kills // 2, seed, letters)
            leftover_files = sorted(each.name for each in Path(folder).iterdir())
        damaged = f"{len(prefixes)} damaged"
        print(f"{kills // 2} kills of {len(letters)}: {damaged}; left are {leftover_files}")
        damaged_count += len(prefixes) + (not {*leftover_files} <= {"a.yaml", "a.yaml~"})
    return damaged_count


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]), int(sys.argv[2]))))
