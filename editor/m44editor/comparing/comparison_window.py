"""The comparison window: two scenarios on one board, their differences listed and side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QSplitter,
    QTextEdit,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import different_formats_message, verdict_message
from m44core.comparing.word_diff import WordRun
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, message
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.hex_descriptions import hex_text
from m44editor.comparing.comparison_marks import ChangeMarks, HexFlash, ShownBoard
from m44editor.comparing.difference_list import Difference, DifferenceList, differences_of
from m44editor.interface_text import tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen
from m44editor.screen_reader import announce
from m44editor.theme import art_palette, theme_colour
from m44editor.theme_tokens import ColourName, Space
from m44editor.type_ranks import set_text_rank
from m44editor.widget_state import copy_widget_state

_REMOVED_COLOURS: tuple[ColourName, ColourName] = "removed", "removed_text"
_ADDED_COLOURS: tuple[ColourName, ColourName] = "added", "added_text"


class SideBySide(QWidget):
    """Two texts side by side, deletions struck through and insertions underlined.

    Attributes:
        before: The page with the first text.
        after: The page with the second text.
    """

    def __init__(self, before: str, after: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before, self.after = (
            _text_page(tr("Before: {name}", name=before)),
            _text_page(tr("After: {name}", name=after)),
        )
        self._runs: tuple[WordRun, ...] = ()
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

    def show_runs(self, runs: tuple[WordRun, ...]) -> None:
        """Show both sides of a difference, given as runs of text."""
        self._runs = runs
        self.redraw()

    def redraw(self) -> None:
        """Redraw both texts in the colors of the current theme."""
        runs_before = [run for run in self._runs if run.in_before]
        runs_after = [run for run in self._runs if run.in_after]
        has_both = bool(
            runs_before and runs_after
        )  # a text added or removed as a whole needs no marks
        self.before.setHtml(
            _runs_html(
                runs_before, _css_style(_REMOVED_COLOURS, "line-through") if has_both else ""
            )
        )
        self.after.setHtml(
            _runs_html(runs_after, _css_style(_ADDED_COLOURS, "underline") if has_both else "")
        )


def _text_page(name: str) -> QTextEdit:
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


def _css_style(colours: tuple[ColourName, ColourName], line: str) -> str:
    background, foreground = (theme_colour(each).name() for each in colours)
    return f"background-color:{background};color:{foreground};text-decoration:{line}"


def _runs_html(runs: Iterable[WordRun], style: str) -> str:
    return "".join(_run_html(run, style) for run in runs)


def _run_html(run: WordRun, style: str) -> str:
    trimmed_text = run.text.rstrip()
    space = run.text[len(trimmed_text) :] or " "
    text = escape(trimmed_text).replace("\n", "<br>")
    marked_html = f'<span style="{style}">{text}</span>' if style and not run.in_both else text
    return marked_html + space.replace("\n", "<br>")


_DELAY_MS = 150  # milliseconds after an edit before comparing again


@dataclass(frozen=True, slots=True)
class NamedScenario:
    """A scenario and its name.

    Attributes:
        name: Its name, such as that of its file, the same in every language.
        scenario: The scenario.
    """

    name: Value
    scenario: Scenario


class CompareWindow(QMainWindow):
    """Shows the differences between two scenarios without changing them.

    Attributes:
        view: The board.
        difference_list: The differences.
        side_by_side: Both sides of the current difference.
        banner: The result in a sentence.
        side: Which of the scenarios the board shows.
    """

    def __init__(
        self, before: NamedScenario, after: NamedScenario, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(
            tr("{before} → {after} — Comparison", before=before.name, after=after.name)
        )
        self._names = before.name, after.name  # translated again when the language changes
        self.comparison = compare_scenarios(before.scenario, after.scenario)
        self.side = ShownBoard.BOTH
        self.view = BoardView(after.scenario, palette=art_palette())
        self.view.speech.text_of = self._hex_text
        self.difference_list = DifferenceList()
        self.side_by_side = SideBySide(translated(before.name), translated(after.name))
        self.banner = _banner_label()
        self.flash = HexFlash(self.view)
        self._pending_after: Scenario | None = None
        self._delay_timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._hex_label, self._position_label = QLabel(), QLabel()
        self.commands = self._make_commands()
        self._lay_out()
        self._connect()
        self._show_comparison()
        self.difference_list.setFocus()

    def recreate(self) -> CompareWindow:
        """Return a new window with the same state in the current language, and close this one."""
        newest_scenario = self._pending_after or self.comparison.after
        old_scenario = NamedScenario(self._names[0], self.comparison.before)
        new_window = CompareWindow(old_scenario, NamedScenario(self._names[1], newest_scenario))
        new_window.setGeometry(self.geometry())
        new_window.show()
        new_window.set_shown_board(self.side)
        QTimer.singleShot(
            0, new_window, lambda: new_window._copy_view_and_close(self)
        )  # after its layout
        return new_window

    def _copy_view_and_close(self, old_window: CompareWindow) -> None:
        copy_widget_state(old_window, self)
        self.view.copy_view(old_window.view)
        old_window.close()

    # Building

    def _make_commands(self) -> dict[str, QAction]:
        bar = QToolBar(tr("Comparison"), self)
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.addToolBar(bar)
        group = QActionGroup(self)
        actions: dict[str, QAction] = {}
        for name, (text, keys, handler) in self._commands().items():
            sequence = QKeySequence(keys)
            key = sequence.toString(QKeySequence.SequenceFormat.NativeText)
            action = QAction(tr("{command} ({key})", command=text, key=key), self)
            action.setShortcut(sequence)
            action.setToolTip(f"<b>{translated(text)}</b> ({key})")
            action.triggered.connect(lambda *_, handler=handler: handler())
            if name in tuple(ShownBoard):
                action.setCheckable(True)
                group.addAction(action)
            actions[name] = action
            bar.addAction(action)
            if name in ("flip", "next"):
                bar.addSeparator()
        for action in actions.values():
            bar.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return actions

    def _commands(self) -> dict[str, tuple[Message, str, Callable[[], None]]]:
        """Return the label, shortcut and handler of each command, by name."""
        return {
            "both": (message("Both"), "1", lambda: self.set_shown_board(ShownBoard.BOTH)),
            "before": (message("Before"), "2", lambda: self.set_shown_board(ShownBoard.BEFORE)),
            "after": (message("After"), "3", lambda: self.set_shown_board(ShownBoard.AFTER)),
            "flip": (message("Toggle"), "Space", self.flip),
            "previous": (message("Previous"), "Shift+F7", lambda: self.difference_list.step(-1)),
            "next": (message("Next"), "F7", lambda: self.difference_list.step(1)),
            "fit": (message("Fit Board"), "Ctrl+9", self.view.fit),
            "close": (message("Close"), "Esc", self._close),
        }

    def _lay_out(self) -> None:
        column = QSplitter(Qt.Orientation.Vertical)
        column.addWidget(self.difference_list)
        column.addWidget(self.side_by_side)
        column.setSizes([420, 260])
        columns = QSplitter(Qt.Orientation.Horizontal)
        columns.addWidget(self.view)
        columns.addWidget(column)
        columns.setStretchFactor(0, 1)
        columns.setSizes([820, 480])
        for splitter in (column, columns):
            splitter.setChildrenCollapsible(False)
        central_widget = QWidget()
        rows = QVBoxLayout(central_widget)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.banner)
        rows.addWidget(columns, 1)
        self.setCentralWidget(central_widget)
        self._hex_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(Space.MEDIUM, 0, Space.MEDIUM, 0)
        self.statusBar().addWidget(self._hex_label, 1)
        self.statusBar().addPermanentWidget(self._position_label)
        self.setMinimumSize(QSize(640, 420))
        resize_to_screen(self, 1320, 820)

    def _connect(self) -> None:
        self.difference_list.chosen.connect(self._show_difference)
        self.view.pressed.connect(self._on_press)
        self.view.hovered.connect(self._show_hex_text)
        self._delay_timer.timeout.connect(self._compare_again)

    # Display

    def set_shown_board(self, side: ShownBoard) -> None:
        """Show both scenarios merged, or one of them."""
        self.side = side
        shown_scenario = (
            self.comparison.before if side is ShownBoard.BEFORE else self.comparison.after
        )
        self.view.set_scenario(shown_scenario)
        self._update_marks()
        self.commands[side].setChecked(True)
        announce(self.view, self.commands[side].text())

    def flip(self) -> None:
        """Show the other scenario; if both are shown, the first one."""
        self.set_shown_board(
            ShownBoard.AFTER if self.side is ShownBoard.BEFORE else ShownBoard.BEFORE
        )

    def schedule_comparison(self, scenario: Scenario) -> None:
        """Schedule a comparison with a newer state of the second scenario."""
        self._pending_after = scenario
        self._delay_timer.start()

    def schedule_comparison_after_edit(self, _before: Scenario, after: Scenario) -> None:
        """Schedule a comparison with the second scenario as edited."""
        self.schedule_comparison(after)

    def _compare_again(self) -> None:
        if self._pending_after is not None:
            self.comparison = compare_scenarios(self.comparison.before, self._pending_after)
            self._pending_after = None
            self._show_comparison()

    def _show_comparison(self) -> None:
        texts = (different_formats_message(self.comparison), verdict_message(self.comparison))
        self.banner.setText(" ".join(translated(words) for words in texts if words))
        self.difference_list.show_differences(differences_of(self.comparison))
        self.set_shown_board(self.side)
        if self.difference_list.current_difference is None:
            self.side_by_side.show_runs(())
        self._show_position()

    def _update_marks(self) -> None:
        self.view.set_mark("changes", ChangeMarks(self.comparison, self.side, art_palette()))

    def _show_difference(self, difference: Difference) -> None:
        self.side_by_side.show_runs(difference.runs)
        self._show_position()
        if difference.hex is not None and difference.hex in self.view.board:
            self.view.show_hex(difference.hex)
            self.flash.start(difference.hex)

    def _show_position(self) -> None:
        count = len(self.difference_list.differences)
        number = self.difference_list.current_index + 1
        self._position_label.setText(
            tr("{number} of {all}", number=number, all=count)
            if number
            else tr_n("{number} in total", "{number} in total", count)
        )

    def _show_hex_text(self, hex_: Hex | None) -> None:
        """Show the content of the hex under the pointer in both scenarios."""
        self._hex_label.setText(self.view.speech.describe_hex(hex_))
        self._hex_label.setToolTip(self._hex_label.text())  # if it does not fit

    def _hex_text(self, hex_: Hex) -> str:
        scenarios = (self.comparison.before, self.comparison.after)
        was, is_now = (
            hex_text(scenario, hex_) if hex_ in scenario.board else "" for scenario in scenarios
        )
        if was and is_now:
            return tr("Before {was}   ·   After {is_now}", was=was, is_now=is_now)
        if was:
            return tr("Before {was}", was=was)
        return tr("After {is_now}", is_now=is_now) if is_now else ""

    def _on_press(self, event: BoardEvent) -> None:
        self.difference_list.choose_hex(event.hex)

    def _close(self) -> None:
        self.close()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "commands"):
            self.view.set_style(self.view.visible_layers, art_palette())
            self._update_marks()
            self.side_by_side.redraw()


def _banner_label() -> QLabel:
    """Return the label for the result, in the colors of a notice."""
    label = QLabel()
    label.setAccessibleName(tr("Result"))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAutoFillBackground(True)
    label.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
    label.setForegroundRole(QPalette.ColorRole.ToolTipText)
    label.setContentsMargins(12, 8, 12, 8)
    set_text_rank(label, "section")
    return label
