"""A form: sections of labeled fields that show and edit the document."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44editor.board.pixmaps import IDLE_MS
from m44editor.documents.document import Document
from m44editor.interface_text import tr
from m44editor.panels.forms.field_row import FieldRow
from m44editor.panels.forms.fields import (
    Choice,
    Control,
    HexNames,
    OpenChoice,
    ScenarioEdit,
    Section,
    label_text,
)
from m44editor.panels.forms.inputs import (
    InputEventFilter,
)
from m44editor.panels.panel_dock import NO_ENTRANCE
from m44editor.panels.panel_icons import element_icon
from m44editor.type_ranks import set_text_rank

_ICON_SIZE = 28
_MAX_CACHED_VIEWS = 16  # section views
_MAX_LABEL_LETTERS = 24  # letters of a label before it wraps
_SLACK = 2  # pixels


class Form(QScrollArea):
    """Shows sections of fields; every entry becomes an undo step of *document*.

    Inputs are reused while the sections keep their shape, so that the focus stays in place while
    the values change.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._event_filter = InputEventFilter(document.history, self)
        self._views: dict[str, SectionView] = {}
        self._cached_views: list[SectionView] = []
        self._idle_timer = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle_timer.timeout.connect(self._clear_cached_views)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._width_timer = QTimer(self, singleShot=True, interval=0)
        self._width_timer.timeout.connect(self._update_minimum_width)
        self._page = QWidget(self)
        self._layout = QVBoxLayout(self._page)
        self._layout.setContentsMargins(10, 8, 10, 10)
        self._layout.setSpacing(6)
        self._layout.addStretch(1)
        self.setWidget(self._page)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show *sections* from top to bottom, reusing every view that fits."""
        focused_row = self._focused_row()
        old_views, self._views = self._views, {}
        for index, section in enumerate(sections):
            view = old_views.pop(section.key, None)
            if view is None or not view.fits(section):
                self._cache_view(view)
                view = self._view_for(section)
            view.show_section(section)
            self._views[section.key] = view
            if self._layout.indexOf(view) != index:
                self._layout.insertWidget(index, view)
            view.show()  # immediately, so that it can get the focus
        for view in old_views.values():
            self._cache_view(view)
        has_fields = bool(self.rows())  # the Tab key goes to them instead
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus if has_fields else Qt.FocusPolicy.StrongFocus)
        self._set_tab_order()
        self._align()
        self._update_minimum_width()
        if focused_row:
            self._restore_focus(*focused_row)

    def rows(self) -> list[FieldRow]:
        """Return the rows of all sections, from top to bottom."""
        return [row for view in self._views.values() for row in view.rows]

    def show_field(self, pointer: str) -> bool:
        """Focus the field at *pointer*, or the closest one; return whether there is one."""
        rows = [row for row in self.rows() if _is_related(row.field.pointer, pointer)]
        row = max(rows, key=lambda row: _closeness(row.field.pointer, pointer), default=None)
        if row:
            row.box.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(row.box)
        return row is not None

    def _focused_row(self) -> tuple[QWidget, int, str] | None:
        """Return the focused widget, the index of its row, and the row's pointer.

        Return None if the focus is not in the form.
        """
        focus = QApplication.focusWidget()
        row_index = 0
        for view in self._views.values() if focus else ():
            if focus and view.isAncestorOf(focus):
                inner_indexes = [n for n, row in enumerate(view.rows) if row.isAncestorOf(focus)]
                pointers = [view.rows[n].field.pointer for n in inner_indexes]
                return focus, row_index + sum(inner_indexes), "".join(pointers)
            row_index += len(view.rows)
        return None

    def _restore_focus(self, focus: QWidget, row_index: int, pointer: str) -> None:
        """Focus the row with the same pointer or index if the focused widget was replaced."""
        rows = self.rows()
        if rows and QApplication.focusWidget() is not focus:
            same_rows = [row for row in rows if row.field.pointer == pointer]
            row = (same_rows or [rows[min(row_index, len(rows) - 1)]])[0]
            row.box.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(row.box)

    def _view_for(self, section: Section) -> SectionView:
        """Return a view for *section*, from the cache if one fits."""
        for view in self._cached_views:
            if view.fits(section):
                self._cached_views.remove(view)
                return view
        return SectionView(section, self._document, self._event_filter, self._page)

    def _cache_view(self, view: SectionView | None) -> None:
        """Hide a view and keep it in the cache; do nothing if *view* is None.

        Creating a view takes longer than the rest of a refresh.
        """
        if view is not None:
            view.hide()
            self._layout.removeWidget(view)
            self._cached_views.append(view)
            self._idle_timer.start()
            if len(self._cached_views) > _MAX_CACHED_VIEWS:
                self._cached_views.pop(0).deleteLater()

    def _clear_cached_views(self) -> None:
        """Delete the cached views; each has about twenty widgets."""
        while self._cached_views:
            self._cached_views.pop().deleteLater()

    def _align(self) -> None:
        """Align the inputs of all sections in one column; long labels wrap."""
        metrics = self.fontMetrics()
        texts = [row.label.text() for row in self.rows()]
        longest_label = max(map(metrics.horizontalAdvance, texts), default=0)
        words = (word for text in texts for word in text.split(" "))
        longest_word = max(map(metrics.horizontalAdvance, words), default=0)
        width = (
            max(longest_word, min(longest_label, _MAX_LABEL_LETTERS * metrics.averageCharWidth()))
            + _SLACK
        )
        for row in self.rows():
            row.set_label_width(width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the minimum width after the layout has changed."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._width_timer.start()
        return super().eventFilter(watched, event)

    def _update_minimum_width(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self._layout.minimumSize().width() + bar)

    def _set_tab_order(self) -> None:
        stops = [stop for view in self._views.values() for stop in view.tab_stops()]
        for earlier, later in pairwise(stops):
            QWidget.setTabOrder(earlier, later)


def _is_related(field_pointer: str, target: str) -> bool:
    """Return whether a field's pointer equals *target*, contains it, or is inside it."""
    return f"{target}/".startswith(f"{field_pointer}/") or field_pointer.startswith(f"{target}/")


