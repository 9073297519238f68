"""The built-in scenarios."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path

from PySide6.QtWidgets import QMenu

from m44core.io.files.file_reader import ReadResult, read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder, shipped_scenarios, shipped_templates
from m44editor.formatting import format_day
from m44editor.interface_text import language, tr

_LANGUAGE_PROPERTY = "told-in"  # the property with the language a menu was filled in


@dataclass(frozen=True, slots=True)
class Example:
    """A built-in scenario.

    Attributes:
        path: Its file.
        scenario: The scenario.
        day: The first day of the battle: ``1944-06-06``; "" if unknown.
        is_base: Whether it needs only the base game.
    """

    path: Path
    scenario: Scenario
    day: str
    is_base: bool

    @property
    def title(self) -> str:
        """The title in the current language; the stem of the file name if there is none."""
        return self.scenario.title_in(language()) or self.path.stem


@cache
def examples() -> tuple[Example, ...]:
    """Return the built-in scenarios: those of the base game first, then the others, by date."""
    scenarios = ((path, read_file(path).scenario) for path in shipped_scenarios())
    built_in = [
        Example(p, s, str(s.briefing.begins or ""), p.parent == scenarios_folder())
        for p, s in scenarios
        if s
    ]
    return tuple(sorted(built_in, key=lambda each: (not each.is_base, each.day, each.path.stem)))


def template_in_one_language(result: ReadResult, path: Path) -> ReadResult:
    """Return *result*, or for a built-in template, *result* with its texts in only one language.

    The texts of a template are placeholders that nobody replaces in seven languages, so only the
    texts in the current language are kept. A scenario keeps all texts.
    """
    scenario = result.scenario
    if scenario is None or path not in shipped_templates():
        return result
    best_language = next(scenario.languages_for(language()))
    return replace(
        result, content=replace(scenario, texts={best_language: scenario.texts[best_language]})
    )


def fill_examples_menu(menu: QMenu, open_copy: Callable[[Path], object]) -> None:
    """List the built-in scenarios in *menu*, unless that was already done in the current language.

    *open_copy* is called with the file of the scenario that the user chooses.
    """
    if menu.property(_LANGUAGE_PROPERTY) == language():
        return
    menu.setProperty(_LANGUAGE_PROPERTY, language())
    menu.clear()
    headings = {True: tr("Base game"), False: tr("Other boxes")}
    for example in examples():
        if heading := headings.pop(example.is_base, ""):
            menu.addSection(heading)
        title = example.title.replace("&", "&&")
        action = menu.addAction(
            f"{title}\t{_day_text(example.day)}", partial(open_copy, example.path)
        )
        action.setStatusTip(tr("Opens a copy that you can change and save under a new name"))


def _day_text(day: str) -> str:
    """Return a date in words: ``6 June 1944``; empty if there is no date."""
    return format_day(date.fromisoformat(day)) if day else ""
