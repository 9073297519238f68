"""The two players: sides, hands, medals to win, first player, armies (M3xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from m44core.board import BoardType
from m44core.catalogue.types import Side
from m44core.diagnostics import Fix, Severity
from m44core.model.parts import Player
from m44core.validation.check import Problem, check, error, info, warning
from m44core.validation.context import Context
from m44core.validation.repairs import give, put
from m44core.validation.wording import SIDES, counted

_USUAL_HAND = range(2, 7)
_USUAL_LARGE_HAND = range(2, 13)  # Overlord and Breakthrough deal more cards
_USUAL_GOAL, _SOUND_GOAL = range(4, 7), range(3, 11)
_USUAL_LARGE_GOAL, _SOUND_LARGE_GOAL = range(4, 13), range(3, 16)
_SMALL_ARMY = 4


class _Seat(NamedTuple):
    """A player with the words for him."""

    player: Player
    place: str
    number: str

    @property
    def who(self) -> str:
        """What a message calls him: his side, or his edge where he has none."""
        side = self.player.side
        return SIDES[side] if side else f"the player at the {self.place}"

    def pointer(self, field: str) -> str:
        """Return where one of his fields is."""
        return f"/briefing/{self.place}/{field}"


def _seats(context: Context) -> tuple[_Seat, _Seat]:
    briefing = context.scenario.briefing
    return _Seat(briefing.top, "top", "PLAYER1"), _Seat(briefing.bottom, "bottom", "PLAYER2")


@check("M301", "unclear-sides", Severity.ERROR, source="V-20, B-M44-03, B-BOARD-08")
def unclear_sides(context: Context) -> Iterator[Problem]:
    """It is not said which side sits where, or both players have the same side.

    Why it matters:
        Nobody knows whose units are whose, who moves first, and whose medals the
        objectives are.

    Example:
        The player at the top has no side, or both players are the Axis.

    Instead:
        One player is the Axis, the other the Allies.
    """
    top, bottom = _seats(context)
    for seat, other in ((top, bottom), (bottom, top)):
        if seat.player.side is None:
            side = other.player.side.enemy if other.player.side else None
            yield error(
                f"the player at the {seat.place} has no side",
                seat.pointer("side"),
                fixes=tuple(_seated(seat, s) for s in ([side] if side else Side)),
            )
    if top.player.side and top.player.side is bottom.player.side:
        yield error(
            f"both players are {SIDES[top.player.side]}",
            bottom.pointer("side"),
            fixes=(_seated(bottom, top.player.side.enemy), _seated(top, top.player.side.enemy)),
        )


def _seated(seat: _Seat, side: Side) -> Fix:
    return give(f"Seat {SIDES[side]} at the {seat.place}", seat.pointer("side"), side)


@check("M302", "unclear-first-player", Severity.ERROR, Severity.INFO, source="V-20, B-SETUP-05")
def unclear_first_player(context: Context) -> Iterator[Problem]:
    """The briefing does not say who moves first.

    Why it matters:
        The scenario decides it, not the players, and it decides many a battle.

    Example:
        A briefing without a first player. ``SPECIAL`` is allowed and means that
        the special rules say it; the playtest then asks.

    Instead:
        Name the player at the top or the player at the bottom.
    """
    first, seats = context.scenario.briefing.first, _seats(context)
    pointer = "/briefing/first"
    if first == "SPECIAL":
        yield info("who moves first is left to the special rules", pointer)
    elif first not in [seat.number for seat in seats]:
        said = "the briefing does not say who moves first"
        yield error(
            said if first is None else f"{first!r} is no player who could move first",
            pointer,
            fixes=tuple(put(f"Let {s.who} move first", pointer, s.place) for s in seats),
        )


@check("M303", "unusual-hand", Severity.ERROR, Severity.WARNING, source="V-18, B-SETUP-04")
def unusual_hand(context: Context) -> Iterator[Problem]:
    """A player has no hand of cards, or a smaller or larger one than usual.

    Why it matters:
        Without cards nobody can order a unit. Hands of fewer than two cards or
        more than six do not occur in the base game; on Overlord and Breakthrough
        maps up to twelve are usual.

    Example:
        A hand of 0, or of 15 cards.

    Instead:
        Four to six cards; the weaker side often has fewer.
    """
    large = context.scenario.board.type is not BoardType.STANDARD
    usual = _USUAL_LARGE_HAND if large else _USUAL_HAND
    for seat in _seats(context):
        cards, pointer = seat.player.cards, seat.pointer("cards")
        if cards is None:
            message = f"the briefing does not say how many cards {seat.who} hold"
            yield error(message, pointer, fixes=(_four(pointer, "cards"),))
        elif cards < 1:
            message = f"{seat.who} hold {cards} cards and could order nobody"
            yield error(message, pointer, fixes=(_four(pointer, "cards"),))
        elif cards not in usual:
            yield warning(
                f"{seat.who} hold {counted(cards, 'card')}; usual are {usual[0]} to {usual[-1]}",
                pointer,
            )


@check(
    "M304",
    "unusual-medal-goal",
    Severity.ERROR,
    Severity.WARNING,
    Severity.INFO,
    source="V-21, B-SETUP-03",
)
def unusual_medal_goal(context: Context) -> Iterator[Problem]:
    """A player needs no medals to win, or an unusual number.

    Why it matters:
        With fewer than one medal the battle is over before it begins. Fewer than
        three is decided by one lucky roll; more than ten outlasts most armies of a
        standard board.

    Example:
        A goal of 0, or of 14 medals.

    Instead:
        Four to six medals on a standard board, up to twelve on a larger one.
    """
    large = context.scenario.board.type is not BoardType.STANDARD
    usual = _USUAL_LARGE_GOAL if large else _USUAL_GOAL
    sound = _SOUND_LARGE_GOAL if large else _SOUND_GOAL
    for seat in _seats(context):
        goal, pointer = seat.player.medals, seat.pointer("medals")
        if goal is None:
            message = f"the briefing does not say how many medals {seat.who} need to win"
            yield error(message, pointer, fixes=(_four(pointer, "medals"),))
        elif goal < 1:
            message = f"{seat.who} need {goal} medals, so they have won before the first move"
            yield error(message, pointer, fixes=(_four(pointer, "medals"),))
        elif goal not in usual:
            say, range_ = (info, usual) if goal in sound else (warning, sound)
            yield say(
                f"{seat.who} need {counted(goal, 'medal')} to win; usual are "
                f"{range_[0]} to {range_[-1]}",
                pointer,
            )


@check("M305", "unequal-medal-goals", Severity.INFO, source="V-21")
def unequal_medal_goals(context: Context) -> Iterator[Problem]:
    """The two sides need different numbers of medals to win.

    Why it matters:
        It is a fair way to balance a battle, and a slip of the pen looks the same.

    Example:
        Five medals for the Axis, three for the Allies.

    Instead:
        Nothing, if it is meant.
    """
    top, bottom = (seat.player.medals for seat in _seats(context))
    if top and bottom and top != bottom:
        yield info(
            f"the player at the top needs {counted(top, 'medal')}, the other {bottom}",
            "/briefing/bottom/medals",
        )


@check("M306", "too-few-units", Severity.ERROR, Severity.WARNING, source="V-22, R-30")
def too_few_units(context: Context) -> Iterator[Problem]:
    """A side has no units, or very few.

    Why it matters:
        A side without units has lost at once. With fewer than four, most command
        cards order nobody.

    Example:
        An empty board, or three Axis units against twelve.

    Instead:
        Give each side the units its cards need.
    """
    if any(unknown.place == "unit" for unknown in context.unknown):
        return  # their side is not known
    count = Counter(unit.side for unit in context.units)
    for side in Side:
        if count[side] == 0:
            yield error(f"{SIDES[side]} have no units", "/hexes")
        elif count[side] < _SMALL_ARMY:
            yield warning(f"{SIDES[side]} have only {counted(count[side], 'unit')}", "/hexes")


@check("M307", "unit-of-neither-side", Severity.ERROR, source="V-23, B-M44-03")
def unit_of_neither_side(context: Context) -> Iterator[Problem]:
    """A unit belongs to a side that no player commands.

    Why it matters:
        Nobody may order it, and nobody knows whether it may be attacked. The
        figures decide whose a unit is, never the flag of the player.

    Example:
        German infantry where both players are the Allies.

    Instead:
        Correct the sides of the players, or the unit.
    """
    if len(context.sides) != 1:
        return
    (only,) = context.sides
    if context.scenario.briefing.top.side is not context.scenario.briefing.bottom.side:
        return  # one player has no side yet: it may be this one's
    for unit in context.units:
        if unit.side is not only:
            yield error(
                f"{unit.element.label} belongs to {SIDES[only.enemy]}, "
                f"but both players are {SIDES[only]}",
                context.pointer(unit.hex, "unit"),
                unit.hex,
            )


def _four(pointer: str, noun: str) -> Fix:
    return put(f"Set it to 4 {noun}", pointer, 4)


CHECKS = (
    unclear_sides,
    unclear_first_player,
    unusual_hand,
    unusual_medal_goal,
    unequal_medal_goals,
    too_few_units,
    unit_of_neither_side,
)