def _closeness(field_pointer: str, target: str) -> int:
    """Return how close the pointer of a field is to *target*: 0 if equal, negative otherwise."""
    return -abs(len(field_pointer) - len(target))


class SectionView(QWidget):
    """One section: a heading with buttons, and a row for each field."""

    def __init__(
        self, section: Section, document: Document, event_filter: InputEventFilter, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._shape = _section_shape(section)
        self._heading = Heading(document, self)
        self.rows = [FieldRow(field, document, event_filter, self) for field in section.fields]
        form = QVBoxLayout()
        form.setContentsMargins(0, 0, 0, 4)
        form.setSpacing(5)
        for row in self.rows:
            form.addLayout(_row_layout(row))
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.HLine)
        line.setForegroundRole(QPalette.ColorRole.Mid)
        line.setFrameShadow(QFrame.Shadow.Plain)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addWidget(line)
        layout.addWidget(self._heading)
        layout.addLayout(form)

    def fits(self, section: Section) -> bool:
        """Return whether this view can show *section*: whether its fields have the same shape."""
        return self._shape == _section_shape(section)

    def show_section(self, section: Section) -> None:
        """Show *section*, which must fit this view."""
        self._heading.show_section(section)
        for row, field in zip(self.rows, section.fields, strict=True):
            row.show_field(field)

    def tab_stops(self) -> list[QWidget]:
        """Return the widgets that the Tab key visits, in order."""
        return [*self._heading.buttons, *(stop for row in self.rows for stop in row.tab_stops())]


