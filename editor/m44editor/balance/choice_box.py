"""A list of values to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox

T = TypeVar("T")


class ChoiceBox(QComboBox, Generic[T]):
    """A list of values to choose from.

    Qt would turn an enumeration into a string and a named tuple into a list, so the values are kept
    here.
    """

    def __init__(self, name: str, entries: Sequence[tuple[str, T]]) -> None:
        super().__init__()
        self._values = [value for _, value in entries]
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.addItems([text for text, _ in entries])

    @property
    def value(self) -> T:
        """The chosen value."""
        return self._values[self.currentIndex()]

    def select(self, value: T) -> None:
        """Choose a value, if it is in the list, without emitting a signal."""
        with QSignalBlocker(self):
            if value in self._values:
                self.setCurrentIndex(self._values.index(value))

    def set_entries(self, entries: Sequence[tuple[str, T]]) -> None:
        """Replace the list without emitting a signal; keep the chosen value if still listed."""
        texts, values = [text for text, _ in entries], [value for _, value in entries]
        if values == self._values and texts == [self.itemText(i) for i in range(self.count())]:
            return
        chosen_value = self.value if self._values else None
        with QSignalBlocker(self):
            self.clear()
            self._values = values
            self.addItems(texts)
            if chosen_value in values:
                self.setCurrentIndex(values.index(chosen_value))
