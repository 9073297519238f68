"""Imitates the settings portal of a desktop; prints whether the editor reduces motion.

Run by ``test_reduced_motion.py`` on its own bus: python desktop_of_portal.py KEY VALUE
"""

from __future__ import annotations

import sys
from typing import Any, cast

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusAbstractAdaptor, QDBusConnection, QDBusVariant

from m44editor.accessibility.reduced_motion import desktop_reduces_motion

KEY, VALUE = sys.argv[1], int(sys.argv[2])


@cast(Any, ClassInfo)({"D-Bus Interface": "org.freedesktop.portal.Settings"})
class PortalSettings(QDBusAbstractAdaptor):
    """The settings interface of the portal."""

    @Slot(str, str, result=QDBusVariant)
    def Read(self, _namespace: str, key: str) -> QDBusVariant:  # noqa: N802 - a name of the portal
        """Return VALUE for the setting KEY, and ``unset`` for any other."""
        return QDBusVariant(VALUE if key == KEY else "unset")


def main() -> None:
    """Register the portal and query it from the same process, which Qt does synchronously."""
    application, desktop = QCoreApplication(sys.argv), QObject()
    settings = PortalSettings(desktop)
    bus = QDBusConnection.sessionBus()
    assert bus.registerObject("/org/freedesktop/portal/desktop", desktop)
    assert bus.registerService("org.freedesktop.portal.Desktop")
    print(desktop_reduces_motion())
    del settings, application


if __name__ == "__main__":
    main()
