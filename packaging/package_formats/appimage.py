"""The AppImage: one file with the bundle that runs on most Linux systems without installation."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from pathlib import Path

from package_formats.build_tools import run_tool
from package_formats.source_tree import source_date, version

_NAME = "m44-workshop"
_BLOCK_SIZE = "256K"
_QT = "PySide6/Qt/lib"
READ_AT_START = (
    "libpython3*",
    f"{_QT}/libQt6Core.so.*",
    "modules.archive",
    "PySide6/QtCore.abi3.so",
    f"{_QT}/libQt6Gui.so.*",
    "PySide6/QtGui.abi3.so",
    f"{_QT}/libQt6Widgets.so.*",
    "PySide6/QtWidgets.abi3.so",
    f"{_QT}/libQt6XcbQpa.so.*",
)
"""The files that the editor reads almost whole when it starts, in this order."""

UNCOMPRESSED = (
    "libpython3*",
    "modules.archive",
    "QtGui.abi3.so",
    "libQt6XcbQpa.so.*",
)
"""Those of them that gain the least by compression, as far as there is room for them."""

_START = """\
#!/bin/sh
# Start the editor; called as m44, or with --m44 as the first argument, the command line.
here=${0%/*}
[ -d "$here/usr/lib/m44-workshop" ] || here=$(dirname "$(readlink -f "$0")")
program=m44-editor
case ${ARGV0##*/} in m44) program=m44 ;; esac
if [ "$1" = --m44 ]; then
    shift
    program=m44
fi
if [ $program = m44-editor ] || [ "$1" = edit ]; then
    # The image is unpacked by another process: let it begin with what the editor reads next.
    (cd "$here/usr/lib/m44-workshop/_internal" && exec cat @FILES@ >/dev/null 2>&1 &)
fi
exec "$here/usr/lib/m44-workshop/$program" "$@"
"""


def build_appimage(bundle: Path, share: Path, runtime: Path, output: Path) -> Path:
    """Build the AppImage, and return its path.

    Args:
        bundle: The folder of the bundle.
        share: The folder with the desktop integration.
        runtime: The runtime of https://github.com/AppImage/type2-runtime, which mounts the image.
        output: The folder for the AppImage.
    """
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"{_NAME}-{version()}-{platform.machine()}.AppImage"
    with tempfile.TemporaryDirectory() as name:
        image = Path(name, "image.squashfs")
        make_image(application_folder(bundle, share, Path(name, "AppDir")), image)
        with target.open("wb") as file:
            for part in (runtime, image):
                with part.open("rb") as source:
                    shutil.copyfileobj(source, file)
    target.chmod(0o755)
    return target


def application_folder(bundle: Path, share: Path, folder: Path) -> Path:
    """Make the folder that becomes the content of the AppImage, and return it."""
    shutil.copytree(bundle, folder / "usr" / "lib" / _NAME, symlinks=True)
    shutil.copytree(share, folder / "usr" / "share")
    start = folder / "AppRun"
    start.write_text(_START.replace("@FILES@", " ".join(READ_AT_START)), "utf-8")
    start.chmod(0o755)
    shutil.copy(share / "applications" / f"{_NAME}.desktop", folder)
    shutil.copy(share / "icons" / "hicolor" / "256x256" / "apps" / f"{_NAME}.png", folder)
    (folder / ".DirIcon").symlink_to(f"{_NAME}.png")
    return folder


def make_image(folder: Path, image: Path) -> None:
    """Pack a folder as a file system image, with the same bytes each time.

    Some files that every start of the editor reads stay uncompressed; larger blocks than usual
    make up for a part of their size.
    """
    for path in folder.rglob("*"):
        os.utime(path, (source_date(), source_date()), follow_symlinks=False)
    read_at_start = "||".join(f"name({name})" for name in UNCOMPRESSED)
    options = ["-root-owned", "-noappend", "-quiet", "-no-progress", "-b", _BLOCK_SIZE]
    options += ["-comp", "zstd", "-Xcompression-level", "19"]
    run_tool(
        [
            "mksquashfs",
            str(folder),
            str(image),
            *options,
            "-action",
            f"uncompressed@{read_at_start}",
        ]
    )
