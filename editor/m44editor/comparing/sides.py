"""Both sides of one difference beside each other, what changed marked word by word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QTextEdit, QWidget

from m44core.comparing.word_diff import Run
from m44editor.interface_text import tr
from m44editor.theme import is_dark

_GONE = {False: ("#f6cfc9", "#6d1008"), True: ("#5c2620", "#ffd9d3")}
_CAME = {False: ("#cfe8cf", "#0f4a1b"), True: ("#23492b", "#d6f5da")}


class Sides(QWidget):
    """Two texts side by side; what went is struck out, what came is underlined.

    Attributes:
        before: The page with the one.
        after: The page with the other.
    """

    def __init__(self, before: str, after: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before, self.after = (
            _page(tr("Before: {name}", name=before)),
            _page(tr("After: {name}", name=after)),
        )
        self._runs: tuple[Run, ...] = ()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        for column, page in enumerate((self.before, self.after)):
            heading = QLabel(page.accessibleName())
            heading.setTextFormat(Qt.TextFormat.PlainText)
            heading.setBuddy(page)
            grid.addWidget(heading, 0, column)
            grid.addWidget(page, 1, column)
            grid.setColumnStretch(column, 1)

    def show_runs(self, runs: tuple[Run, ...]) -> None:
        """Show both sides of a difference."""
        self._runs = runs
        self.redraw()

    def redraw(self) -> None:
        """Show the same in the colours of the present theme."""
        was = [run for run in self._runs if run.was]
        is_now = [run for run in self._runs if run.is_now]
        both = bool(was and is_now)  # all words of a text that came or went are marked by its row
        self.before.setHtml(_html(was, _style(_GONE, "line-through") if both else ""))
        self.after.setHtml(_html(is_now, _style(_CAME, "underline") if both else ""))


def _page(name: str) -> QTextEdit:
    page = QTextEdit()
    page.setReadOnly(True)
    page.setTabChangesFocus(True)
    page.setAccessibleName(name)
    page.setMinimumHeight(70)
    page.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return page


def _style(colours: Mapping[bool, tuple[str, str]], line: str) -> str:
    ground, ink = colours[is_dark()]
    return f"background-color:{ground};color:{ink};text-decoration:{line}"


def _html(runs: Iterable[Run], style: str) -> str:
    return "".join(_run(run, style) for run in runs)


def _run(run: Run, style: str) -> str:
    words = run.text.rstrip()
    space = run.text[len(words) :] or " "
    text = escape(words).replace("\n", "<br>")
    marked = f'<span style="{style}">{text}</span>' if style and not run.stayed else text
    return marked + space.replace("\n", "<br>")
