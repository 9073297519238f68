"""Reduced motion: whether animations are shown, as chosen by the user or the desktop."""

from __future__ import annotations

import sys
from enum import StrEnum

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from m44editor.documents.editor_settings import enum_setting

SETTING = "motion"


class Motion(StrEnum):
    """The amount of motion to show."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


_TIMEOUT = 500  # milliseconds to wait for the desktop
_PORTAL = "org.freedesktop.portal.Desktop"
_OBJECT_PATH, _SETTINGS_INTERFACE = (
    "/org/freedesktop/portal/desktop",
    "org.freedesktop.portal.Settings",
)
_REDUCED_VALUES: dict[tuple[str, str], frozenset[object]] = {
    ("org.freedesktop.appearance", "reduced-motion"): frozenset({1}),
    ("org.gnome.desktop.interface", "enable-animations"): frozenset({False}),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): frozenset({"0", 0}),
}
"""The settings of Linux desktops, and the values that ask for reduced motion."""
_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION of Windows

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
_defaults: dict[str, object] = {}  # the settings of Qt before motion was reduced
_cached: list[bool] = []  # whether motion is reduced, once determined


def is_motion_reduced() -> bool:
    """Return whether to reduce motion; both the setting and the desktop are read only once."""
    if not _cached:
        _cached[:] = [_is_motion_reduced_by(enum_setting(QSettings(), SETTING, Motion.SYSTEM))]
    return _cached[0]


def clear_cached_choice() -> None:
    """Make :func:`is_motion_reduced` read the setting again."""
    _cached.clear()


def set_motion(settings: QSettings, motion: Motion) -> None:
    """Store how much motion to show, and apply it to all windows."""
    settings.setValue(SETTING, motion.value)
    _cached[:] = [_is_motion_reduced_by(motion)]
    apply_motion()


def apply_motion() -> None:
    """Apply the setting for motion to all open windows.

    With reduced motion, menus and docks appear in place without gliding, the text cursor does not
    blink, and playtests start at a pace that shows the result of a turn immediately.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    is_reduced = is_motion_reduced()
    if is_reduced or _defaults:
        _set_effects(application, is_reduced)
    for window in application.topLevelWidgets():
        if isinstance(window, QMainWindow):
            window.setAnimated(not is_reduced)


def _set_effects(application: QApplication, reduced: bool) -> None:
    hints = application.styleHints()
    if not _defaults:
        _defaults["flash"] = hints.cursorFlashTime()
        _defaults.update({each.name: application.isEffectEnabled(each) for each in _EFFECTS})
    application.setCursorFlashTime(0 if reduced else int(str(_defaults["flash"])))
    for each in _EFFECTS:
        application.setEffectEnabled(each, not reduced and bool(_defaults[each.name]))


def _is_motion_reduced_by(motion: Motion) -> bool:
    return desktop_reduces_motion() if motion is Motion.SYSTEM else motion is Motion.REDUCED


def desktop_reduces_motion() -> bool:
    """Return whether the desktop asks for reduced motion; False if unknown."""
    if sys.platform == "win32":
        return not _is_animation_enabled_on_windows()
    if sys.platform == "darwin":
        return _is_motion_reduced_on_mac()
    return any(
        _portal_setting(*key) in reduced_values for key, reduced_values in _REDUCED_VALUES.items()
    )


def _portal_setting(namespace: str, key: str) -> object:
    """Return a setting of the desktop from its portal, even in a sandbox; None if unavailable."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant  # 1 ms

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    request = QDBusMessage.createMethodCall(_PORTAL, _OBJECT_PATH, _SETTINGS_INTERFACE, "Read")
    request.setArguments([namespace, key])
    reply: object = next(iter(bus.call(request, QDBus.CallMode.Block, _TIMEOUT).arguments()), None)
    while isinstance(reply, QDBusVariant):  # "Read" wraps it twice
        reply = reply.variant()
    return reply if isinstance(reply, (bool, int, str)) else None


def _is_animation_enabled_on_windows() -> bool:
    import ctypes  # 2 ms

    animates = ctypes.c_int(1)
    library = getattr(ctypes, "windll").user32  # noqa: B009  # exists only on Windows
    library.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0)
    return bool(animates.value)


def _is_motion_reduced_on_mac() -> bool:
    import subprocess  # 6 ms

    command = ["defaults", "read", "com.apple.universalaccess", "reduceMotion"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip() == "1"
