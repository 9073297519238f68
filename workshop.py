#!/usr/bin/env python3
"""Set up M44 Workshop in this folder and run it: needs Python 3.11 or newer and nothing else.

    python3 workshop.py edit [FILE]    open the editor
    python3 workshop.py test           run every check and all tests
    python3 workshop.py test quick     run, within 90 seconds, what your change can affect
    python3 workshop.py m44 ...        the command line: m44 check, m44 render ...

The first run creates the environment `.venv` from a lock file with hashes and installs the system
libraries Qt needs; later runs start at once. Nothing outside this folder is changed, except that
system packages are installed when the script runs as root on Debian or Ubuntu, after it has said
which and why. `python3 workshop.py --no-system COMMAND` leaves the system alone.
"""

from __future__ import annotations

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # without a traceback, here and in what it starts

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
STAMP = VENV / "workshop-stamp"
_NO_SYSTEM = " without system packages"  # a later run may be asked to see to them

# What Qt loads on Linux, with the Debian and Ubuntu package each comes in.
QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
_WITHOUT_PACKAGES_HINT = "To continue without them: python3 workshop.py --no-system ..."
# Programs the window tests use: a screen of their own, and a mouse and keyboard for it.
TEST_PROGRAMS = {"Xvfb": "xvfb", "xdotool": "xdotool"}
# What the tests of the screen reader and of the site use besides; without it, they say why they are
# skipped.
OPTIONAL_FILES = {
    "/usr/bin/dbus-run-session": "dbus",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "/usr/lib/python3/dist-packages/pyatspi": "python3-pyatspi",
    "/usr/bin/chromium": "chromium",
}


