"""Archives of documents: the manual as a site, and the template of a collection."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from package_formats.build_tools import run_tool
from package_formats.source_tree import PACKAGING, version

_TEMPLATE = PACKAGING / "template_collection"
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can state


def build_manual(tools: Path, output: Path) -> Path:
    """Build the manual as a site in an archive, and return its path.

    Args:
        tools: A Python with the build tools and the program.
        output: The folder for the archive.
    """
    with tempfile.TemporaryDirectory() as name:
        run_tool([str(tools), str(PACKAGING / "manual_site.py"), name])
        return pack_folder(Path(name), output / f"m44-workshop-manual-{version()}.zip", "manual")


def pack_template(output: Path) -> Path:
    """Pack the template of a collection, and return the path of the archive."""
    return pack_folder(_TEMPLATE, output / f"m44-collection-template-{version()}.zip", "collection")


def pack_folder(folder: Path, archive: Path, name: str) -> Path:
    """Pack the files of a folder below *name*, reproducibly; return the path of the archive."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}", _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
    return archive
