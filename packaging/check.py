"""Run all checks: format, lint, types, import contracts, tests with and without Qt, the wheel.

Run by `python3 workshop.py test`, which sets up the environment first. Every step runs even if
another fails; a table at the end shows the results and times.

    python3 workshop.py test           everything
    python3 workshop.py test types     only the named steps
    python3 workshop.py test quick     within 90 seconds, what a change can affect

The quick check is for use while working: format, lint, contracts, types, and as many as time
permits of the tests that changes since the branch `main` can affect, the nearest first.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import affected_tests

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MAX_SECONDS = 60 * 60  # seconds that all tests may take: over twice what they need on two cores
_MINUTE = 60  # seconds
QUICK_SECONDS = 90  # seconds a quick check takes
_END_SECONDS = 15  # seconds of these reserved for tests still running when no more are started
_START_TIME = time.monotonic()
# Tests wait a third of their time, for windows and processes: with three processes, two processors
# were busy for 75 of 100 seconds.
_PROCESSES = min(os.cpu_count() or 1, 4) + 1
PARALLEL_OPTIONS = (f"--numprocesses={_PROCESSES}", "--dist=worksteal", "--quiet")
"""Options for tests."""


def _run_tool(name: str, *arguments: str) -> int:
    return subprocess.run([str(BIN / name), *arguments], cwd=ROOT, check=False).returncode


def _check_format() -> int:
    return _run_tool("ruff", "format", "--check", "--quiet", ".")


def _run_linter() -> int:
    return _run_tool("ruff", "check", "--quiet", ".")


def _check_types() -> int:
    """Check all types and, in parallel, the index types of the engine; return 0 without errors."""
    with ThreadPoolExecutor() as executor:
        index_types = executor.submit(_check_index_types)
        return _run_tool("mypy") | index_types.result()


def _check_index_types() -> int:
    """Check that the engine keeps hexes, units and players apart; return 0 if it does, else 1.

    See ``m44core/rules/index_types.py``.

    Because distinct types are not ints, mypy reports further errors; only those about mixing two of
    the types count.
    """
    options = ("--config-file=", "--explicit-package-bases", "--ignore-missing-imports")
    mypy_options = ("--always-true=DISTINCT_INDEX_TYPES", "--cache-dir=.mypy_cache/numbers", "core")
    run = subprocess.run(
        [BIN / "mypy", *options, *mypy_options],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": "core"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = run.stdout.splitlines() or [run.stderr]
    names = re.compile("HexNo|UnitNo|PlayerNo")
    mistakes = [line for line in lines if '"int"' not in line and len(set(names.findall(line))) > 1]
    print("\n".join(mistakes), end="\n" * bool(mistakes))
    return int(bool(mistakes) or "checked" not in lines[-1])


def _check_import_contracts() -> int:
    return _run_tool("lint-imports", "--no-logo")


def _run_tests() -> int:
    """Run every test with Qt in several processes; return the exit status of pytest.

    A run that hangs is interrupted, so that pytest shows where; if that fails too, return 1.
    """
    with subprocess.Popen([BIN / "pytest", *PARALLEL_OPTIONS], cwd=ROOT) as run:
        for seconds in (MAX_SECONDS, _MINUTE):
            try:
                return run.wait(seconds)
            except subprocess.TimeoutExpired:
                print(f"the tests still ran after {seconds} s", flush=True)
                run.send_signal(signal.SIGINT)  # pytest says what failed until now, and ends
        run.kill()
        return 1


def _installed_pythons() -> list[Path]:
    """Return the installed Pythons from 3.12 on: other releases, newest first, then this one."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [*map(Path, os.get_exec_path()), *sorted(pyenv.glob("versions/*/bin"))]
    interpreters: dict[int, Path] = {}
    for path in (path for folder in folders for path in folder.glob("python3.*")):
        release = re.fullmatch(r"python3\.(\d+)", path.name)
        if release and int(release[1]) > 11 and path.parent.name != "shims":
            interpreters.setdefault(int(release[1]), path)
    interpreters.pop(sys.version_info.minor, None)
    return [
        *(interpreters[minor] for minor in sorted(interpreters, reverse=True)),
        Path(sys.executable),
    ]


def _python_with_wheel(folder: Path, wheel: Path) -> Path:
    """Make an environment in *folder* with the wheel, and return its Python.

    It is the newest Python that works.

    Raises:
        CalledProcessError: no Python works.
    """
    lock = ROOT / "packaging" / "core-tests.lock"
    for base in _installed_pythons():
        shutil.rmtree(folder, ignore_errors=True)
        python = folder / "bin" / "python"
        pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
        try:
            _run_command(base, "-m", "venv", folder)
            _run_command(*pip, "--no-compile", "--require-hashes", "--requirement", lock)
            _run_command(*pip, "--no-deps", wheel)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"{base} will not do: {error}", flush=True)
            continue
        print(f"without Qt, on {base}", flush=True)
        return python
    raise subprocess.CalledProcessError(1, ["pip"])


@contextmanager
def _installing_wheel() -> Iterator[None]:
    """Install the wheel without Qt in parallel with other steps, which leave a processor idle.

    Installing takes one processor twenty seconds, and checking the types uses hardly more than one
    processor.
    """
    global _installed
    with (
        tempfile.TemporaryDirectory(prefix="m44-without-qt-") as folder,
        ThreadPoolExecutor() as executor,
    ):
        _installed = executor.submit(_install_wheel, Path(folder))
        yield


_installed: Future[Path]


def _install_wheel(root: Path) -> Path:
    """Install the wheel in *root*, copy the tests there, and return its Python.

    Raises:
        CalledProcessError: the wheel cannot be built or installed.
    """
    root.chmod(0o755)  # tests that act as another user read the program there
    _run_command(BIN / "hatchling", "build", "--target", "wheel", "--directory", root)
    (wheel,) = root.glob("*.whl")
    python = _python_with_wheel(root / "venv", wheel)
    _run_command(python.with_name("m44"), "--version")
    for folder in ("tests", "docs"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "pyproject.toml", root)
    return python


def _test_without_qt() -> int:
    """Run the core's tests against the wheel installed without Qt, and return their status.

    The tests run from a copy elsewhere, so that only the wheel can be imported, on the newest other
    Python if there is one. Tests marked *bulk* are left out, and only one case of each test runs:
    further cases repeat the same calculations, which give the same results on any Python.
    """
    python = _installed.result()
    environment = {"M44_SHARED": str(ROOT.parent / "shared"), **os.environ}
    pytest_arguments = ("-m", "not bulk", "--one-of-each", "tests/core")
    tests = [str(python), "-m", "pytest", *PARALLEL_OPTIONS, *pytest_arguments]
    root = python.parents[2]
    return subprocess.run(tests, cwd=root, env=environment, check=False).returncode


def _run_command(*command: str | Path) -> None:
    """Run a command of a step; a failure ends the step."""
    subprocess.run(command, cwd=ROOT, check=True)


def _run_benchmarks() -> int:
    """Run one case of each benchmark, untimed, to check that it works; return pytest's status."""
    options = (
        "-o",
        "addopts=--import-mode=importlib",
        "--benchmark-disable",
    )  # not --benchmark-skip
    return _run_tool("pytest", *options, "--one-of-each", *PARALLEL_OPTIONS, "tests/benchmarks")


def _run_affected_tests() -> int:
    """Run the tests that a change can affect, nearest first, as time permits; return the status.

    It fails if time permits none, as on a slow machine.
    """
    files = affected_tests.affected_test_files(affected_tests.changed_files())
    longest = max(10.0, QUICK_SECONDS - _END_SECONDS - (time.monotonic() - _START_TIME))
    print(f"{len(files)} test files are affected; none starts after {longest:.0f} s", flush=True)
    if not files:
        return 0
    return _run_tool("pytest", *PARALLEL_OPTIONS, f"--longest={longest}", *files)


def _check_advisories() -> int:
    """Look up the locked versions in the advisory database.

    Return 1 if it has an advisory about any of them, else 0. If the database cannot be
    reached, that is printed and is not a failure.
    """
    lock = ROOT / "packaging" / "editor.lock"
    options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off")
    command = [str(BIN / "pip-audit"), *options, "--timeout", "5", "-f", "json", "-r", str(lock)]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=_MINUTE, check=False, cwd=ROOT
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"not looked up: {error}")
        return 0
    return print_advisories(run.stdout, run.stderr)


def print_advisories(output: str, errors: str) -> int:
    """Print the advisories in pip-audit's output; return 1 if there are any, else 0.

    If the lookup failed, that is printed and is not a failure.

    Args:
        output: Its standard output, JSON.
        errors: Its standard error.
    """
    try:
        dependencies = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = (errors.strip() or "no answer").splitlines()[-1]
        print(f"not looked up, the database of advisories cannot be reached: {last[:300]}")
        return 0
    skipped_names = [each["name"] for each in dependencies if "skip_reason" in each]
    if len(skipped_names) == len(dependencies):  # a mirror of the index has no advisories
        print("not looked up, the database of advisories knows none of the libraries here")
        return 0
    advisories = [(each, v) for each in dependencies for v in each.get("vulns", ())]
    for each, v in advisories:
        library = f"{each['name']} {each['version']}"
        print(f"{library}: {v['id']}, fixed in {v['fix_versions']}")
    number = len(dependencies) - len(skipped_names)
    print(f"{number} libraries looked up, {len(advisories)} advisories")
    print(
        f"not looked up: {', '.join(skipped_names)}" if skipped_names else "",
        end="\n" * bool(skipped_names),
    )
    return int(bool(advisories))


STEPS: dict[str, Callable[[], int]] = {
    "format": _check_format,
    "lint": _run_linter,
    "types": _check_types,
    "contracts": _check_import_contracts,
    "advisories": _check_advisories,
    "tests": _run_tests,
    "benchmarks": _run_benchmarks,
    "without-qt": _test_without_qt,
}
QUICK_STEPS = {name: STEPS[name] for name in ("format", "lint", "contracts", "types")} | {
    "reached": _run_affected_tests
}


def main(names: list[str]) -> int:
    """Run the named steps, or all if none is named; ``quick`` alone runs the quick check.

    Return 0 if all steps pass, 2 if one is unknown, else 1.
    """
    quick = names == ["quick"]
    steps = QUICK_STEPS if quick else STEPS
    chosen = [*steps] if quick or not names else names
    unknown = set(chosen) - steps.keys()
    if unknown:
        known_steps = f"there are {', '.join(STEPS)}; and quick, which stands alone"
        print(f"no such step: {', '.join(sorted(unknown))}; {known_steps}")
        return 2
    # The tests start the program hundreds of times: compile it once, as an installation does.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    _run_command(sys.executable, ROOT / "packaging" / "build_hook.py")
    with _installing_wheel() if "without-qt" in chosen else nullcontext():
        results = [_run_step(name, steps[name]) for name in chosen]
    print()
    for name, status, seconds in results:
        print(f"{'ok    ' if status == 0 else 'FAILED'} {name:<12} {seconds:6.1f} s")
    return int(any(status for _, status, _ in results))


def _run_step(name: str, step: Callable[[], int]) -> tuple[str, int, float]:
    """Run a step; return its name, its status and the seconds it took."""
    print(f"\n== {name}", flush=True)
    started = time.monotonic()
    try:
        status = step()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"failed: {error}", file=sys.stderr)
        status = 1
    return name, status, time.monotonic() - started


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
