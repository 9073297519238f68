"""The faces and the back of the command cards, of 100 by 140 units from the upper left corner.

A section card shows the three sections of the battlefield and the number of units it orders in
each; an arrow across them shows how many more units can only move. A tactic card shows an emblem.
If a text is given, the picture is smaller and the text below it explains the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from textwrap import wrap

from m44core.board import Section
from m44core.catalogue.box_kinds import BASE
from m44core.catalogue.command_cards import CommandCard, load_cards
from m44core.drawing.cards.emblems import EMBLEMS
from m44core.drawing.shapes.glyphs import draw_digits
from m44core.drawing.shapes.paths import HEX_OUTLINE, rectangle, rounded_rectangle, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape, Text
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Renderer, message_in
from m44core.messages.renderers import renderer_in

WIDTH, HEIGHT = 100.0, 140.0

_BODY = rounded_rectangle(0.8, 0.8, WIDTH - 1.6, HEIGHT - 1.6, top=7)
_BANNER = rounded_rectangle(5, 5, 90, 31, top=4, bottom=0)
_TITLE_SIZE, _TITLE_PITCH = 10.6, 12.0  # units: type size and line pitch of the title
_TITLE_LINE_LENGTH = 11  # letters per line at that size
_TITLE_HEIGHT = 28.0  # units: height for the lines of the title
_LETTER_WIDTH, _TITLE_LETTER_WIDTH = 0.62, 0.7  # average width of a letter, in ems
_TEXT_WIDTH = 88.0  # units: width of a line of text
_CAPTION_SIZE, _CAPTION_Y = 9.4, 116.0  # units: type size, and distance from the top
_TEXT_SIZES = (7.2, 6.6, 6.0, 5.4, 4.8)  # units: type sizes, the largest first
_TEXT_HEIGHT = 45.0  # units: height for the text of a large card
_TEXT_TOP = 90.0
_INK = "piece-ink"

_SECTION_NAMES: Mapping[tuple[Section, ...], Message] = {
    (Section.LEFT,): message_in("section", "Left flank"),
    (Section.CENTRE,): message_in("section", "Center"),
    (Section.RIGHT,): message_in("section", "Right flank"),
    (Section.LEFT, Section.RIGHT): message_in("section", "Both flanks"),
    (Section.LEFT, Section.CENTRE, Section.RIGHT): message_in("section", "All sections"),
}
_TACTIC = message_in("section", "Tactic")
_ALL = message_in("units in a section", "all")


@cache
def draw_card_face(
    key: str, text: str = "", *, from_top: bool = False, language: str = ENGLISH
) -> Drawing:
    """Return the face of a card; an unknown card shows its key.

    Args:
        key: The card's name in our files: ``probe-left``.
        text: The effect of the card, printed on a large card; "" for a small one.
        from_top: Whether its player sits at the top of the board; the sections are then
            mirrored, with the player's left flank on the right of the screen.
        language: The code of the language of the card.
    """
    card, language_renderer = _cards_by_key().get(key), renderer_in(language)
    banner = "piece-red-dark" if card and card.tactic else "piece-blue-dark"
    return (
        Shape(_BODY, fill="piece-paper", stroke=_INK, width=1.6),
        Shape(_BANNER, fill=banner),
        *(_CHEVRONS if card and card.box != BASE else ()),
        *_draw_title(language_renderer.render(card.noun) if card else key),
        Group(
            _draw_card_picture(card, from_top, language_renderer.render(_ALL)),
            dx=50,
            dy=64 if text else 75,
            scale=0.78 if text else 1,
        ),
        *(_draw_paragraph(text) if text else _draw_caption(card, language_renderer)),
    )


def draw_card_back() -> Drawing:
    """Return the back of the cards."""
    return _CARD_BACK


@cache
def _cards_by_key() -> Mapping[str, CommandCard]:
    return {card.key: card for card in load_cards()}


def _draw_title(label: str) -> Drawing:
    """Return a title in lines of whole words; a long title is in smaller type."""
    lines = wrap(label, _TITLE_LINE_LENGTH, break_long_words=False)
    max_length = max(map(len, lines), default=1)
    size = min(
        _TITLE_SIZE,
        _TEXT_WIDTH / (max_length * _TITLE_LETTER_WIDTH),
        _TITLE_HEIGHT / max(1, len(lines)) / 1.13,
    )
    pitch = size * _TITLE_PITCH / _TITLE_SIZE
    first_y = 20.5 - pitch * (len(lines) - 1) / 2
    return tuple(
        Text(line, 50, first_y + number * pitch, size, "piece-white", bold=True)
        for number, line in enumerate(lines)
    )


def _draw_caption(card: CommandCard | None, language_renderer: Renderer) -> Drawing:
    if card is None:
        return ()
    caption = language_renderer.render(_SECTION_NAMES.get(tuple(sorted(card.orders)), _TACTIC))
    size = min(_CAPTION_SIZE, _TEXT_WIDTH / (len(caption) * _LETTER_WIDTH))
    return (Text(caption, 50, _CAPTION_Y, size, _INK),)


def _draw_paragraph(text: str) -> Drawing:
    """Return text in the largest type that fits under the picture; empty if no size fits."""
    for size in _TEXT_SIZES:
        lines, pitch = wrap(text, int(_TEXT_WIDTH / (size * 0.56))), size * 1.3
        if len(lines) * pitch <= _TEXT_HEIGHT:
            return tuple(
                Text(line, 50, _TEXT_TOP + (number + 0.6) * pitch, size, _INK)
                for number, line in enumerate(lines)
            )
    return ()


def _draw_card_picture(card: CommandCard | None, from_top: bool, all_label: str) -> Drawing:
    if card is None:
        return draw_digits("?", 0, 0, 40, _INK)
    if card.tactic:
        return EMBLEMS.get(card.emblem, ())
    field = _draw_battlefield(card.orders, from_top, all_label)
    return (
        (*field, *_draw_on_the_move_arrow(card.on_the_move, from_top))
        if card.on_the_move
        else field
    )


def _draw_battlefield(
    orders: Mapping[Section, int | None], from_top: bool, all_label: str
) -> Drawing:
    """Return the three sections with the number of units ordered in each.

    If the player sits at the top (*from_top*), they are mirrored and face down.
    """
    field = rounded_rectangle(-42, -31, 84, 62, top=3)
    sections = [
        Group(_draw_section(orders[section], from_top, all_label), dx=_section_x(section, from_top))
        for section in sorted(orders)
    ]
    arrows = [
        Group(_ADVANCE, dx=_section_x(section, from_top), turn=180 * from_top) for section in orders
    ]
    return (
        Shape(field, fill="grass"),
        Shape(field, fill="grass-deep", opacity=0.35),
        *sections,
        *arrows,
        Shape("M-14 -31L-14 31M14 -31L14 31", stroke="section", width=1.8, dash=(4, 3)),
        Shape(field, stroke=_INK, width=1.4),
    )


def _draw_on_the_move_arrow(units: int, from_top: bool) -> Drawing:
    """Return an arrow across all sections with the number of units that only move (BT-OTM-01)."""
    return (
        Group(
            (
                Shape(_SWEEP, fill="piece-green", stroke="piece-paper", width=1.2),
                *draw_digits(str(units), -6, 0, 7.4, "piece-white"),
            ),
            dy=-24.2 if from_top else 24.2,
        ),
    )


def _section_x(section: Section, from_top: bool) -> float:
    return 28.0 * ((section.mirrored if from_top else section) - Section.CENTRE)


_SWEEP = "M-38 -4.4L26 -4.4L26 -6.4L38 0L26 6.4L26 4.4L-38 4.4Z"
# Next to the name of a card from another box, because two cards can have the same name.
_CHEVRONS: Drawing = tuple(
    Shape(f"M{x} 24L{x + 4} 28L{x + 8} 24L{x + 8} 28L{x + 4} 32L{x} 28Z", fill="piece-gold")
    for x in (8, 84)
)

_ADVANCE: Drawing = (
    Shape("M0 -27L9 -17L3.4 -17L3.4 -11L-3.4 -11L-3.4 -17L-9 -17Z", fill="piece-blue-dark"),
)


def _draw_section(units: int | None, from_top: bool, all_label: str) -> Drawing:
    ground = Shape(rectangle(-14, -31, 28, 62), fill="piece-yellow")
    middle = -6 if from_top else 6
    if units is None:
        return (
            ground,
            Text(
                all_label,
                0,
                middle,
                min(14, 27 / (len(all_label) * _LETTER_WIDTH)),
                _INK,
                bold=True,
            ),
        )
    return (ground, *draw_digits(str(units), 0, middle, 24, _INK))


def _draw_back() -> Drawing:
    inner_frame = rounded_rectangle(6, 6, WIDTH - 12, HEIGHT - 12, top=4)
    lattice = tuple(
        Group((Shape(HEX_OUTLINE, stroke="side-us-mid", width=5),), dx=x, dy=y, scale=0.2)
        for row in range(9)
        for x in range(10 * (row % 2), 110, 20)
        for y in (row * 17.3,)
    )
    return (
        Shape(_BODY, fill="piece-paper", stroke=_INK, width=1.6),
        Shape(inner_frame, fill="side-us-rim"),
        Group(lattice, clip=inner_frame),
        Shape(
            rounded_rectangle(28, 48, 44, 44, top=22), fill="side-us-rim", stroke="side-us", width=2
        ),
        Shape(star(50, 71, 17), fill="side-us-light"),
    )


_CARD_BACK = _draw_back()
