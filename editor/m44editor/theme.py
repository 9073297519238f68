"""Light and dark windows, in palettes of our own so that they look the same everywhere."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

_Role = QPalette.ColorRole


class Theme(StrEnum):
    """What the windows look like."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_LIGHT = {
    _Role.Window: "#f1efea",
    _Role.WindowText: "#26241f",
    _Role.Base: "#fcfbf8",
    _Role.AlternateBase: "#f4f2ec",
    _Role.Text: "#26241f",
    _Role.Button: "#ebe8e1",
    _Role.ButtonText: "#26241f",
    _Role.BrightText: "#ffffff",
    _Role.ToolTipBase: "#fffdf5",
    _Role.ToolTipText: "#26241f",
    _Role.PlaceholderText: "#8a867c",
    _Role.Highlight: "#3f6f9f",
    _Role.HighlightedText: "#ffffff",
    _Role.Link: "#2a6496",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#f7f5f0",
    _Role.Mid: "#c9c4b8",
    _Role.Dark: "#b5b0a3",
    _Role.Shadow: "#7d786c",
    _Role.Accent: "#3f6f9f",
}
_DARK = {
    _Role.Window: "#2a2c2e",
    _Role.WindowText: "#dcdad4",
    _Role.Base: "#1f2123",
    _Role.AlternateBase: "#25282a",
    _Role.Text: "#dcdad4",
    _Role.Button: "#34373a",
    _Role.ButtonText: "#dcdad4",
    _Role.BrightText: "#ffffff",
    _Role.ToolTipBase: "#3a3d40",
    _Role.ToolTipText: "#e6e4de",
    _Role.PlaceholderText: "#85837d",
    _Role.Highlight: "#4a7fb3",
    _Role.HighlightedText: "#ffffff",
    _Role.Link: "#7fb2e5",
    _Role.Light: "#4a4d50",
    _Role.Midlight: "#3d4043",
    _Role.Mid: "#1b1d1e",
    _Role.Dark: "#17191a",
    _Role.Shadow: "#0c0d0e",
    _Role.Accent: "#4a7fb3",
}
_TICKED = ("QCheckBox", "QRadioButton", "QGroupBox")  # have a frame round what is ticked
FRAMES = QColor("#aca799")  # what the style darkens to a frame that stands out, in the dark too
_DISABLED = (_Role.WindowText, _Role.Text, _Role.ButtonText)


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give every window of the application the colours of *theme*."""
    colours = palette(dark=_is_dark(application, theme))
    application.setPalette(colours)
    colours.setColor(_Role.Window, FRAMES)
    for kind in _TICKED:
        application.setPalette(colours, kind)  # type: ignore[arg-type]  # bytes are refused


def palette(*, dark: bool) -> QPalette:
    """Return the colours of our windows."""
    result = QPalette()
    for role, colour in (_DARK if dark else _LIGHT).items():
        result.setColor(role, QColor(colour))
    faint = QColor("#75736d" if dark else "#a29d91")
    for role in _DISABLED:
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result


def _is_dark(application: QApplication, theme: Theme) -> bool:
    if theme is Theme.SYSTEM:
        return application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return theme is Theme.DARK
