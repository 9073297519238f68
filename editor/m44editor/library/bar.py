"""What is asked of the library: words to search, the order, whether the filters are shown."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from m44core.library.search import ORDERS
from m44editor.documents.editor_settings import flag, word
from m44editor.interface_text import told, tr, tr_in
from m44editor.library.words import ORDER_WORDS

ORDER, DOWN, FILTERED = "library/order", "library/down", "library/filters"
_TYPING = 120  # milliseconds without a key before it is searched


class SearchBar(QWidget):
    """The row above the cards.

    Attributes:
        search: The words.
        order: The order.
        down: Whether it goes down.
        filters: Whether the filters are shown.

    Signals:
        changed: Something else is asked for.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.filters = QToolButton(self)
        self.filters.setText(tr("Filters"))
        self.filters.setCheckable(True)
        self.filters.setChecked(flag(settings, FILTERED, True))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search titles, texts and pieces"))
        self.search.setAccessibleName(tr("Search the library"))
        self.search.setClearButtonEnabled(True)
        self.order = QComboBox(self)
        for name in ORDERS:
            self.order.addItem(told(ORDER_WORDS[name]), name)
        self.order.setCurrentIndex(max(0, self.order.findData(word(settings, ORDER, "title"))))
        self.down = QToolButton(self)
        self.down.setCheckable(True)
        self.down.setChecked(flag(settings, DOWN, False))
        self._typing = QTimer(self, interval=_TYPING, singleShot=True)
        self._lay_out()
        self._show_direction()
        self._connect()

    @property
    def words(self) -> str:
        """What is searched."""
        return self.search.text()

    @property
    def by(self) -> str:
        """What the files are put in order by."""
        return str(self.order.currentData())

    def clear(self) -> None:
        """Search nothing."""
        with QSignalBlocker(self.search):
            self.search.clear()

    def _lay_out(self) -> None:
        label = QLabel(tr_in("order", "S&ort by"), self)
        label.setBuddy(self.order)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.filters)
        row.addWidget(self.search, 1)
        row.addWidget(label)
        row.addWidget(self.order)
        row.addWidget(self.down)

    def _connect(self) -> None:
        self._typing.timeout.connect(self.changed)
        self.search.textChanged.connect(lambda: self._typing.start())
        self.order.currentIndexChanged.connect(self._remember)
        self.down.toggled.connect(self._remember)
        self.filters.toggled.connect(lambda on: self._settings.setValue(FILTERED, on))

    def _remember(self) -> None:
        self._settings.setValue(ORDER, self.by)
        self._settings.setValue(DOWN, self.down.isChecked())
        self._show_direction()
        self.changed.emit()

    def _show_direction(self) -> None:
        down = self.down.isChecked()
        self.down.setText("↓" if down else "↑")
        words = tr("Descending") if down else tr("Ascending")
        self.down.setToolTip(words)
        self.down.setAccessibleName(words)
