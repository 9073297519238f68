"""The scenarios that ship with the program, to begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path

from PySide6.QtWidgets import QMenu

from m44core.io.files.open import ReadResult, read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder, shipped_scenarios, shipped_templates
from m44editor.formatting import day_in_words
from m44editor.interface_text import language, tr

_TOLD_IN = "told-in"  # the language a menu was filled in


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario that ships with the program.

    Attributes:
        path: Its file.
        scenario: What it holds.
        day: The first day of the battle, ``1944-06-06``; "" where it is not stated.
        is_base: Whether it is of the base game; else it is our own, with pieces of other boxes.
    """

    path: Path
    scenario: Scenario
    day: str
    is_base: bool

    @property
    def title(self) -> str:
        """What it is called in the language the window speaks."""
        return self.scenario.title_in(language()) or self.path.stem


@cache
def examples() -> tuple[Example, ...]:
    """Return the scenarios that ship with the program, those of the base game first, by days."""
    read = ((path, read_file(path).scenario) for path in shipped_scenarios())
    found = [
        Example(p, s, str(s.briefing.begins or ""), p.parent == scenarios_folder())
        for p, s in read
        if s
    ]
    return tuple(sorted(found, key=lambda each: (not each.is_base, each.day, each.path.stem)))


def to_work_on(result: ReadResult, path: Path) -> ReadResult:
    """Return what was read of a file somebody is to work on: a board to begin with in one language.

    Its texts are there to be written anew, and in seven languages nobody does so: those of the
    language the window speaks are kept. A scenario keeps all of its.
    """
    scenario = result.scenario
    if scenario is None or path not in shipped_templates():
        return result
    spoken = next(scenario.languages_for(language()))
    return replace(result, content=replace(scenario, texts={spoken: scenario.texts[spoken]}))


def fill_menu(menu: QMenu, open_copy: Callable[[Path], object]) -> None:
    """List the scenarios in *menu*, once in each language.

    *open_copy* is called with the file of the chosen one.
    """
    if menu.property(_TOLD_IN) == language():
        return
    menu.setProperty(_TOLD_IN, language())
    menu.clear()
    headings = {True: tr("Base game"), False: tr("Other boxes")}
    for example in examples():
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
