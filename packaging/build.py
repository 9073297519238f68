"""Build the packages of a release: ``python3 packaging/build.py wheel deb bundle appimage``.

It needs Python 3.11 or newer and makes environments for its tools below ``build/packages``, from
lock files with hashes. The packages go to ``dist``. docs/packaging.md describes their contents.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from package_formats.appimage import build_appimage
from package_formats.build_tools import BuildError, build_python, python_of, run_tool
from package_formats.bundle import NAME, build_bundle, pack_bundle
from package_formats.compiled_wheel import build_compiled_wheel
from package_formats.components import write_checksums, write_sbom
from package_formats.deb import build_deb
from package_formats.desktop_integration import draw_icons, make_share_folder
from package_formats.documents import build_manual, pack_template
from package_formats.installers import build_disk_image, build_windows_installer
from package_formats.source_tree import ROOT
from package_formats.wheel import build_wheel


class Release:
    """The packages of one version; parts shared by several of them are built once.

    Args:
        work: The folder for environments and intermediate files.
        output: The folder for the packages.
        runtime: The runtime of the AppImage, if one is built.
        is_trial: Whether to leave the Debian package uncompressed.
    """

    def __init__(
        self, work: Path, output: Path, runtime: Path | None = None, *, is_trial: bool = False
    ) -> None:
        self.work, self.output = work, output
        self._runtime, self._is_trial = runtime, is_trial

    @cached_property
    def tools(self) -> Path:
        """The Python with the build tools."""
        return build_python(self.work)

    @cached_property
    def wheel(self) -> Path:
        """The wheel; the source archive is next to it."""
        return build_wheel(self.tools, self.output)

    def build_compiled_wheel(self) -> Path:
        """Build the wheel with compiled modules for this platform."""
        return build_compiled_wheel(self.wheel, self.work, self.output)

    @cached_property
    def icons(self) -> Path:
        """The folder with the icons."""
        folder = self.work / "icons"
        draw_icons(self.tools, folder)
        return folder

    @cached_property
    def bundle(self) -> Path:
        """The folder of the bundle; on macOS, the folder of the application."""
        return build_bundle(self.wheel, self.icons, self.work)

    @cached_property
    def share(self) -> Path:
        """The folder with the desktop integration."""
        folder = self.work / "share"
        shutil.rmtree(folder, ignore_errors=True)
        make_share_folder(self.program_tools, self.icons, folder)
        return folder

    @cached_property
    def program_tools(self) -> Path:
        """The Python with the build tools and the program."""
        pip = [str(self.tools), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        run_tool([*pip, "--no-deps", "--force-reinstall", str(self.wheel)])
        return self.tools

    def build_bundle(self) -> Path:
        """Build and pack the bundle."""
        return pack_bundle(self.bundle, self.output)

    def build_deb(self) -> Path:
        """Build the Debian package."""
        return build_deb(self.bundle, self.share, self.output, is_trial=self._is_trial)

    def build_appimage(self) -> Path:
        """Build the AppImage; raise BuildError without a runtime."""
        if self._runtime is None:
            raise BuildError("an AppImage needs --runtime FILE; see docs/packaging.md")
        return build_appimage(self.bundle, self.share, self._runtime, self.output)

    def build_windows_installer(self) -> Path:
        """Build the Windows installer."""
        return build_windows_installer(self.bundle, self.icons, self.output)

    def build_disk_image(self) -> Path:
        """Build the macOS disk image."""
        return build_disk_image(self.bundle, self.output)

    def build_manual(self) -> Path:
        """Build the manual as a site."""
        return build_manual(self.program_tools, self.output)

    def pack_template(self) -> Path:
        """Pack the template of a collection."""
        return pack_template(self.output)

    def write_components(self) -> Path:
        """Write the list of the components of the bundle, building it first if necessary."""
        program = python_of(self.work / "program")
        bundle = self.work / "bundle" / NAME
        if not (program.exists() and bundle.is_dir()):
            bundle = self.bundle
        return write_sbom(self.tools, program, bundle, self.output)

    def write_checksums(self) -> Path:
        """Write the checksums of all packages in the output folder."""
        return write_checksums(self.output)


KINDS: dict[str, Callable[[Release], Path]] = {
    "wheel": lambda release: release.wheel,
    "compiled-wheel": Release.build_compiled_wheel,
    "desktop": lambda release: release.share,
    "bundle": Release.build_bundle,
    "deb": Release.build_deb,
    "appimage": Release.build_appimage,
    "installer": Release.build_windows_installer,
    "dmg": Release.build_disk_image,
    "manual": Release.build_manual,
    "template": Release.pack_template,
    "sbom": Release.write_components,
    "checksums": Release.write_checksums,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the requested packages, print the paths, and return the exit status."""
    options = _parser().parse_args(arguments)
    work, output = options.work.resolve(), options.output.resolve()
    release = Release(work, output, options.runtime, is_trial=options.trial)
    try:
        for kind in options.kinds:
            print(KINDS[kind](release), flush=True)
    except BuildError as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kinds", nargs="+", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    work, output = ROOT / "build" / "packages", ROOT / "dist"
    parser.add_argument("--work", type=Path, default=work, help="folder for environments")
    parser.add_argument("--output", type=Path, default=output, help="folder for the packages")
    about = "do not compress the Debian package, which takes minutes"
    parser.add_argument("--trial", action="store_true", help=about)
    parser.add_argument("--runtime", type=Path, metavar="FILE", help="runtime of the AppImage")
    return parser


if __name__ == "__main__":
    sys.exit(main())
