"""What a board says of its hexes to people who listen to their screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from m44core.hexes import Hex
from m44editor.board.describe import hex_words
from m44editor.screen_reader import announce, lead_to_hex

if TYPE_CHECKING:
    from m44editor.board.view import BoardView


class Speech:
    """Says what is on the hex of the pointer or the keyboard, and what there is to say besides.

    Attributes:
        words_on: What is said of a hex of the board.
        besides: What is said after it.
    """

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._hex: Hex | None = None  # where a screen reader was led last
        self._words = self.besides = ""
        self.words_on: Callable[[Hex], str] = lambda hex_: hex_words(view.scenario, hex_)

    def tell(self, hex_: Hex | None) -> str:
        """Say what is on a hex and return it; nothing beside the board."""
        known = hex_ is not None and hex_ in self._view.board
        self._words = self.words_on(hex_) if known and hex_ else ""
        self._describe()
        cursor = self._view.cursor_hex
        if self._words and cursor is not None:
            self._lead(cursor)
        return self._words

    def add(self, words: str) -> None:
        """Say something besides: what overlays show, or nothing."""
        self.besides = words
        self._describe()
        if words and self._view.cursor_hex is not None:
            announce(self._view, words)

    def _describe(self) -> None:
        said = filter(None, (self._words, self.besides))
        self._view.setAccessibleDescription("\n".join(said))

    def _lead(self, hex_: Hex) -> None:
        """Lead screen readers to another hex; of the same one say what is there now."""
        before, self._hex = self._hex, hex_
        if hex_ == before:
            announce(self._view, self._words)
        else:
            lead_to_hex(self._view, hex_)
