"""The compiled wheel: the wheel with rules and players as machine code, for one platform."""

from __future__ import annotations

import base64
import hashlib
import shutil
import sys
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from package_formats.build_tools import environment_python, run_tool
from package_formats.source_tree import PACKAGING, source_date

_LOCK = PACKAGING / "compile.lock"


def build_compiled_wheel(wheel: Path, work: Path, output: Path) -> Path:
    """Build the compiled wheel for this Python and platform, and return its path.

    Args:
        wheel: The wheel whose modules are compiled.
        work: The folder for environments and intermediate files.
        output: The folder for the compiled wheel.
    """
    python, folder = compiler_python(work), work / "compiled"
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    run_tool([str(python), str(PACKAGING / "compile_modules.py"), str(folder)])
    shutil.rmtree(folder / "build")
    output.mkdir(parents=True, exist_ok=True)
    return pack_wheel(
        folder, output / f"{wheel.name.removesuffix('py3-none-any.whl')}{_compatibility_tag()}.whl"
    )


def compiler_python(work: Path) -> Path:
    """Return the Python of the environment with mypyc and what the program requires."""
    return environment_python(work / "compiler", _LOCK)


def _compatibility_tag() -> str:
    """Return the compatibility tag of modules compiled for this Python."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def pack_wheel(folder: Path, path: Path) -> Path:
    """Pack the content of a wheel with the tag of this platform and a new record."""
    (info,) = folder.glob("*.dist-info")
    tag = {"Root-Is-Purelib": "false", "Tag": _compatibility_tag()}
    lines = (info / "WHEEL").read_text("utf-8").splitlines()
    names = (line.partition(":")[0] for line in lines)
    tagged = (
        f"{name}: {tag[name]}" if name in tag else line
        for name, line in zip(names, lines, strict=True)
    )
    (info / "WHEEL").write_text("\n".join(tagged) + "\n", "utf-8")
    record = info / "RECORD"
    record.unlink()
    record.write_text("".join(_record_lines(folder, record)), "utf-8")
    date = time.gmtime(source_date())[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in _sorted_files(folder):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), date)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return path


def _record_lines(folder: Path, record: Path) -> Iterator[str]:
    """Yield the lines of the record: the path, digest and size of each file."""
    for file in _sorted_files(folder):
        content = file.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        yield f"{file.relative_to(folder).as_posix()},sha256={digest},{len(content)}\n"
    yield f"{record.relative_to(folder).as_posix()},,\n"


def _sorted_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
