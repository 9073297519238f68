"""Rewrite the Chinese fonts that printed documents use, with the characters that texts need.

python packaging/subset_fonts.py FOLDER     FOLDER has NotoSerifSC_400Regular.ttf and _700Bold.ttf

The originals have 30,000 characters and are 15 MB each. The subsets keep GB 2312 for simplified and
the first level of Big5 for traditional Chinese, and the characters of our own translations; they
are 4 MB each. Needs fonttools, which nothing else does: `pip install fonttools`. The originals are
in the npm package @expo-google-fonts/noto-serif-sc.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "core" / "m44core" / "publish" / "fonts"
TRANSLATIONS = ROOT / "core" / "m44core" / "messages" / "locale"
_SOURCES = {
    "NotoSerifSC_400Regular.ttf": "NotoSerifSC-Regular.ttf",
    "NotoSerifSC_700Bold.ttf": "NotoSerifSC-Bold.ttf",
}
_GB_2312 = "gb2312", range(0xA1, 0xF8)
_BIG5_LEVEL_1 = "big5", range(0xA1, 0xC7)
_FIRST_CJK = "\u2e80"


def kept_characters() -> str:
    """Return the characters that the fonts keep, sorted: East Asian ones and some punctuation."""
    translated_characters = {
        sign for path in TRANSLATIONS.glob("zh-*/*.po") for sign in path.read_text("utf-8")
    }
    all_characters = {
        *_decodable_characters(*_GB_2312),
        *_decodable_characters(*_BIG5_LEVEL_1),
        *translated_characters,
    }
    quotes = set("\u2014\u2018\u2019\u201c\u201d\u2026\u00b7")
    return "".join(sorted(sign for sign in all_characters if sign >= _FIRST_CJK or sign in quotes))


def _decodable_characters(encoding: str, rows: range) -> Iterator[str]:
    for row in rows:
        for cell in range(0x40, 0xFF):
            try:
                yield bytes((row, cell)).decode(encoding)
            except UnicodeDecodeError:
                continue


def main(folder: Path) -> None:
    """Write the fonts."""
    with NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as characters:
        characters.write(kept_characters())
        characters.flush()
        for source, target in _SOURCES.items():
            _write_subset(folder / source, characters.name, FONTS / target)


def _write_subset(source: Path, characters: str, target: Path) -> None:
    options = (
        f"--text-file={characters}",
        f"--output-file={target}",
        "--no-hinting",
        "--layout-features=",
        "--drop-tables+=vhea,vmtx,BASE,STAT",
    )
    subprocess.run([sys.executable, "-m", "fontTools.subset", str(source), *options], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
