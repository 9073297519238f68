"""Computer players think in a thread of their own, so that the window never waits for them.

What they are asked is a question without arguments; whoever asks knows what its answer is.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from itertools import count

from PySide6.QtCore import QObject, Signal

from m44core.work.executors import InProcess
from m44editor.work.relay import when_done

_NUMBERS = count(1)  # of all questions of all games


class Thinking(QObject):
    """Asks one question at a time.

    Signals:
        answered: What the question came to.
    """

    answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = 0
        self._open = False

    @property
    def is_under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self._open

    def begin(self, question: Callable[[], object]) -> None:
        """Ask; nobody else may change what the question looks at."""
        number = self._asked = next(_NUMBERS)
        self._open = True
        when_done(_worker().submit(question), partial(self._take, number))

    def forget(self) -> None:
        """Let nothing come of an answer that is still to come."""
        self._asked = next(_NUMBERS)
        self._open = False

    def _take(self, number: int, future: Future[object]) -> None:
        if number == self._asked:
            self._open = False
            self.answered.emit(future.result())


@cache
def _worker() -> InProcess:
    """Return the one thread for all windows: players of a level are shared, and remember plans."""
    return InProcess("players")
