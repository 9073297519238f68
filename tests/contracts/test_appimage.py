"""The file system in the AppImage: its content, and what is stored uncompressed in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from package_formats.appimage import (  # noqa: E402 - the tools are no package
    READ_AT_START,
    application_folder,
    make_image,
)

pytestmark = pytest.mark.skipif(
    not shutil.which("mksquashfs"), reason="squashfs-tools are not installed"
)
SIZE = 1_000_000


def image_of(folder: Path, *names: str) -> bytes:
    """Return an image of a folder with files of a million equal bytes."""
    content = folder / "content"
    content.mkdir()
    for name in names:
        (content / name).write_bytes(name[:1].encode() * SIZE)
    make_image(content, folder / "image")
    return (folder / "image").read_bytes()


def test_what_every_start_reads_is_stored_uncompressed(tmp_path: Path) -> None:
    image = image_of(tmp_path, "modules.archive", "libpython3.11.so.1.0", "_typst.abi3.so")
    assert b"m" * SIZE in image
    assert b"l" * SIZE in image
    assert len(image) < 2.1 * SIZE


def test_an_image_unpacks_to_the_files_it_was_made_of(tmp_path: Path) -> None:
    image_of(tmp_path, "modules.archive", "other-modules.archive")
    target = tmp_path / "unpacked"
    subprocess.run(["unsquashfs", "-quiet", "-dest", target, tmp_path / "image"], check=True)
    assert {path.name for path in target.iterdir()} == {"modules.archive", "other-modules.archive"}
    assert (target / "modules.archive").read_bytes() == b"m" * SIZE


def test_the_same_folder_makes_the_same_image(tmp_path: Path) -> None:
    first = image_of(tmp_path, "modules.archive")
    make_image(tmp_path / "content", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == first


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """Return the folder of an application whose programs print their names and arguments."""
    inside = tmp_path / "bundle" / "_internal"
    for pattern in READ_AT_START:
        file = inside / pattern.replace("*", "x")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("content")
    for name in ("m44", "m44-editor"):
        program = inside.parent / name
        program.write_text('#!/bin/sh\necho "${0##*/}" "$@"\n')
        program.chmod(0o755)
    for name in (
        "applications/m44-workshop.desktop",
        "icons/hicolor/256x256/apps/m44-workshop.png",
    ):
        (tmp_path / "share" / name).parent.mkdir(parents=True)
        (tmp_path / "share" / name).touch()
    return application_folder(inside.parent, tmp_path / "share", tmp_path / "application")


@pytest.mark.parametrize(
    ("name", "arguments", "command"),
    [
        ("Workshop.AppImage", ["a b.m44"], "m44-editor a b.m44"),
        ("Workshop.AppImage", ["--m44", "check", "a.m44"], "m44 check a.m44"),
        ("Workshop.AppImage", ["--m44", "edit", "a.m44"], "m44 edit a.m44"),
        ("/usr/bin/m44", ["check"], "m44 check"),
    ],
)
def test_the_name_or_the_first_argument_chooses_the_program(
    application: Path, name: str, arguments: list[str], command: str
) -> None:
    start = [str(application / "AppRun"), *arguments]
    run = subprocess.run(start, env={"ARGV0": name}, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == (f"{command}\n", "")


def test_only_the_editor_reads_ahead_what_it_needs(application: Path, tmp_path: Path) -> None:
    cat, read = tmp_path / "cat", tmp_path / "read"
    cat.write_text(f'#!/bin/sh\nls "$@" >"{read}.new" && mv "{read}.new" "{read}"\n')
    cat.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    subprocess.run([application / "AppRun", "--m44", "check"], env=environment, check=True)
    assert not read.exists()
    subprocess.run([application / "AppRun"], env=environment, check=True)
    deadline = time.monotonic() + 10
    while not read.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(read.read_text().split()) == len(READ_AT_START)
