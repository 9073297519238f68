"""Computer players think in a thread of their own, so that the window never waits for them.

What they are asked is a question without arguments; whoever asks knows what its answer is.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from itertools import count

from PySide6.QtCore import QObject, Qt, Signal

_NUMBERS = count(1)  # of all questions of all games


class _Relay(QObject):
    """Passes answers from their thread on; it lives as long as the program, unlike a game.

    Signals:
        finished: The number of a question, the future of its answer.
    """

    finished = Signal(int, object)


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
        _relay().finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self._open

    def begin(self, question: Callable[[], object]) -> None:
        """Ask; nobody else may change what the question looks at."""
        number = self._asked = next(_NUMBERS)
        self._open = True
        future = _worker().submit(question)
        relay = _relay()
        future.add_done_callback(lambda done: relay.finished.emit(number, done))

    def forget(self) -> None:
        """Let nothing come of an answer that is still to come."""
        self._asked = next(_NUMBERS)
        self._open = False

    def _take(self, number: int, future: Future[object]) -> None:
        if number == self._asked:
            self._open = False
            self.answered.emit(future.result())


@cache
def _relay() -> _Relay:
    return _Relay()


@cache
def _worker() -> ThreadPoolExecutor:
    """Return the one thread for all windows: players of a level are shared, and remember plans."""
    return ThreadPoolExecutor(1, "players")
