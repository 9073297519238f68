"""A picture of a scenario to be shown by itself: the board, a legend, a margin round both."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.drawing.board.board import EVERYTHING, Show, board_size, draw_scenario
from m44core.drawing.board.frame import IN_ENGLISH
from m44core.drawing.board.legend import draw_legend
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Framing:
    """What is drawn of a scenario, and round it.

    Attributes:
        show: Which layers.
        legend: Whether the kinds of pieces are named below the board.
        margin: How wide the empty margin is, in units; nothing is drawn there.
    """

    show: Show = EVERYTHING
    legend: bool = False
    margin: float = 0.0


class Preset(StrEnum):
    """What a picture is for."""

    FORUM = "forum"
    PRINT = "print"
    THUMBNAIL = "thumbnail"


@dataclass(frozen=True, slots=True)
class Usual(Framing):
    """What a picture for something is usually like.

    Attributes:
        size: Pixels of its longer side.
    """

    size: int = 0


PRESETS: Mapping[Preset, Usual] = {
    Preset.FORUM: Usual(Show(hex_names=True), legend=True, size=1400),
    Preset.PRINT: Usual(size=4000),
    Preset.THUMBNAIL: Usual(Show(labels=False, grid=False, section_lines=False), size=320),
}
"""What pictures are usually like, by what they are for."""

PLAIN = Framing()
"""The board, and no more."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with its size.

    Attributes:
        drawing: Its shapes; their origin is the upper left corner.
        width: In units.
        height: In units.
    """

    drawing: Drawing
    width: float
    height: float


def picture_of(
    scenario: Scenario, framing: Framing = PLAIN, told: Words = IN_ENGLISH, over: Drawing = ()
) -> Picture:
    """Return the picture of a scenario.

    Args:
        scenario: What is on the board.
        framing: What of it is drawn, and what is round it.
        told: The language of its words.
        over: What is laid over the board.
    """
    width, height = board_size(scenario.board)
    drawing = (*draw_scenario(scenario, framing.show, told), *over)
    if framing.legend:
        legend, high = draw_legend(scenario, framing.show, width, told)
        drawing, height = (*drawing, Group(legend, dy=height)), height + high
    if framing.margin:
        drawing = (Group(drawing, dx=framing.margin, dy=framing.margin),)
    return Picture(drawing, width + 2 * framing.margin, height + 2 * framing.margin)
