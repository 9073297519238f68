"""Answers like the portal of a desktop, then prints what the editor concludes.

Run by ``test_motion`` on a bus of its own: python desktop_of_portal.py KEY VALUE
"""

from __future__ import annotations

import sys
from typing import Any, cast

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusAbstractAdaptor, QDBusConnection, QDBusVariant

from m44editor.accessibility.reduced_motion import desktop_reduces_motion

KEY, VALUE = sys.argv[1], int(sys.argv[2])


@cast(Any, ClassInfo)({"D-Bus Interface": "org.freedesktop.portal.Settings"})
class Settings(QDBusAbstractAdaptor):
    """The part of the portal that tells settings."""

    @Slot(str, str, result=QDBusVariant)
    def Read(self, _namespace: str, key: str) -> QDBusVariant:  # noqa: N802 - a name of the portal
        """Return the value of the one setting there is."""
        return QDBusVariant(VALUE if key == KEY else "unset")


def main() -> None:
    """Answer oneself: Qt carries calls to the own process out at once."""
    application, desktop = QCoreApplication(sys.argv), QObject()
    settings = Settings(desktop)
    bus = QDBusConnection.sessionBus()
    assert bus.registerObject("/org/freedesktop/portal/desktop", desktop)
    assert bus.registerService("org.freedesktop.portal.Desktop")
    print(desktop_reduces_motion())
    del settings, application


if __name__ == "__main__":
    main()
