"""Ask what to open after a start that crashed while opening a tab."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox

from m44editor.screen import for_a_box
from m44editor.sessions.starts import Opening
from m44editor.sessions.store import Tab
from m44editor.words import tr, tr_n

_Role = QMessageBox.ButtonRole


def ask_what_to_open(stopped: Sequence[Opening], tabs: Sequence[Tab]) -> frozenset[str]:
    """Ask whether to open the tabs that stopped the last start.

    Args:
        stopped: The tabs that were being opened.
        tabs: All tabs of the session.

    Returns:
        The keys of the tabs to leave out. Their files and their unsaved work stay as they are.
    """
    keys = frozenset(each.key for each in stopped)
    blamed = [tab.name for tab in tabs if tab.key in keys]
    if not blamed:
        return keys  # unsaved work of earlier sessions, offered again next time
    box = QMessageBox(QMessageBox.Icon.Warning, tr("Safe Start"), _question(blamed))
    box.setInformativeText(
        tr("Nothing is deleted: files and unsaved work stay as they are. You can open them later.")
    )
    leave_out = box.addButton(tr("&Leave Out"), _Role.AcceptRole)
    nothing = box.addButton(tr("&Open Nothing"), _Role.DestructiveRole)
    box.addButton(tr("Open &Everything"), _Role.RejectRole)
    box.setDefaultButton(leave_out)
    box.setEscapeButton(leave_out)
    box.exec()
    if box.clickedButton() is leave_out:
        return keys
    return frozenset(tab.key for tab in tabs) if box.clickedButton() is nothing else frozenset()


def _question(names: Sequence[str]) -> str:
    return tr_n(
        "Last time, M44 Workshop stopped while it was opening this scenario:\n\n{names}",
        "Last time, M44 Workshop stopped while it was opening these scenarios:\n\n{names}",
        len(names),
        names=for_a_box("\n".join(names)),
    )
