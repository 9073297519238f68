"""Draw the icon of the program as PNG, ICO and ICNS: ``python draw_icons.py FOLDER SIZE...``.

It runs in the environment of the build tools, which has Qt.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICON = Path(__file__).parents[1] / "m44-editor.svg"
ICON_FILE_SIZES = {"m44-workshop.ico": 256, "m44-workshop.icns": 512}
"""The icon files of Windows and macOS, with the size of the picture in them."""


def main(arguments: list[str]) -> None:
    """Write SIZE.png for each size, and the icon files of Windows and macOS."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication([])
    folder, sizes = Path(arguments[0]), map(int, arguments[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in {**{f"{size}.png": size for size in sizes}, **ICON_FILE_SIZES}.items():
        if not icon_picture(size).save(str(folder / name)):
            raise SystemExit(f"{folder / name} cannot be written")
    del application


def icon_picture(size: int) -> QImage:
    """Return the icon as a square picture with a transparent background."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(ICON)).render(painter)
    painter.end()
    return image


if __name__ == "__main__":
    main(sys.argv[1:])
