"""Draw the picture strip of docs/painting.md: lines drawn with the path tool, stroke by stroke.

python packaging/painting_picture.py [FILE]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.paths import draw_line, extend_route
from m44core.model.paths.path_families import load_path_families
from m44core.model.scenario import Scenario
from m44editor.windows.picture_export import export_picture

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "painting-lines.png"
STROKES = (
    ("river", "A5 C5 d4 G3 h4 I5 M5"),
    ("road", "E1 e2 E3 e4 E5 e6 E7 e8 E9"),
    ("road", "e6 L7"),
)
_GAP, _SCALE = 8, 0.3


def painting_stages() -> Iterator[Scenario]:
    """Yield the scenario after each stroke."""
    scenario = edits.new_scenario()
    for key, hexes in STROKES:
        family = load_path_families()[key]
        route: tuple[Hex, ...] = ()
        for name in hexes.split():
            route = extend_route(scenario.board, family, route, scenario.board.hex(name))
        scenario = draw_line(scenario, family, route).scenario
        yield scenario


def main(file: Path) -> None:
    """Draw the boards side by side."""
    application = QGuiApplication(sys.argv[:1])
    images = [
        _board_image(scenario, file.with_suffix(".part.png")) for scenario in painting_stages()
    ]
    width, height = images[0].width(), images[0].height()
    strip = QImage(len(images) * (width + _GAP) - _GAP, height, QImage.Format.Format_RGB32)
    strip.fill(QColor("white"))
    painter = QPainter(strip)
    for number, image in enumerate(images):
        painter.drawImage(QRect(number * (width + _GAP), 0, width, height), image)
    painter.end()
    strip.save(str(file))
    del application


def _board_image(scenario: Scenario, part: Path) -> QImage:
    export_picture(scenario, part, scale=_SCALE)
    image = QImage(str(part))
    part.unlink()
    return image


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
