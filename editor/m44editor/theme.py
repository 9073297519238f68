"""Light, dark and high-contrast themes, with palettes that look alike on every system."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from m44core.drawing.shapes.palettes import drawing_palette
from m44editor.documents.editor_settings import enum_setting
from m44editor.style_sheet import style_sheet
from m44editor.theme_tokens import COLOURS, CONTRAST_TABS, ColourName

_Role = QPalette.ColorRole


class Theme(StrEnum):
    """The theme of the windows; ``SYSTEM`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast-light"
    CONTRAST_DARK = "contrast-dark"


_ROLES: Mapping[QPalette.ColorRole, ColourName] = {
    _Role.Window: "window",
    _Role.WindowText: "text",
    _Role.Base: "field",
    _Role.AlternateBase: "stripe",
    _Role.Text: "text",
    _Role.Button: "button",
    _Role.ButtonText: "text",
    _Role.BrightText: "bright",
    _Role.ToolTipBase: "tip",
    _Role.ToolTipText: "tip_text",
    _Role.PlaceholderText: "hint",
    _Role.Highlight: "accent",
    _Role.HighlightedText: "on_accent",
    _Role.Link: "link",
    _Role.Light: "light",
    _Role.Midlight: "midlight",
    _Role.Mid: "mid",
    _Role.Dark: "dark",
    _Role.Shadow: "shadow",
    _Role.Accent: "accent",
}
_DISABLED_ROLES = (_Role.WindowText, _Role.Text, _Role.ButtonText)

# The style draws frames in a darkened window color. Widgets with another color there get frames
# that stand out; none of them fills itself with that color.
_TICK_BOX_CLASSES = (
    "QCheckBox",
    "QRadioButton",
    "QGroupBox",
    "CheckList",
    "CheckTree",
)  # outlines their check boxes
_EDGED_CLASSES = (*_TICK_BOX_CLASSES, "QAbstractItemView")  # lists have the edges of fields
_FRAMED_CLASSES = (
    *(
        *_TICK_BOX_CLASSES,
        "QLineEdit",
        "QComboBox",
        "QAbstractSpinBox",
        "QPushButton",
        "QToolButton",
    ),
    *("QAbstractItemView", "QTextEdit", "QPlainTextEdit", "QTabWidget", "QProgressBar"),
    *("QSlider", "QHeaderView", "QMenu"),
)
_FOLLOWS_DESKTOP = "m44-follows-the-desktop"
_NO_ICON_THEME = "hicolor"  # the icons of programs, which Qt takes for the theme if there is none


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Apply a theme to all windows of the application."""
    effective_theme = desktop_theme(application) if theme is Theme.SYSTEM else theme
    palette = theme_palette(effective_theme)
    application.setPalette(palette)
    class_names = _FRAMED_CLASSES if is_high_contrast() else _EDGED_CLASSES
    _set_frame_colour(application, palette, theme_colour("frame"), class_names)
    if effective_theme is Theme.CONTRAST_DARK:
        _set_frame_colour(application, palette, QColor(CONTRAST_TABS), ("QTabBar",))
    rules = style_sheet(effective_theme)
    if rules != application.styleSheet():
        application.setStyleSheet(rules)


def _set_frame_colour(
    application: QApplication, palette: QPalette, frame_colour: QColor, class_names: tuple[str, ...]
) -> None:
    """Set the frame color of some widget classes."""
    frame_palette = QPalette(palette)
    frame_palette.setColor(_Role.Window, frame_colour)
    for class_name in class_names:
        application.setPalette(frame_palette, class_name)  # type: ignore[arg-type]  # bytes are refused


def skip_empty_icon_theme() -> None:
    """Make Qt search no folders for icons if the desktop has no icon theme.

    Otherwise the first field with a button to clear it looks for 20,000 files, which takes 50 ms.
    """
    if QIcon.themeName() == _NO_ICON_THEME:
        QIcon.setThemeSearchPaths([":/icons"])


def theme_palette(theme: Theme) -> QPalette:
    """Return the palette of a theme other than ``SYSTEM``."""
    result = QPalette()
    colours = COLOURS[theme]
    for role, name in _ROLES.items():
        result.setColor(role, QColor(colours[name]))
    for role in _DISABLED_ROLES:
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours["disabled"]))
    return result


def follow_desktop(settings: QSettings) -> None:
    """Follow the color scheme and contrast of the desktop while the system theme is chosen."""
    application = QApplication.instance()
    if not isinstance(application, QApplication) or application.property(_FOLLOWS_DESKTOP):
        return
    application.setProperty(_FOLLOWS_DESKTOP, True)

    def apply_system_theme() -> None:
        if enum_setting(settings, "theme", Theme.SYSTEM) is Theme.SYSTEM:
            apply_theme(application, Theme.SYSTEM)

    hints = application.styleHints()
    hints.colorSchemeChanged.connect(apply_system_theme)
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(apply_system_theme)


def desktop_theme(application: QApplication) -> Theme:
    """Return the theme that matches the desktop's color scheme and contrast."""
    hints = application.styleHints()
    prefers_dark = hints.colorScheme() == Qt.ColorScheme.Dark
    has_high_contrast = hasattr(hints, "accessibility") and (  # Qt 6.10 and later
        hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
    )
    if has_high_contrast:
        return Theme.CONTRAST_DARK if prefers_dark else Theme.CONTRAST_LIGHT
    return Theme.DARK if prefers_dark else Theme.LIGHT


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


def theme_colour(name: ColourName) -> QColor:
    """Return a color of the current theme."""
    return QColor(COLOURS[theme_name()][name])


def art_palette() -> Mapping[str, str]:
    """Return the colors of drawings in the current theme."""
    return drawing_palette(theme_name())
