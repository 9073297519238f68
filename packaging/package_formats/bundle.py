"""The bundle: one folder with both programs, Python, Qt and Typst, made by PyInstaller."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from package_formats.build_tools import make_environment, python_of, run_tool
from package_formats.bundled import shared_libraries
from package_formats.icu_data import reduce_icu_data
from package_formats.module_archive import modules_imported_at_start, write_module_archive
from package_formats.source_tree import PACKAGING, ROOT, source_date, version

NAME = "m44-workshop"
_LOCK = PACKAGING / "bundle.lock"
_WITH_DEBUG_SYMBOLS = (
    "libpython3*",
    "python3*/lib-dynload/*.so",
    "rpds/*.so",
    "typst/*.so",
    "yaml/*.so",
)
DOCUMENTS = ("LICENSE", "README.md", "CHANGELOG.md", "docs/licences.md", "docs/packaging.md")


def build_bundle(wheel: Path, icons: Path, work: Path) -> Path:
    """Build the bundle from a wheel; return its folder, or on macOS that of the application.

    Args:
        wheel: The wheel of the program.
        icons: The folder with the icons of Windows and macOS.
        work: The folder for environments and intermediate files.
    """
    python = program_environment(wheel, work)
    places = ["--distpath", str(work / "bundle"), "--workpath", str(work / "pyinstaller")]
    spec = str(PACKAGING / "bundle.spec")
    tool = [str(python), "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    run_tool([*tool, *places, spec], M44_ICONS=str(icons))
    folder = work / "bundle" / NAME
    if sys.platform.startswith("linux"):
        _strip_debug_symbols(folder)
        for library in folder.glob("_internal/PySide6/Qt/lib/libicudata.so.*"):
            reduce_icu_data(library)
        write_module_archive(folder / "_internal", modules_imported_at_start(python))
    for name in DOCUMENTS:
        shutil.copy(ROOT / name, folder)
    add_licences(folder)
    application = folder.with_name("M44 Workshop.app")
    return application if application.is_dir() else folder


def program_environment(wheel: Path, work: Path) -> Path:
    """Return the Python of a new environment with the program, its requirements and PyInstaller."""
    folder = work / "program"
    make_environment(folder, _LOCK)
    python = python_of(folder)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run_tool([*pip, "--no-deps", str(wheel)])
    return python


def add_licences(folder: Path) -> None:
    """Put the license texts that no Python package contains into the folder of a bundle.

    On Debian, these include the copyright files of the system's libraries in the bundle.
    """
    target = folder / "licences"
    shutil.copytree(PACKAGING / "licences", target)
    for package in _system_packages(folder):
        notice = Path("/usr/share/doc", package, "copyright")
        if notice.is_file():
            shutil.copyfile(notice, target / f"{package}.txt")


def _system_packages(folder: Path) -> set[str]:
    """Return the Debian packages whose libraries are in a bundle; empty on other systems."""
    if shutil.which("dpkg-query") is None:
        return set()
    paths = [f"*/{name}" for name in shared_libraries(folder) if name.startswith("lib")]
    run_ = subprocess.run(["dpkg-query", "--search", *paths], capture_output=True, text=True)
    return {line.split(":")[0] for line in run_.stdout.splitlines() if not line.startswith("diver")}


def _strip_debug_symbols(folder: Path) -> None:
    """Remove the debugging symbols: three quarters of Python, a fifth of Typst."""
    inside = folder / "_internal"
    files = [path for pattern in _WITH_DEBUG_SYMBOLS for path in inside.glob(pattern)]
    subprocess.run(["strip", "--strip-unneeded", *files], check=True)


def pack_bundle(folder: Path, output: Path) -> Path:
    """Pack the bundle as ``.tar.xz``, on Windows as ``.zip``, and return the path."""
    output.mkdir(parents=True, exist_ok=True)
    name = f"{NAME}-{version()}-{system_name()}"
    if sys.platform == "win32":
        return Path(shutil.make_archive(str(output / name), "zip", folder.parent, folder.name))
    archive = output / f"{name}.tar.xz"
    with tarfile.open(archive, "w:xz", preset=6) as packed:
        for path in [folder, *sorted(folder.rglob("*"))]:
            inside = Path(folder.name if folder.suffix else name, path.relative_to(folder))
            packed.add(path, inside, recursive=False, filter=_normalise_entry)
    return archive


def system_name() -> str:
    """Return the system and the processor in the names of packages, such as linux-x86_64."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def _normalise_entry(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return an archive entry with its owner, mode and modification time normalized."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = source_date()
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry
