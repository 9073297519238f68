"""The desktop integration for Linux: menu entry, icons, file type, thumbnails, man pages."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from xml.etree import ElementTree

from package_formats.build_tools import run_tool
from package_formats.source_tree import PACKAGING, ROOT, source_date, version

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
APPLICATION = "io.github.m44_workshop.m44_workshop"
_ICON = "m44-workshop"
_FILE_TYPE_ICON = "application-x-memoir44-scenario"
_FILES = {
    "linux/m44-workshop.desktop": "applications/m44-workshop.desktop",
    "m44-workshop-mime.xml": "mime/packages/m44-workshop.xml",
    "m44-workshop.thumbnailer": "thumbnailers/m44-workshop.thumbnailer",
    "m44-editor.svg": f"icons/hicolor/scalable/apps/{_ICON}.svg",
}
_RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", re.MULTILINE)


def make_share_folder(python: Path, icons: Path, share: Path) -> None:
    """Write everything to be installed in ``share``.

    Args:
        python: A Python with the build tools and the program.
        icons: The folder with the icons as SIZE.png.
        share: The folder to create.
    """
    for name, target in _FILES.items():
        _copy_file(PACKAGING / name, share / target)
    for size in SIZES:
        folder = share / "icons" / "hicolor" / f"{size}x{size}"
        _copy_file(icons / f"{size}.png", folder / "apps" / f"{_ICON}.png")
        _copy_file(icons / f"{size}.png", folder / "mimetypes" / f"{_FILE_TYPE_ICON}.png")
    _write_metainfo(share / "metainfo" / f"{APPLICATION}.metainfo.xml")
    tool = PACKAGING / "package_formats" / "command_pages.py"
    run_tool([str(python), str(tool), str(share), version(), str(source_date())])


def draw_icons(python: Path, folder: Path) -> None:
    """Draw the icons in every size and format."""
    tool = PACKAGING / "package_formats" / "draw_icons.py"
    run_tool([str(python), str(tool), str(folder), *map(str, SIZES)])


def released_versions(changelog: str) -> list[tuple[str, str]]:
    """Return the version and the date of each release in a changelog, newest first."""
    return _RELEASE.findall(changelog)


def _write_metainfo(target: Path) -> None:
    """Write the AppStream data with the releases of CHANGELOG.md.

    Before the first release, the version being built counts as a release.
    """
    today = time.strftime("%Y-%m-%d", time.gmtime(source_date()))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    tree = ElementTree.parse(PACKAGING / "linux" / target.name)
    listed = ElementTree.SubElement(tree.getroot(), "releases")
    for number, day in released_versions(changelog) or [(version(), today)]:
        ElementTree.SubElement(listed, "release", version=number, date=day)
    ElementTree.indent(tree)
    target.parent.mkdir(parents=True, exist_ok=True)
    tree.write(target, "utf-8", xml_declaration=True)


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)
