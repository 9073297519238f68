"""The program in a separate process, queried via its driver, used with mouse and keyboard."""

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
        screen: Its screen, with mouse and keyboard.
        process: Its process.
        home: The folder for its state and for screenshots.
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
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    # Looking

    def ask(self, *question: str) -> Any:  # noqa: ANN401 - an answer is what JSON can hold
        """Return the driver's answer to a question."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        assert answer, f"the program ended with status {self.process.wait()}"
        return json.loads(answer)

    def wait_for(self, expected_answer: object, *question: str) -> None:
        """Wait until the answer to a question is *expected_answer*."""
        self.wait_until(lambda answer: answer == expected_answer, *question)

    def wait_until(self, condition: Callable[[Any], bool], *question: str) -> Any:  # noqa: ANN401 - an answer is what JSON can hold
        """Return the first answer to a question for which *condition* is true."""
        deadline = time.monotonic() + PATIENCE
        while not condition(answer := self.ask(*question)):
            assert time.monotonic() < deadline, self._failure(question, answer)
            time.sleep(PAUSE)
        return answer

    def wait_for_window(self, title: str) -> None:
        """Wait until a window is shown, and give it the keyboard focus."""
        number = self.screen.wait_for_window(title)
        self.screen.focus_window(number)
        self.wait_until(lambda answer: answer[0] != "", "window")

    def picture(self, name: str) -> Path:
        """Save a screenshot for people to look at, and return its path."""
        path = self.home / f"{name}.png"
        assert self.ask("picture", str(path))
        return path

    def _failure(self, question: tuple[str, ...], answer: object) -> str:
        picture = self.picture("screen")
        return f"{question} is still answered by {answer}; see {picture}"

    # Using

    def click_hex(self, name: str) -> None:
        """Click a hex of the board in front."""
        self._click("hex", name)

    def click(self, label: str) -> None:
        """Click the button, field, entry or piece with a text."""
        self._click("widget", label)

    def drag_over(self, *names: str) -> None:
        """Drag over hexes with the left button."""
        self.screen.drag(*(self._stable_position("hex", name) for name in names))

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.screen.press(*keys)

    def type(self, text: str) -> None:
        """Type text."""
        self.screen.type(text)

    def _click(self, *question: str) -> None:
        self.screen.click(*self._stable_position(*question))

    def _stable_position(self, *question: str) -> tuple[int, int]:
        """Return a screen position once it is stable, because panels move while they fill."""
        last_position: list[int] | None = None

        def is_stable(position: list[int] | None) -> bool:
            nonlocal last_position
            previous_position, last_position = last_position, position
            return position is not None and position == previous_position

        x, y = self.wait_until(is_stable, *question)
        return x, y
