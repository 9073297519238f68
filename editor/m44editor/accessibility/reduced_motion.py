"""Whether things on the screen may move: what the user says, or else what the desktop says."""

from __future__ import annotations

import sys
from enum import StrEnum

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from m44editor.documents.editor_settings import one_of

SETTING = "motion"


class Motion(StrEnum):
    """How much may move."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


_WAIT = 500  # milliseconds a desktop has to answer
_PORTAL = "org.freedesktop.portal.Desktop"
_PLACE, _SETTINGS = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
_STILL: dict[tuple[str, str], frozenset[object]] = {
    ("org.freedesktop.appearance", "reduced-motion"): frozenset({1}),
    ("org.gnome.desktop.interface", "enable-animations"): frozenset({False}),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): frozenset({"0", 0}),
}
"""What desktops of Linux call it, and the answers that ask for little motion."""
_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION of Windows

_MOVING = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
_usual: dict[str, object] = {}  # what Qt did before anything was reduced
_known: list[bool] = []  # whether motion is reduced, once somebody asked


def is_reduced() -> bool:
    """Tell whether little is to move; the first time what is remembered and the desktop decide."""
    if not _known:
        _known[:] = [_wanted(one_of(QSettings(), SETTING, Motion.SYSTEM))]
    return _known[0]


def forget() -> None:
    """Ask anew when somebody asks next."""
    _known.clear()


def set_motion(settings: QSettings, motion: Motion) -> None:
    """Let all windows move so much from now on, and in later sessions."""
    settings.setValue(SETTING, motion.value)
    _known[:] = [_wanted(motion)]
    apply_motion()


def apply_motion() -> None:
    """Let all windows there are move as much as is wanted.

    Reduced, menus and docks appear where they are to be without gliding there, the text cursor
    does not blink, and playtests begin at a pace that shows what came of a turn at once.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    still = is_reduced()
    if still or _usual:
        _set_effects(application, still)
    for window in application.topLevelWidgets():
        if isinstance(window, QMainWindow):
            window.setAnimated(not still)


def _set_effects(application: QApplication, still: bool) -> None:
    hints = application.styleHints()
    if not _usual:
        _usual["flash"] = hints.cursorFlashTime()
        _usual.update({each.name: application.isEffectEnabled(each) for each in _MOVING})
    application.setCursorFlashTime(0 if still else int(str(_usual["flash"])))
    for each in _MOVING:
        application.setEffectEnabled(each, not still and bool(_usual[each.name]))


def _wanted(motion: Motion) -> bool:
    return desktop_wants_little() if motion is Motion.SYSTEM else motion is Motion.REDUCED


def desktop_wants_little() -> bool:
    """Tell whether the desktop asks programs to move little; False where it cannot be asked."""
    if sys.platform == "win32":
        return not _windows_animates()
    if sys.platform == "darwin":
        return _mac_reduces()
    return any(_portal_says(*key) in still for key, still in _STILL.items())


def _portal_says(namespace: str, key: str) -> object:
    """Return a setting of the desktop, as programs in all kinds of packages may ask for it."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant  # 1 ms

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    question = QDBusMessage.createMethodCall(_PORTAL, _PLACE, _SETTINGS, "Read")
    question.setArguments([namespace, key])
    answer: object = next(iter(bus.call(question, QDBus.CallMode.Block, _WAIT).arguments()), None)
    while isinstance(answer, QDBusVariant):  # "Read" wraps it twice
        answer = answer.variant()
    return answer if isinstance(answer, (bool, int, str)) else None


def _windows_animates() -> bool:
    import ctypes  # 2 ms

    animates = ctypes.c_int(1)
    library = getattr(ctypes, "windll").user32  # noqa: B009  # there on Windows alone
    library.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0)
    return bool(animates.value)


def _mac_reduces() -> bool:
    import subprocess  # 6 ms

    command = ["defaults", "read", "com.apple.universalaccess", "reduceMotion"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return said.stdout.strip() == "1"
