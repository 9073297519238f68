"""Fixtures and options for all tests."""

from __future__ import annotations

import atexit
import codecs
import gc
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

# There is no deadline, because the machine may be busy and the first example of a property may load
# data. Continuous integration tries the same examples each time, so that a change is only blamed
# for its own faults; elsewhere new examples are tried.
settings.register_profile("m44", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("m44")

# A different Python has different libraries but the same arithmetic, so a difference shows in the
# first examples.
settings.register_profile("few", settings.get_profile("m44"), max_examples=10)

REPOSITORY = Path(__file__).parent.parent

# The program uses the language of the system. The tests and their child processes expect English.
for _name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "M44_LANGUAGE"):
    os.environ.pop(_name, None)
os.environ["LANG"] = "C.UTF-8"

# Crash reports, sessions and results of tests do not belong among those of whoever runs them.
_USER_FOLDER = tempfile.mkdtemp(prefix="m44-tests-")
atexit.register(shutil.rmtree, _USER_FOLDER, ignore_errors=True)
for _name in ("STATE", "DATA"):
    os.environ[f"XDG_{_name}_HOME"] = str(Path(_USER_FOLDER, _name.lower()))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options to run part of the tests: see ``packaging/check.py``."""
    one_of_each_help = "run one case of each test, and few examples of a property"
    parser.addoption("--one-of-each", action="store_true", help=one_of_each_help)
    time_limit_help = "skip tests that have not started after this many seconds"
    parser.addoption("--longest", type=float, metavar="SECONDS", help=time_limit_help)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the first case of each test, if requested."""
    if config.getoption("one_of_each"):
        first_cases = {item.nodeid.partition("[")[0]: item for item in reversed(items)}
        skipped_items = [
            item for item in items if first_cases[item.nodeid.partition("[")[0]] is not item
        ]
        config.hook.pytest_deselected(items=skipped_items)
        items[:] = reversed(first_cases.values())


@pytest.fixture(autouse=True)
def undo_verbose() -> Iterator[None]:
    """Undo the effect of ``--verbose`` on the environment after each test.

    Nothing is undone if logging was on before.
    """
    before = os.environ.get("M44_LOG")
    yield
    if before is None:
        os.environ.pop("M44_LOG", None)


def pytest_collection_finish() -> None:
    """Exempt the collected tests, half a million objects, from every later garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 50)  # by default, a tenth of the time goes into collections


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that start after the time limit, if there is one."""
    time_limit = item.config.getoption("longest")
    if time_limit is not None and time.monotonic() - _START_TIME > time_limit:
        pytest.skip(f"{_TOO_LATE} {time_limit:g} s")


def pytest_configure(config: pytest.Config) -> None:
    """Build data and translations, once for all workers.

    With ``--one-of-each``, try only a few examples of each property.
    """
    if config.getoption("one_of_each"):
        settings.load_profile("few")
    script = REPOSITORY / "packaging" / "build_hook.py"
    tools = importlib.util.find_spec("babel") and importlib.util.find_spec("hatchling")
    if script.exists() and tools and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, str(script)], check=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if the time limit has left out every test, which would otherwise look like a success."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and _late_tests(reporter):
        done = [outcome for outcome in ("passed", "failed", "error") if reporter.stats.get(outcome)]
        if not done:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many tests the time limit has left out."""
    late_tests = _late_tests(terminalreporter)
    if late_tests:
        terminalreporter.write_line(f"{late_tests} tests were not started in time")


def _late_tests(reporter: pytest.TerminalReporter) -> int:
    return sum(_TOO_LATE in str(report.longrepr) for report in reporter.stats.get("skipped", ()))


_START_TIME = time.monotonic()
_TOO_LATE = "not started within"
_teardown_numbers = count(1)


def pytest_runtest_teardown() -> None:
    """Collect garbage between tests if tests of windows have turned Python's collector off."""
    if not gc.isenabled():
        gc.collect(1 if next(_teardown_numbers) % 100 else 2)


@pytest.fixture(scope="session")
def reference_material() -> Path:
    """The reference material next to the repository; without it, tests that need it are skipped."""
    folder = Path(os.environ.get("M44_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip("the reference material is not here")
    return folder


@pytest.fixture
def handle_interrupts() -> Iterator[None]:
    """Handle interrupts here and in child processes.

    Tests started by ``nohup`` or in the background ignore them, and so would their children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


NOBODY_UID = 65534
_ENCODINGS = ("cp1252", "latin-1", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


@contextmanager
def _as_nobody() -> Iterator[None]:
    for encoding in _ENCODINGS:
        codecs.lookup(encoding)  # Python imports each when first needed, from where nobody may read
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY_UID)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.fixture
def without_root_rights() -> Callable[[], AbstractContextManager[None]]:
    """Return a context manager that drops the rights of root, who can read everything."""
    return _as_nobody
