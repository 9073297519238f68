"""Compare the compiled wheel with the pure one: the same games, and the time they take.

    python3 packaging/try_compiled.py dist/PURE.whl dist/COMPILED.whl scenarios/pegasus-bridge.yaml

Both play the same games in turn, in new processes. The script prints the processor time of each
round and the ratio, and fails if a game differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from subprocess import run
from typing import NamedTuple

from package_formats.compiled_wheel import compiler_python
from package_formats.source_tree import ROOT

_PLAY = """
import sys, time
start = time.process_time()
from hashlib import sha256
from m44core.io.files.read_scenario import read_scenario
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import Levels, parse_level
from m44core.rules.play import apply
imported = time.process_time()
level, games, *paths = sys.argv[1:]
digest, levels = sha256(), Levels(parse_level(level), parse_level(level))
for path in paths:
    for game in play_games(SimulationPlan(read_scenario(path), range(1, int(games) + 1), levels)):
        digest.update("\\n".join(map(str, game.result.actions)).encode())
compiled = not apply.__file__.endswith(".py")
print(compiled, imported - start, time.process_time() - imported, digest.hexdigest())
"""


class _Round(NamedTuple):
    """A round of games: the processor times in seconds, and the digest of all actions."""

    is_compiled: bool
    imports: float
    games: float
    digest: str


def _play_round(python: Path, folder: Path, words: Sequence[str]) -> _Round:
    command = [str(python), "-c", _PLAY, *words]
    environment = {"PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    result = run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    compiled, imports, games, digest = result.stdout.split()
    return _Round(compiled == "True", float(imports), float(games), digest)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the wheels; return 1 if a game differs or a wheel is of the wrong kind, else 0."""
    options = _parser().parse_args(arguments)
    python = compiler_python(ROOT / "build" / "packages")
    words = [
        options.level,
        str(options.games),
        *(str(path.resolve()) for path in options.scenarios),
    ]
    with tempfile.TemporaryDirectory() as parent:
        folders = Path(parent, "pure"), Path(parent, "compiled")
        for folder, wheel in zip(folders, (options.pure, options.compiled), strict=True):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)
            _play_round(python, folder, [options.level, "0", *words[2:]])  # stores the byte code
        rounds = [
            [_play_round(python, each, words) for each in folders] for _ in range(options.rounds)
        ]
    return _report_rounds(rounds, options.games * len(options.scenarios))


def _report_rounds(rounds: Sequence[Sequence[_Round]], games: int) -> int:
    for pure, compiled in rounds:
        print(
            f"{games / pure.games:8.3f} games/s pure {games / compiled.games:8.3f} compiled "
            f"{pure.games / compiled.games:6.2f} x, imports {pure.imports:.3f} s and "
            f"{compiled.imports:.3f} s"
        )
    ratio = median(pure.games / compiled.games for pure, compiled in rounds)
    print(f"median ratio {ratio:.2f} x")
    digests = {each.digest for pair in rounds for each in pair}
    if not all(compiled.is_compiled and not pure.is_compiled for pure, compiled in rounds):
        print("the first wheel has to be pure, and the second compiled", file=sys.stderr)
        return 1
    if len(digests) > 1:
        print("the games differ", file=sys.stderr)
        return 1
    print("the games are the same")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pure", type=Path, help="pure wheel")
    parser.add_argument("compiled", type=Path, help="compiled wheel")
    parser.add_argument("scenarios", type=Path, nargs="+", help="scenarios to play")
    parser.add_argument("--level", default="general", help="level of both players")
    parser.add_argument("--games", type=int, default=1, help="games on each scenario")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each wheel")
    return parser


if __name__ == "__main__":
    sys.exit(main())
