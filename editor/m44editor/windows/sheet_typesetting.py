"""Typesets sheets in a separate process, because the typesetter never frees memory."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_layout import SheetStyle
from m44core.publish.sheet_preview import PREVIEW_DPI, SheetPreview, SheetPreviewer
from m44core.publish.typesetter import open_typesetter


@dataclass(frozen=True)
class SheetRequest:
    """A sheet to typeset.

    Attributes:
        scenario: The scenario.
        languages: The codes of one or two languages.
        paper: The paper size.
        ink: The amount of ink the map uses.
        template: A folder with the user's templates; None for the built-in ones.
        dots: Dots per inch of the page pictures.
        style: The style: classic, compact or large print.
    """

    scenario: Scenario
    languages: tuple[str, ...]
    paper: Paper = Paper.A4
    ink: Ink = Ink.COLOUR
    template: Path | None = None
    dots: float = PREVIEW_DPI
    style: SheetStyle = SheetStyle.CLASSIC


@dataclass(frozen=True)
class SheetJob:
    """A job for the worker process.

    Attributes:
        request: The sheet to make.
        folder: A temporary folder for templates, deleted when the worker is closed.
    """

    request: SheetRequest
    folder: Path


def make_sheet_preview(job: SheetJob) -> SheetPreview:
    """Return the preview of a typeset sheet; runs in the worker process.

    Raises:
        M44Error: it cannot be made; the message gives the reason.
    """
    return _typesetter().make_preview(job)


@cache
def _typesetter() -> _SheetTypesetter:
    return _SheetTypesetter()


class _SheetTypesetter:
    """Typesets sheets one after another, reusing unchanged parts."""

    def __init__(self) -> None:
        self._exit_stack = ExitStack()
        self._template: Path | None = None
        self._previewer: SheetPreviewer | None = None

    def make_preview(self, job: SheetJob) -> SheetPreview:
        request = job.request
        if self._previewer is None or request.template != self._template:
            self._exit_stack.close()
            self._previewer = None
            self._previewer = SheetPreviewer(
                self._exit_stack.enter_context(open_typesetter(request.template, job.folder))
            )
            self._template = request.template
        renderers = [renderer_in(code) for code in request.languages]
        return self._previewer.preview(
            request.scenario, renderers, request.paper, request.ink, request.dots, request.style
        )
