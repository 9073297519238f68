"""The package for Debian and Ubuntu: the bundle in ``/usr/lib``, and its desktop integration."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import md5
from pathlib import Path
from typing import Any

from package_formats.build_tools import BuildError, run_tool
from package_formats.source_tree import PACKAGING, ROOT, source_date, version

_PACKAGE = "m44-workshop"
_PROGRAMS = ("m44", "m44-editor")
_DATA = PACKAGING / "linux" / "deb.toml"


def build_deb(bundle: Path, share: Path, output: Path, *, is_trial: bool = False) -> Path:
    """Build the package, and return its path.

    Args:
        bundle: The folder of the bundle.
        share: The folder to install as ``/usr/share``.
        output: The folder for the package.
        is_trial: Whether to skip compression, which takes minutes.
    """
    architecture = _tool_output("dpkg", "--print-architecture").strip()
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"{_PACKAGE}_{_deb_version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name, "root")
        _install_files(bundle, share, root)
        _write_control(root, architecture)
        _set_modes(root)
        compression = "-Znone" if is_trial else "-Zxz"
        run_tool(["dpkg-deb", "--root-owner-group", compression, "--build", str(root), str(target)])
    return target


def _install_files(bundle: Path, share: Path, root: Path) -> None:
    """Put all files of the package in *root*."""
    library, programs = root / "usr" / "lib" / _PACKAGE, root / "usr" / "bin"
    shutil.copytree(bundle, library, symlinks=True)
    for name in (*(path.name for path in library.glob("*.md")), "LICENSE"):
        (library / name).unlink(missing_ok=True)  # they are in the folder of documents
    shutil.copytree(share, root / "usr" / "share")
    programs.mkdir(parents=True)
    for name in _PROGRAMS:
        (programs / name).symlink_to(f"../lib/{_PACKAGE}/{name}")
    for page in (root / "usr" / "share" / "man").rglob("*.1"):
        _write_gzip(page.with_name(f"{page.name}.gz"), page.read_bytes())
        page.unlink()
    documents = root / "usr" / "share" / "doc" / _PACKAGE
    documents.mkdir(parents=True)
    _write_gzip(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    _write_gzip(documents / "changelog.Debian.gz", _debian_changelog().encode())
    shutil.copy(ROOT / "docs" / "licences.md", documents)
    shutil.copy(ROOT / "docs" / "packaging.md", documents)
    shutil.copy(PACKAGING / "linux" / "copyright", documents)
    overrides = root / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copy(PACKAGING / "linux" / "lintian-overrides", overrides / _PACKAGE)


def _deb_version() -> str:
    """Return the version of the Debian package: the program's version and a revision."""
    return f"{version()}-1"


def _debian_changelog() -> str:
    """Return the changelog of the Debian package, which only names the release."""
    day = format_datetime(datetime.fromtimestamp(source_date(), UTC))
    return (
        f"{_PACKAGE} ({_deb_version()}) unstable; urgency=medium\n\n  * New upstream release.\n\n"
        f" -- {_package_data()['maintainer']}  {day}\n"
    )


def _package_data() -> dict[str, Any]:
    return tomllib.loads(_DATA.read_text("utf-8"))


def _write_gzip(target: Path, content: bytes) -> None:
    target.write_bytes(gzip.compress(content, 9, mtime=0))


def _write_control(root: Path, architecture: str) -> None:
    data = _package_data()
    size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file())
    needed = [*_linked_packages(root / "usr" / "lib" / _PACKAGE), *data["depends"]]
    fields = {
        "Package": _PACKAGE,
        "Version": _deb_version(),
        "Architecture": architecture,
        "Maintainer": data["maintainer"],
        "Installed-Size": str(size // 1024),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(data["recommends"]),
        "Suggests": ", ".join(data["suggests"]),
        "Section": "editors",
        "Priority": "optional",
        "Description": data["description"].strip().replace("\n", "\n "),
    }
    (root / "DEBIAN").mkdir()
    control = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (root / "DEBIAN" / "control").write_text(control, "utf-8")
    sums = "".join(
        f"{md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted((root / "usr").rglob("*"))
        if path.is_file() and not path.is_symlink()
    )
    (root / "DEBIAN" / "md5sums").write_text(sums, "utf-8")


def _linked_packages(library: Path) -> list[str]:
    """Return the packages, with versions, of the libraries that the bundle is linked with.

    dpkg-shlibdeps finds them; libraries in the bundle itself belong to no package.
    """
    files = [path for path in library.rglob("*") if _is_elf(path)]
    search_options = sorted({f"-l{path.parent}" for path in files})
    with tempfile.TemporaryDirectory() as name:
        Path(name, "debian").mkdir()
        control = f"Source: {_PACKAGE}\n\nPackage: {_PACKAGE}\nArchitecture: any\n"
        Path(name, "debian", "control").write_text(control, "utf-8")
        tool = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *search_options]
        output = _tool_output(*tool, *(f"-e{path}" for path in files), folder=Path(name))
    packages = re.search(r"shlibs:Depends=(.*)", output)
    if packages is None:
        raise BuildError(f"dpkg-shlibdeps does not name any package: {output}")
    return packages[1].split(", ")


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _set_modes(root: Path) -> None:
    """Set the modes and the times of all files, independently of the umask."""
    programs = {root / "usr" / "lib" / _PACKAGE / name for name in _PROGRAMS}
    root.chmod(0o755)
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path in programs else 0o644)
        os.utime(path, (source_date(), source_date()), follow_symlinks=False)


def _tool_output(*command: str, folder: Path | None = None) -> str:
    """Return the output of a tool; raise BuildError if it fails."""
    try:
        run_ = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed") from error
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{command[0]} failed: {error.stderr}") from error
    return run_.stdout