def main(arguments: list[str]) -> int:
    """Run one of the three commands; return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is started by whatever Python is there
        return _fail(f"This is Python {sys.version.split()[0]}; M44 Workshop needs 3.11 or newer.")
    use_system = arguments[:1] != ["--no-system"]
    command, *rest = arguments[0 if use_system else 1 :] or ["help"]
    if command == "edit":
        return (
            _prepare("editor.lock", use_system) or _build() or _exec("-m", "m44editor.app", *rest)
        )
    if command == "m44":
        status = _prepare("editor.lock", use_system) or _build()
        return status or _exec("-m", "m44core.cli.main", *rest)
    if command == "test":
        status = _prepare("tests.lock", use_system)
        return status or _exec(str(HERE / "packaging" / "check.py"), *rest)
    print(__doc__.strip())
    return 0 if command in ("help", "-h", "--help") else 2


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2


def _run(*arguments: str) -> int:
    return subprocess.run([str(_python()), *arguments], check=False).returncode


def _exec(*arguments: str) -> int:
    """Replace this process with a program, which then gets its signals and sets its exit status."""
    if os.name == "nt" or __name__ != "__main__":
        return _run(*arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    return os.execv(_python(), [str(_python()), *arguments])


def _build() -> int:
    """Rebuild everything that is out of date."""
    return _run(str(HERE / "packaging" / "build_hook.py"))


def _python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _prepare(lock_name: str, use_system: bool) -> int:
    """Set up the environment and, on request, system packages; return 0, or 2 after an error."""
    lock = HERE / "packaging" / lock_name
    stamp = _stamp(lock)
    valid_stamps = (stamp,) if use_system else (stamp, stamp + _NO_SYSTEM)
    if STAMP.is_file() and STAMP.read_text("utf-8") in valid_stamps and _python().exists():
        return 0
    if use_system:
        status = _install_system_packages(_missing_packages(for_tests=lock_name == "tests.lock"))
        if status:
            return status
        if lock_name == "tests.lock" and sys.platform.startswith("linux"):
            _try_to_install(
                package for file, package in OPTIONAL_FILES.items() if not _exists(file)
            )
    try:
        _make_environment(lock)
    except subprocess.CalledProcessError as error:
        STAMP.unlink(missing_ok=True)
        return _fail(
            f"This step failed: {' '.join(map(str, error.cmd))}\n"
            "Read the message above it; without a network the first run cannot work.\n"
            f"To start afresh, delete {VENV} and run the command again."
        )
    STAMP.write_text(stamp if use_system else stamp + _NO_SYSTEM, "utf-8")
    return 0


def _stamp(lock: Path) -> str:
    """Return a stamp that changes whenever something the environment depends on changes."""
    digest = hashlib.sha256(lock.read_bytes() + (HERE / "pyproject.toml").read_bytes())
    return f"{lock.name} {digest.hexdigest()} {sys.version_info[:3]} {HERE}"


def _make_environment(lock: Path) -> None:
    print("Setting up .venv; this takes a minute the first time.", flush=True)
    _remove_outdated_environment()
    if not _python().exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    pip = [str(_python()), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    # The tests import some of the modules; compiling all of them takes twenty seconds.
    options = ["--no-compile"] if lock.name == "tests.lock" else []
    subprocess.run([*pip, *options, "--require-hashes", "--requirement", str(lock)], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(HERE)], check=True)


def _remove_outdated_environment() -> None:
    """Remove an environment of another Python release."""
    config = VENV / "pyvenv.cfg"
    wanted = f"{sys.version_info.major}.{sys.version_info.minor}."
    if config.is_file():
        lines = dict(
            line.split(" = ", 1) for line in config.read_text("utf-8").splitlines() if " = " in line
        )
        if not lines.get("version", "").startswith(wanted):
            shutil.rmtree(VENV)


def _missing_packages(*, for_tests: bool) -> dict[str, str]:
    """Return the missing Debian packages with the purpose of each."""
    missing = {}
    if not _can_make_environments():
        missing["python3-venv"] = "to make the environment .venv"
    if sys.platform.startswith("linux"):
        for library, package in QT_LIBRARIES.items():
            if not _can_load(library):
                missing[package] = f"{library}, which the windows load"
        if not _has_fonts():
            missing["fonts-dejavu-core"] = "for text: no font is installed yet"
        for program, package in TEST_PROGRAMS.items() if for_tests else ():
            if not shutil.which(program):
                missing[package] = "a screen, mouse and keyboard for the tests of windows"
    return missing


def _can_make_environments() -> bool:
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_fonts() -> bool:
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
    return any(next(folder.rglob("*.[to]tf"), None) for folder in folders if folder.is_dir())


def _install_system_packages(packages: dict[str, str]) -> int:
    """Install Debian packages as root; otherwise print the command to type."""
    if not packages:
        return 0
    width = max(map(len, packages))
    reasons = "\n".join(f"  {name:<{width}}  {reason}" for name, reason in packages.items())
    print(f"These system packages are missing:\n{reasons}", flush=True)
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if not shutil.which("apt-get"):
        return _fail(
            "The names are those of Debian. Install what your system calls them, then run this "
            f"again.\n{_WITHOUT_PACKAGES_HINT}"
        )
    if os.geteuid() != 0:
        return _fail(
            "Type this, then run the command again:\n"
            f"  sudo apt-get update && sudo {' '.join(install)}\n{_WITHOUT_PACKAGES_HINT}"
        )
    print("You are root: installing them now with apt-get.", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "--quiet=2"], [*install, "--quiet=2"]):
        if subprocess.run(command, env=environment, check=False).returncode:
            return _fail(f"This failed: {' '.join(command)}\nFix what it says, then try again.")
    return 0


def _exists(file: str) -> bool:
    return Path(file).exists()


def _try_to_install(packages: Iterable[str]) -> None:
    """Install optional Debian packages; if that fails, name the tests that are skipped."""
    names = list(packages)
    if not names:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", "--quiet=2", *names]
    can_install = shutil.which("apt-get") and os.geteuid() == 0
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if not can_install or subprocess.run(command, env=environment, check=False).returncode:
        print(f"Some tests are skipped without {', '.join(names)}.", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