def _row_layout(row: FieldRow) -> QHBoxLayout:
    """Return a layout of a row and its label; QFormLayout would cut off long error messages."""
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(row.label, 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(row, 1)
    row.label.setHidden(not row.field.label)
    return line


def _section_shape(section: Section) -> tuple[object, ...]:
    return tuple((f.label, _box_shape(f.control), f.remove is not None) for f in section.fields)


def _box_shape(control: Control[object]) -> object:
    """Return what two controls must share to use the same input; list entries may differ."""
    return type(control) if isinstance(control, Choice | OpenChoice | HexNames) else control


class Heading(QFrame):
    """The title of a section with its icon and buttons."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._section: Section | None = None
        self._icon = QLabel(self)
        self._icon.setFixedSize(_ICON_SIZE, _ICON_SIZE)
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        set_text_rank(self._title, "section")
        self._title.setWordWrap(True)
        self._note = QLabel(self)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self.earlier = self._button("↑", tr("Move up"))
        self.later = self._button("↓", tr("Move down"))
        self.remove = self._button("✕", tr("Remove"))
        self.buttons = [self.earlier, self.later, self.remove]
        self._lay_out()

    def _lay_out(self) -> None:
        text_column = QVBoxLayout()
        text_column.setSpacing(0)
        text_column.addWidget(self._title)
        text_column.addWidget(self._note)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.addWidget(self._icon)
        layout.addLayout(text_column, 1)
        for button in self.buttons:
            layout.addWidget(button)
            button.clicked.connect(self._apply_step)

    def show_section(self, section: Section) -> None:
        """Show the title, the note, the icon and the buttons of *section*."""
        self._section = section
        title, note = label_text(section.title), label_text(section.note)
        self.setAccessibleName(", ".join(filter(None, (title, note))))
        self._title.setText(title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._icon.setVisible(section.icon is not None)
        if section.icon:
            ratio = self.devicePixelRatioF()
            pixmap = element_icon(section.icon.name, section.icon.catalogue).pixmap(
                QSize(_ICON_SIZE, _ICON_SIZE), ratio
            )
            self._icon.setPixmap(pixmap)
        has_order = section.earlier is not None or section.later is not None
        for button, step, is_shown in (
            (self.earlier, section.earlier, has_order),
            (self.later, section.later, has_order),
            (self.remove, section.remove, section.remove is not None),
        ):
            button.setVisible(is_shown)
            button.setEnabled(step is not None)
            accessible_name = tr("{action}: {name}", action=button.toolTip(), name=title)
            button.setAccessibleName(accessible_name)

    def _button(self, symbol: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(symbol)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty(NO_ENTRANCE, True)  # Space would remove a piece
        return button

    def _apply_step(self) -> None:
        section = self._section
        assert section is not None, "buttons show only together with a section"
        steps: dict[object, tuple[ScenarioEdit | None, Message]] = {
            self.earlier: (section.earlier, message("Move Up “{piece}”", piece=section.title)),
            self.later: (section.later, message("Move Down “{piece}”", piece=section.title)),
            self.remove: (section.remove, message("Remove “{field}”", field=section.title)),
        }
        step, text = steps[self.sender()]
        if step:
            self._document.edit(text, step(self._document.scenario))


class FormPanel(QWidget):
    """A panel with one form; subclasses provide its sections and decide which changes affect them.

    Attributes:
        form: The form.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.form = Form(document, self)

    def connect_document(self) -> None:
        """Show the document and track its changes. Call this once the panel is laid out."""
        self._document.changed.connect(self._on_changed)
        self._document.replaced.connect(self._refresh)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the changes made while the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def show_field(self, pointer: str) -> bool:
        """Focus the field at *pointer*, or the closest one; return whether there is one."""
        self._refresh()
        return self.form.show_field(pointer)

    def _on_changed(self, before: Scenario, after: Scenario) -> None:
        if self.isVisible() and self._is_affected(before, after):
            self._refresh()

    def _is_affected(self, before: Scenario, after: Scenario) -> bool:
        """Return whether a change of the scenario affects the panel."""
        return before is not after

    def _refresh(self) -> None:
        """Show the current document; overridden by subclasses."""
