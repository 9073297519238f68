"""Stamps by keys: what is selected or in hand is kept under a number, and taken in hand again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.messages.words import reason
from m44editor.tools.paste import PasteTool
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def take_stamp(window: MainWindow, number: int) -> None:
    """Take the stamp with a number in hand, or say that there is none."""
    shelf = window.panels.shelf
    shelf.look()  # another window may have kept it
    stamp = shelf.with_key(number)
    if stamp is None:
        window.panels.said.emit(tr("No stamp has the number {number} yet", number=number))
    else:
        window.editing.take_stamp(stamp.part.clip)


def keep_stamp(window: MainWindow, number: int) -> None:
    """Keep what is in hand, else the selected hexes, as the stamp with a number."""
    tool = window.toolbox.tool
    clip = tool.clip if isinstance(tool, PasteTool) else window.editing.clip()
    if clip is None:
        return  # it was said why
    shelf = window.panels.shelf
    try:
        stamp = shelf.keep(clip, window.document.scenario)
        shelf.give_key(stamp, number)
    except M44Error as error:
        window.panels.said.emit(told(reason(error)))
        return
    said = tr("Kept as {name}, number {number}", name=stamp.name, number=number)
    window.panels.said.emit(said)
