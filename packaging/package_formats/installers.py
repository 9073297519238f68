"""The Windows installer, built with NSIS, and the macOS disk image, built with ``hdiutil``."""

from __future__ import annotations

from pathlib import Path

from package_formats.build_tools import run_tool
from package_formats.bundle import NAME, system_name
from package_formats.source_tree import PACKAGING, version


def build_windows_installer(bundle: Path, icons: Path, output: Path) -> Path:
    """Build the installer from the Windows bundle, and return its path.

    ``makensis`` also runs on other systems.
    """
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"{NAME}-{version()}-windows-setup.exe"
    values = {
        "VERSION": version(),
        "BUNDLE": bundle,
        "ICON": icons / f"{NAME}.ico",
        "OUTPUT": target,
    }
    definitions = [f"-D{name}={value}" for name, value in values.items()]
    script = PACKAGING / "windows" / f"{NAME}.nsi"
    run_tool(["makensis", "-V2", "-WX", *definitions, str(script)])
    return target


def build_disk_image(application: Path, output: Path) -> Path:
    """Build the disk image with the macOS application, and return its path."""
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"{NAME}-{version()}-{system_name()}.dmg"
    options = ["-volname", "M44 Workshop", "-fs", "HFS+", "-format", "UDZO", "-ov"]
    run_tool(["hdiutil", "create", *options, "-srcfolder", str(application), str(target)])
    return target
