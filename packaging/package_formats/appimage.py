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
_START = """\
#!/bin/sh
# Start the editor; called as m44, or with --m44 as the first argument, the command line.
here=${0%/*}
[ -d "$here/usr/lib/m44-workshop" ] || here=$(dirname "$(readlink -f "$0")")
case ${ARGV0##*/} in m44) exec "$here/usr/lib/m44-workshop/m44" "$@" ;; esac
if [ "$1" = --m44 ]; then
    shift
    exec "$here/usr/lib/m44-workshop/m44" "$@"
fi
exec "$here/usr/lib/m44-workshop/m44-editor" "$@"
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
    start.write_text(_START, "utf-8")
    start.chmod(0o755)
    shutil.copy(share / "applications" / f"{_NAME}.desktop", folder)
    shutil.copy(share / "icons" / "hicolor" / "256x256" / "apps" / f"{_NAME}.png", folder)
    (folder / ".DirIcon").symlink_to(f"{_NAME}.png")
    return folder


def make_image(folder: Path, image: Path) -> None:
    """Pack a folder as a file system image, with the same bytes each time."""
    for path in folder.rglob("*"):
        os.utime(path, (source_date(), source_date()), follow_symlinks=False)
    options = ["-root-owned", "-noappend", "-quiet", "-no-progress", "-comp", "zstd"]
    run_tool(["mksquashfs", str(folder), str(image), *options, "-Xcompression-level", "19"])
