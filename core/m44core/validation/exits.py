"""Exit markers (M6xx)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.diagnostics import Fix, Severity
from m44core.hexes import Direction, Hex
from m44core.model.parts import Texts
from m44core.validation.check import Problem, check, error, info, warning
from m44core.validation.context import Context
from m44core.validation.placed import PlacedTag
from m44core.validation.repairs import give
from m44core.validation.wording import SIDES

_BEHAVIOR = "EXIT_MARKER"

_SAYS_EXIT = {
    "en": ("exit", "leave", "off the board"),
    "fr": ("sort", "quitt"),
    "de": ("verlass", "verläss", "ausgang"),
    "it": ("uscit", "usci", "esce", "escono"),
    "ru": ("выход", "выйти", "покин"),
    "zh-Hans": ("撤离", "离开"),
    "zh-Hant": ("撤離", "離開"),
}
"""How words about leaving the board begin, by language; others are not judged."""


@check("M601", "unclear-exit-side", Severity.ERROR, source="V-63, V-EXIT-03")
def unclear_exit_side(context: Context) -> Iterator[Problem]:
    """An exit marker does not say which side may leave there.

    Why it matters:
        Only the side named may take units off the board there and win a medal for
        each. Without it both might, or neither.

    Example:
        An exit marker on the lower edge, and nothing but the special rules tells
        that it is for the Axis.

    Instead:
        Name the side. A second marker that only shows the far end of a range needs
        none if the first one's group lists its hex.
    """
    covered = {
        hex_
        for placed in _markers(context)
        if placed.tag.side
        for hex_ in (placed.hex, *(placed.tag.group or ()))
    }
    for placed in _markers(context):
        if placed.tag.side is None and placed.hex not in covered:
            yield error(
                "the exit marker does not say which side may leave here",
                context.pointer(placed.hex, "tags", placed.number, "side"),
                placed.hex,
                _sides(context, placed),
            )


@check("M602", "exit-off-the-enemy-edge", Severity.WARNING, source="V-63, V-EXIT-10")
def exit_off_the_enemy_edge(context: Context) -> Iterator[Problem]:
    """An exit lies in the middle of the board, or on the edge of the side that may use it.

    Why it matters:
        A unit leaves the board over its edge, so there has to be an edge. From its
        own edge a unit could leave without crossing the battlefield.

    Example:
        An exit of the player at the bottom, on the bottom row.

    Instead:
        Put it on the enemy's edge, or where a road leaves the board at the side.
    """
    for placed in _markers(context):
        hexes = dict.fromkeys((placed.hex, *(placed.tag.group or ())))
        pointer = context.pointer(placed.hex, "tags", placed.number)
        inner = [hex_ for hex_ in hexes if not _on_edge(context, hex_)]
        if inner:
            message = f"an exit leads off {context.names(inner)}, which is not on the board's edge"
            yield warning(message, pointer, placed.hex)
        side = placed.tag.side
        home = [hex_ for hex_ in hexes if side and hex_.row == _home_row(context, side)]
        if side and home:
            message = f"{SIDES[side]} may leave over their own edge on {context.names(home)}"
            yield warning(message, pointer, placed.hex)


@check("M603", "unstated-exit-rule", Severity.INFO, source="V-63")
def unstated_exit_rule(context: Context) -> Iterator[Problem]:
    """There are exit markers, but no text says what they are for.

    Why it matters:
        What a unit wins by leaving is part of the conditions of victory, and
        players read those, not the map.

    Example:
        Two exit markers, and conditions of victory that only name medals.

    Instead:
        Add a sentence to the conditions of victory. Texts are searched in English,
        French, German, Italian, Russian and Chinese.
    """
    first = next(_markers(context), None)
    texts = context.scenario.texts
    if first and not any(_may_say_exit(language, said) for language, said in texts.items()):
        yield info(
            "no text says what the exit markers are for",
            context.pointer(first.hex, "tags", first.number),
            first.hex,
        )


def _markers(context: Context) -> Iterator[PlacedTag]:
    """Yield the exit markers; other tags that behave like one included."""
    for placed in context.tags:
        if placed.element.exit or placed.tag.behavior == _BEHAVIOR:
            yield placed


def _sides(context: Context, placed: PlacedTag) -> tuple[Fix, ...]:
    """Offer each side, the one whose enemy's edge it is first."""
    pointer = context.pointer(placed.hex, "tags", placed.number, "side")
    sides = sorted(Side, key=lambda side: _home_row(context, side.enemy) != placed.hex.row)
    return tuple(give(f"Let {SIDES[side]} leave here", pointer, side) for side in sides)


def _home_row(context: Context, side: Side) -> int | None:
    """Return the row of a side's own edge, or None where the briefing does not tell."""
    briefing = context.scenario.briefing
    if briefing.top.side is side:
        return 0
    return context.scenario.board.rows - 1 if briefing.bottom.side is side else None


def _on_edge(context: Context, hex_: Hex) -> bool:
    return len(context.scenario.board.neighbours.get(hex_, ())) < len(Direction)


def _may_say_exit(language: str, texts: Texts) -> bool:
    """Tell whether a text speaks of leaving, or is in a language we do not judge."""
    words = _SAYS_EXIT.get(language)
    prose = " ".join(filter(None, (texts.description, texts.victory, texts.rules))).lower()
    return bool(prose) if words is None else any(word_ in prose for word_ in words)


CHECKS = (unclear_exit_side, exit_off_the_enemy_edge, unstated_exit_rule)
