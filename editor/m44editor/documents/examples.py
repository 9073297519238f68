"""The scenarios that ship with the program, to begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path

from PySide6.QtWidgets import QMenu

from m44core.io.files.open import read_file
from m44core.resources import scenarios_folder, shipped_scenarios
from m44editor.documents.dates import day_in_words
from m44editor.words import tr


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario that ships with the program.

    Attributes:
        path: Its file.
        title: What it is called.
        day: The first day of the battle, ``1944-06-06``; "" where it is not stated.
        is_base: Whether it is of the base game; else it is our own, with pieces of other boxes.
    """

    path: Path
    title: str
    day: str
    is_base: bool


@cache
def examples() -> tuple[Example, ...]:
    """Return the scenarios that ship with the program, those of the base game first, by days."""
    read = ((path, read_file(path).scenario) for path in shipped_scenarios())
    found = [
        Example(p, s.title or p.stem, str(s.briefing.begins or ""), p.parent == scenarios_folder())
        for p, s in read
        if s
    ]
    return tuple(sorted(found, key=lambda each: (not each.is_base, each.day, each.title)))


def fill_menu(menu: QMenu, open_copy: Callable[[Path], object]) -> None:
    """List the scenarios in *menu*, once; *open_copy* is called with the file of the chosen one."""
    headings = {True: tr("Base game"), False: tr("Other boxes")}
    for example in examples() if menu.isEmpty() else ():
        if heading := headings.pop(example.is_base, ""):
            menu.addSection(heading)
        title = example.title.replace("&", "&&")
        action = menu.addAction(
            f"{title}\t{_in_words(example.day)}", partial(open_copy, example.path)
        )
        action.setStatusTip(tr("Open a copy to change and to save under a name of your own"))


def _in_words(day: str) -> str:
    """Return a day as people write it: ``6 June 1944``."""
    return day_in_words(date.fromisoformat(day)) if day else ""
