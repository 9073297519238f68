"""Light, dark and high-contrast themes, with palettes that look alike on every system."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from m44core.drawing.shapes.palettes import drawing_palette
from m44editor.documents.editor_settings import enum_setting

_Role = QPalette.ColorRole


class Theme(StrEnum):
    """The theme of the windows; ``SYSTEM`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast-light"
    CONTRAST_DARK = "contrast-dark"


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
    _Role.PlaceholderText: "#726e64",
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
    _Role.PlaceholderText: "#918f89",
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
_CONTRAST_LIGHT = {
    _Role.Window: "#ffffff",
    _Role.WindowText: "#000000",
    _Role.Base: "#ffffff",
    _Role.AlternateBase: "#f0f0f0",
    _Role.Text: "#000000",
    _Role.Button: "#ffffff",
    _Role.ButtonText: "#000000",
    _Role.BrightText: "#000000",
    _Role.ToolTipBase: "#ffffff",
    _Role.ToolTipText: "#000000",
    _Role.PlaceholderText: "#4a4a4a",
    _Role.Highlight: "#0a2f7a",
    _Role.HighlightedText: "#ffffff",
    _Role.Link: "#00308f",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#b0b0b0",
    _Role.Mid: "#404040",
    _Role.Dark: "#d8d8d8",
    _Role.Shadow: "#000000",
    _Role.Accent: "#0a2f7a",
}
_CONTRAST_DARK = {
    _Role.Window: "#000000",
    _Role.WindowText: "#ffffff",
    _Role.Base: "#000000",
    _Role.AlternateBase: "#161616",
    _Role.Text: "#ffffff",
    _Role.Button: "#000000",
    _Role.ButtonText: "#ffffff",
    _Role.BrightText: "#ffffff",
    _Role.ToolTipBase: "#000000",
    _Role.ToolTipText: "#ffffff",
    _Role.PlaceholderText: "#c8c8c8",
    _Role.Highlight: "#ffd800",
    _Role.HighlightedText: "#000000",
    _Role.Link: "#8ad4ff",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#808080",
    _Role.Mid: "#e0e0e0",
    _Role.Dark: "#2c2c2c",
    _Role.Shadow: "#ffffff",
    _Role.Accent: "#ffd800",
}
_COLOURS = {
    Theme.LIGHT: _LIGHT,
    Theme.DARK: _DARK,
    Theme.CONTRAST_LIGHT: _CONTRAST_LIGHT,
    Theme.CONTRAST_DARK: _CONTRAST_DARK,
}
_DISABLED_COLOURS = {
    Theme.LIGHT: "#a29d91",
    Theme.DARK: "#75736d",
    Theme.CONTRAST_LIGHT: "#5c5c5c",
    Theme.CONTRAST_DARK: "#a8a8a8",
}
_DISABLED_ROLES = (_Role.WindowText, _Role.Text, _Role.ButtonText)

# The style draws frames in a darkened window color. Widgets with another color there get frames
# that stand out; none of them fills itself with that color.
_OUTLINES = QColor("#aca799")
_TICKED = (
    "QCheckBox",
    "QRadioButton",
    "QGroupBox",
    "CheckList",
    "CheckTree",
)  # outlines their check boxes
_FRAMED = (
    *(*_TICKED, "QLineEdit", "QComboBox", "QAbstractSpinBox", "QPushButton", "QToolButton"),
    *("QAbstractItemView", "QTextEdit", "QPlainTextEdit", "QTabWidget", "QProgressBar"),
    *("QSlider", "QHeaderView", "QMenu"),
)
_FRAMES = {
    Theme.LIGHT: (_OUTLINES, _TICKED),
    Theme.DARK: (_OUTLINES, _TICKED),
    Theme.CONTRAST_LIGHT: (QColor("#606060"), _FRAMED),
    Theme.CONTRAST_DARK: (QColor("#ffffff"), _FRAMED),
}
_FOLLOWS_DESKTOP = "m44-follows-the-desktop"
_TABS = QColor("#5a5a5a")  # also fills tabs; a line would be invisible on black ones


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Apply a theme to all windows of the application."""
    wanted = desktop_theme(application) if theme is Theme.SYSTEM else theme
    colours = theme_palette(wanted)
    application.setPalette(colours)
    frames, kinds = _FRAMES[wanted]
    _set_frame_colour(application, colours, frames, kinds)
    if wanted is Theme.CONTRAST_DARK:
        _set_frame_colour(application, colours, _TABS, ("QTabBar",))


def _set_frame_colour(
    application: QApplication, colours: QPalette, frames: QColor, kinds: tuple[str, ...]
) -> None:
    """Set the color of the frames of some kinds of widgets."""
    own = QPalette(colours)
    own.setColor(_Role.Window, frames)
    for kind in kinds:
        application.setPalette(own, kind)  # type: ignore[arg-type]  # bytes are refused


def theme_palette(theme: Theme) -> QPalette:
    """Return the palette of a theme other than ``SYSTEM``."""
    result = QPalette()
    for role, colour in _COLOURS[theme].items():
        result.setColor(role, QColor(colour))
    for role in _DISABLED_ROLES:
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(_DISABLED_COLOURS[theme]))
    return result


def follow_desktop(settings: QSettings) -> None:
    """Follow the color scheme and contrast of the desktop while the system theme is chosen."""
    application = QApplication.instance()
    if not isinstance(application, QApplication) or application.property(_FOLLOWS_DESKTOP):
        return
    application.setProperty(_FOLLOWS_DESKTOP, True)

    def follow() -> None:
        if enum_setting(settings, "theme", Theme.SYSTEM) is Theme.SYSTEM:
            apply_theme(application, Theme.SYSTEM)

    hints = application.styleHints()
    hints.colorSchemeChanged.connect(follow)
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(follow)


def desktop_theme(application: QApplication) -> Theme:
    """Return the theme that matches the desktop's color scheme and contrast."""
    hints = application.styleHints()
    dark = hints.colorScheme() == Qt.ColorScheme.Dark
    strong = hasattr(hints, "accessibility") and (  # Qt 6.10 and later
        hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
    )
    if strong:
        return Theme.CONTRAST_DARK if dark else Theme.CONTRAST_LIGHT
    return Theme.DARK if dark else Theme.LIGHT


def is_dark() -> bool:
    """Return whether the current theme is dark."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def is_high_contrast() -> bool:
    """Return whether the current theme is high contrast: black on white or white on black."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() in (0, 255)


def theme_name() -> str:
    """Return the name of the current theme, such as ``dark`` or ``contrast-light``."""
    shade = "dark" if is_dark() else "light"
    return f"contrast-{shade}" if is_high_contrast() else shade


def art_palette() -> Mapping[str, str]:
    """Return the colors of drawings in the current theme."""
    return drawing_palette(theme_name())
