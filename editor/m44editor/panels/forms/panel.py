"""What the panels with a form share: they follow the document, and rest while hidden."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.panels.forms.form import Form


class FormPanel(QWidget):
    """A panel around one form; a subclass says what the form shows and what concerns it.

    Attributes:
        form: The fields.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.form = Form(document, self)

    def follow(self) -> None:
        """Show the document, now and after every change; called once the panel is laid out."""
        self._document.changed.connect(self._follow)
        self._document.replaced.connect(self._refresh)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what changed while the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def show_field(self, pointer: str) -> bool:
        """Give the focus to the field of *pointer*; tell whether the panel has it."""
        self._refresh()
        return self.form.show_field(pointer)

    def _follow(self, before: Scenario, after: Scenario) -> None:
        if self.isVisible() and self._concerned(before, after):
            self._refresh()

    def _concerned(self, before: Scenario, after: Scenario) -> bool:
        """Tell whether a change shows in the panel."""
        return before is not after

    def _refresh(self) -> None:
        """Show the document as it stands."""
