"""Pictures of elements and commands."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QRect, QSize, qInstallMessageHandler
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.diagnostics import Severity
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.panel_symbols import PANEL_SYMBOLS
from m44core.drawing.shapes.tool_icons import ICONS
from m44editor.actions import TOOL_BAR
from m44editor.board.painter import Palette
from m44editor.drawing_icons import ElementPixmaps, drawing_icon, drawing_pixmap, line_icon
from m44editor.panels.panel_icons import safe_icon, severity_icon
from m44editor.theme import Theme, apply_theme, is_dark
from m44editor.theme_tokens import IconSize


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_element_has_its_own_picture(colours: Palette) -> None:
    names_by_pixels: dict[bytes, str] = {}
    for name in base_catalogue().elements:
        image = drawing_pixmap(
            piece_icon(name, base_catalogue()), QSize(46, 46), 1.0, colours
        ).toImage()
        pixels = bytes(image.convertToFormat(QImage.Format.Format_ARGB32).constBits())
        assert any(pixels), name
        assert pixels not in names_by_pixels, (name, names_by_pixels.get(pixels))
        names_by_pixels[pixels] = name


@pytest.mark.usefixtures("qapp")
def test_every_command_of_the_tool_bar_has_an_icon() -> None:
    assert {name for name in TOOL_BAR if name != "-"} <= ICONS.keys()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_icons_are_sharp_at_every_size_and_faint_when_disabled(ratio: float) -> None:
    icon_to_draw = drawing_icon(ICONS["save"], {"ink": "#000000"})
    enabled_pixmap = icon_to_draw.pixmap(QSize(22, 22), ratio)
    assert enabled_pixmap.width() == 22 * ratio
    disabled_pixmap = icon_to_draw.pixmap(QSize(22, 22), ratio, QIcon.Mode.Disabled)
    assert _max_alpha(disabled_pixmap.toImage()) < _max_alpha(enabled_pixmap.toImage())


def test_pictures_follow_the_theme(qapp: QApplication) -> None:
    pixmaps = ElementPixmaps(32, base_catalogue())
    apply_theme(qapp, Theme.LIGHT)
    light = pixmaps.get("woods", 1.0).toImage()
    apply_theme(qapp, Theme.DARK)
    assert is_dark()
    assert pixmaps.get("woods", 1.0).toImage() != light
    apply_theme(qapp, Theme.LIGHT)
    assert pixmaps.get("woods", 1.0).toImage() == light


def _max_alpha(image: QImage, size: int = 22) -> int:
    return max(image.pixelColor(x, y).alpha() for x in range(size) for y in range(size))


@pytest.mark.usefixtures("qapp")
def test_an_icon_of_zero_width_is_not_painted() -> None:
    messages: list[str] = []
    before = qInstallMessageHandler(lambda _, __, words: messages.append(words))
    painter = QPainter(pixmap := QPixmap(10, 10))
    drawing_icon(piece_icon("woods", base_catalogue()), LIGHT).paint(painter, QRect(2, 2, 0, 6))
    painter.end()
    empty_pixmap = drawing_icon(piece_icon("woods", base_catalogue()), LIGHT).pixmap(
        QSize(), 1.0, QIcon.Mode.Disabled
    )
    qInstallMessageHandler(before)
    assert messages == []
    assert empty_pixmap.isNull()
    assert not pixmap.isNull()


SIZES = (IconSize.SMALL, IconSize.MEDIUM, IconSize.TOOL, IconSize.LARGE)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_every_icon_is_drawn_in_every_size(
    size: int, ratio: float, subtests: pytest.Subtests
) -> None:
    drawings = {**ICONS, **PANEL_SYMBOLS}
    icons = {name: line_icon(drawing) for name, drawing in drawings.items()}
    icons |= {severity.name: severity_icon(severity) for severity in Severity}
    icons["safe"] = safe_icon()
    for name, each in icons.items():
        with subtests.test(name):
            image = each.pixmap(QSize(size, size), ratio).toImage()
            assert image.width() == image.height() == size * ratio
            assert _max_alpha(image, int(size * ratio)) > 200


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_straight_lines_of_icons_are_sharp(size: int, ratio: float) -> None:
    """A row of pixels through a rectangle is empty, edge, tint, edge, empty, without shades."""
    image = line_icon(ICONS["rectangle"]).pixmap(QSize(size, size), ratio).toImage()
    row = [image.pixelColor(x, image.height() // 2).alpha() for x in range(image.width())]
    (tint,) = {alpha for alpha in row if 0 < alpha < 255}
    runs = [value for value, _ in groupby(row)]
    assert runs == [0, 255, tint, 255, 0]
    assert row == row[::-1]


@pytest.mark.usefixtures("qapp")
def test_an_icon_on_screen_is_drawn_again_when_the_scale_changes() -> None:
    icon_on_screen = line_icon(ICONS["save"])
    widths = [
        icon_on_screen.pixmap(QSize(24, 24), ratio).toImage().width()
        for ratio in (1.0, 1.5, 2.0, 1.0)
    ]
    assert widths == [24, 36, 48, 24]
