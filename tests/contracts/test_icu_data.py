"""The data of ICU in the bundle: smaller, and texts are sorted as with all of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from package_formats.build_tools import BuildError  # noqa: E402 - the tools are no package
from package_formats.icu_data import reduce_icu_data  # noqa: E402 - as the line above

PySide6 = pytest.importorskip("PySide6")
LIBRARIES = Path(PySide6.__file__).parent / "Qt" / "lib"

pytestmark = [
    pytest.mark.skipif(not shutil.which("ld"), reason="binutils are not installed"),
    pytest.mark.skipif(
        not [*LIBRARIES.glob("libicudata*")], reason="Qt uses the ICU of the system"
    ),
]

SORT = """
from PySide6.QtCore import QCollator, QLocale
words = "Äpfel apfel Zug Éclair ecole Ёлка елка Яблоко öl Ostern ß straße 中文 一 上海 10 9".split()
for name in ("en", "de", "fr", "it", "ru", "zh_CN", "zh_TW"):
    collator = QCollator(QLocale(name))
    print(ascii(sorted(words, key=collator.sortKey)), ascii(QLocale(name).toUpper("straße")))
"""


def sorted_with(folder: Path) -> str:
    """Return words sorted in each language by Qt with the library in a folder."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
    command = [sys.executable, "-c", SORT]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_qt_sorts_texts_with_reduced_data_as_with_all(tmp_path: Path) -> None:
    (original,) = LIBRARIES.glob("libicudata.so.*")
    library = Path(shutil.copy(original, tmp_path))
    reduce_icu_data(library)
    assert library.stat().st_size < original.stat().st_size / 3
    assert sorted_with(tmp_path) == sorted_with(LIBRARIES)


def test_languages_are_kept_and_line_breaks_left_out(tmp_path: Path) -> None:
    (original,) = LIBRARIES.glob("libicudata.so.*")
    library = Path(shutil.copy(original, tmp_path))
    reduce_icu_data(library)
    content = library.read_bytes()
    assert b"coll/zh.res" in content
    assert b"brkitr/" not in content


def test_a_library_without_data_fails_the_build(tmp_path: Path) -> None:
    library = tmp_path / "libicudata.so.73"
    library.write_bytes(b"\x7fELF")
    with pytest.raises(BuildError, match="no data of ICU"):
        reduce_icu_data(library)
