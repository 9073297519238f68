"""What is left of the pieces while a scenario is edited: counted anew after a pause."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from m44core.catalogue.types import Element
from m44core.validation.box.bill import component_bill
from m44core.validation.box.left import Left
from m44editor.checks.scope import CheckTerms
from m44editor.documents.document import Document

_PAUSE = 120  # milliseconds after an edit: a stroke is not held up


class Stock(QObject):
    """Counts what the boxes that are owned still hold.

    Signals:
        changed: Other pieces may be left.
    """

    changed = Signal()

    def __init__(
        self, document: Document, terms: CheckTerms, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._terms = terms
        self._left: Left | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._count)
        document.changed.connect(lambda _before, _after: self._wait())
        document.replaced.connect(self._pause.start)
        terms.changed.connect(self._pause.start)
        self._pause.start()

    def left(self, element: Element) -> int | None:
        """Return how many more of a piece there are; None where nobody knows, or not yet."""
        return self._left.of(element) if self._left else None

    def _wait(self) -> None:
        if isValid(self._pause):  # the palette may be gone, made anew in another language
            self._pause.start()

    def _count(self) -> None:
        owned = self._terms.boxes or self._terms.boxes_of_collection
        self._left = Left(component_bill(self._document.scenario), owned)
        self.changed.emit()
