"""Stamps by keys: what is selected or in hand is kept under a number, and taken in hand again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.messages.words import reason
from m44editor.tools.paste import PasteTool
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext


def take_stamp(context: EditorContext, number: int) -> None:
    """Take the stamp with a number in hand, or say that there is none."""
    shelf = context.panels.shelf
    shelf.look()  # another window may have kept it
    stamp = shelf.with_key(number)
    if stamp is None:
        context.say(tr("No stamp has the number {number} yet", number=number))
    else:
        context.editing.take_stamp(stamp.part.clip)


def keep_stamp(context: EditorContext, number: int) -> None:
    """Keep what is in hand, else the selected hexes, as the stamp with a number."""
    tool = context.toolbox.tool
    clip = tool.clip if isinstance(tool, PasteTool) else context.editing.clip()
    if clip is None:
        return  # it was said why
    shelf = context.panels.shelf
    try:
        stamp = shelf.keep(clip, context.document.scenario)
        shelf.give_key(stamp, number)
    except M44Error as error:
        context.say(told(reason(error)))
        return
    said = tr("Kept as {name}, number {number}", name=stamp.name, number=number)
    context.say(said)
