"""The program in a process of its own, seen through its driver and used by mouse and keyboard."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.end_to_end.virtual_screen import PATIENCE, PAUSE, Screen

_DRIVER = Path(__file__).parent / "driver.py"


class Program:
    """The editor or the playtest on a screen.

    Attributes:
        screen: Where it is, with the mouse and the keyboard.
        process: The program.
        home: The folder it has for all it remembers, and for pictures of the screen.
    """

    def __init__(self, screen: Screen, home: Path, command: str, *arguments: str) -> None:
        self.screen = screen
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, str(_DRIVER), command, *arguments],
            env=screen.environment(str(home)),
            cwd=home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    # Looking

    def ask(self, *question: str) -> Any:  # noqa: ANN401 - an answer is what JSON can hold
        """Return what the driver answers."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        assert answer, f"the program ended with status {self.process.wait()}"
        return json.loads(answer)

    def wait_for(self, wanted: object, *question: str) -> None:
        """Return once the answer to a question is *wanted*."""
        self.wait_until(lambda answer: answer == wanted, *question)

    def wait_until(self, holds: Callable[[Any], bool], *question: str) -> Any:  # noqa: ANN401 - an answer is what JSON can hold
        """Return the first answer to a question of which something holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds(answer := self.ask(*question)):
            assert time.monotonic() < deadline, self._failure(question, answer)
            time.sleep(PAUSE)
        return answer

    def wait_for_window(self, title: str) -> None:
        """Return once a window is shown, give it the keyboard, and see that it has it."""
        number = self.screen.wait_for_window(title)
        self.screen.give_keyboard(number)
        self.wait_until(lambda answer: answer[0] != "", "window")

    def picture(self, name: str) -> Path:
        """Keep what is on the screen, for somebody who wants to look at it."""
        path = self.home / f"{name}.png"
        assert self.ask("picture", str(path))
        return path

    def _failure(self, question: tuple[str, ...], answer: object) -> str:
        picture = self.picture("screen")
        return f"{question} is still answered by {answer}; see {picture}"

    # Using

    def click_hex(self, name: str) -> None:
        """Click on a hex of the board in front."""
        self._click("hex", name)

    def click(self, words: str) -> None:
        """Click on the button, field, entry or piece with these words."""
        self._click("widget", words)

    def drag_over(self, *names: str) -> None:
        """Drag the mouse over hexes with the left button down."""
        self.screen.drag(*(self._place("hex", name) for name in names))

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.screen.press(*keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.screen.type(text)

    def _click(self, *question: str) -> None:
        self.screen.click(*self._place(*question))

    def _place(self, *question: str) -> tuple[int, int]:
        """Return where something is as soon as it stays there: panels move while they fill."""
        last: list[int] | None = None

        def rests(place: list[int] | None) -> bool:
            nonlocal last
            before, last = last, place
            return place is not None and place == before

        x, y = self.wait_until(rests, *question)
        return x, y
