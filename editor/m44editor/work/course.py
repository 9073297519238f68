"""How far a piece of work has come, and whether it is still wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from typing import TypeVar

T = TypeVar("T")


class Course:
    """What the thread that works and the window that waits tell each other.

    Attributes:
        share: How much is done, from 0 to 1.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self._wanted = True

    def cancel(self) -> None:
        """Let the work end the next time it asks; the window says so."""
        self._wanted = False

    @property
    def is_wanted(self) -> bool:
        """Whether nobody has cancelled it."""
        return self._wanted

    def tell(self, share: float) -> None:
        """Say how much is done; the work says so.

        Raises:
            CancelledError: it is no longer wanted.
        """
        self.share = share
        if not self._wanted:
            raise CancelledError

    def through(self, parts: Sequence[T], begin: float = 0.0, end: float = 1.0) -> Iterator[T]:
        """Yield parts of equal weight, and tell of each; they are from *begin* to *end* of it all.

        Raises:
            CancelledError: it is no longer wanted.
        """
        for number, part in enumerate(parts):
            self.tell(begin + (end - begin) * number / len(parts))
            yield part
        self.tell(end)
