"""The two players: sides, hands, medals to win, first player, armies (M301 to M307)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import phrase
from m44core.io.vocabulary.field_values import unread_text
from m44core.messages import nouns
from m44core.messages.message import Message, name
from m44core.model.scenario_parts import FirstPlayer, Player
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    side_repair,
    value_repair,
)
from m44core.validation.thresholds import Ranges, thresholds

_AT_EDGES = {
    "top": name("player.top", "the top players"),
    "bottom": name("player.bottom", "the bottom players"),
}


class Seat(NamedTuple):
    """A player and the player's board edge, ``top`` or ``bottom``."""

    player: Player
    place: str

    @property
    def title(self) -> Message:
        """The name of the player in a message: the side, or the board edge if there is none."""
        side = self.player.side
        return side.noun if side else _AT_EDGES[self.place]

    def pointer(self, field: str) -> str:
        """Return the pointer to one of the player's fields."""
        return f"/briefing/{self.place}/{field}"


def seats_of(context: CheckContext) -> tuple[Seat, Seat]:
    """Return the top player and the bottom player."""
    briefing = context.scenario.briefing
    return Seat(briefing.top, "top"), Seat(briefing.bottom, "bottom")


@check("M301")
def unclear_sides(context: CheckContext) -> Iterator[Problem]:
    """Players without a side, or both with the same side (V-20, B-M44-03, B-BOARD-08)."""
    top, bottom = seats_of(context)
    for seat, other in ((top, bottom), (bottom, top)):
        if seat.player.side is None:
            side = other.player.side.enemy if other.player.side else None
            repairs = (_seat_repair(seat, s) for s in ([side] if side else Side))
            place = phrase(seat.place)
            yield problem("no-side", seat.pointer("side"), None, *repairs, place=place)
    if top.player.side and top.player.side is bottom.player.side:
        repairs = (_seat_repair(seat, top.player.side.enemy) for seat in (bottom, top))
        pointer = bottom.pointer("side")
        yield problem("same-side", pointer, None, *repairs, side=top.player.side.noun)


def _seat_repair(seat: Seat, side: Side) -> Repair:
    return side_repair("seat", seat.pointer("side"), side, side=side.noun, place=phrase(seat.place))


@check("M302")
def unclear_first_player(context: CheckContext) -> Iterator[Problem]:
    """Briefings that do not name the player who moves first (V-20, B-SETUP-05)."""
    first, seats = context.scenario.briefing.first, seats_of(context)
    pointer = "/briefing/first"
    if first is FirstPlayer.SPECIAL:
        yield problem("special", pointer)
    elif first is None:
        repairs = [value_repair("choose", pointer, seat.place, player=seat.title) for seat in seats]
        text = unread_text(context.scenario.briefing, "first")
        if text is None:
            yield problem("missing", pointer, None, *repairs)
        else:
            yield problem("nobody", pointer, None, *repairs, first=text)


@check("M303")
def unusual_hand(context: CheckContext) -> Iterator[Problem]:
    """Hands with no cards, or with an unusual number (V-18, B-SETUP-04, LINT-C1)."""
    ranges = thresholds().boards[context.scenario.board.type].cards
    for seat in seats_of(context):
        yield from _number_problem(seat, "cards", seat.player.cards, ranges)


@check("M304")
def unusual_medal_goal(context: CheckContext) -> Iterator[Problem]:
    """Players who need no medals to win, or an unusual number (V-21, B-SETUP-03, LINT-M1)."""
    ranges = thresholds().boards[context.scenario.board.type].medals
    for seat in seats_of(context):
        yield from _number_problem(seat, "medals", seat.player.medals, ranges)


def _number_problem(
    seat: Seat, field: str, number: int | None, ranges: Ranges
) -> Iterator[Problem]:
    """Yield a problem if a number of cards or medals is missing, below 1 or unusual."""
    pointer = seat.pointer(field)
    if number is None:
        yield problem(
            "missing",
            pointer,
            None,
            _usual_number_repair(pointer, field, ranges),
            player=seat.title,
        )
    elif number < 1:
        repair = _usual_number_repair(pointer, field, ranges)
        yield problem("none", pointer, None, repair, player=seat.title, **{field: number})
    elif key := _severity_key(number, ranges):
        values = {field: _NUMBERS[field](number)}
        yield problem(key, pointer, player=seat.title, **values, **_bounds(key, ranges))


def _usual_number_repair(pointer: str, component: str, ranges: Ranges) -> Repair:
    """Return the repair that sets a usual number of cards or medals."""
    number = max(thresholds().proposed_count, int(ranges.usual.least))
    return value_repair("set", pointer, number, **{component: _NUMBERS[component](number)})


_NUMBERS = {"cards": nouns.cards, "medals": nouns.medals}


def _severity_key(number: int, ranges: Ranges) -> str:
    """Return the message key for a number outside its ranges; "" if it is inside."""
    if number not in ranges.sound:
        return "extreme"
    return "" if number in ranges.usual else "unusual"


def _bounds(key: str, ranges: Ranges) -> Mapping[str, int]:
    """Return the lowest and highest usual values (sound ones for ``extreme``), for the message."""
    minimum, maximum = ranges.sound if key == "extreme" else ranges.usual
    return {"least": int(minimum), "most": int(maximum)}


@check("M305")
def unequal_medal_goals(context: CheckContext) -> Iterator[Problem]:
    """Sides that need different numbers of medals to win (V-21, LINT-M1)."""
    top, bottom = (seat.player.medals for seat in seats_of(context))
    if top and bottom and top != bottom:
        pointer = "/briefing/bottom/medals"
        yield problem("unequal", pointer, top=nouns.medals(top), bottom=bottom)


@check("M306")
def too_few_units(context: CheckContext) -> Iterator[Problem]:
    """Sides without units, or with very few (V-22, R-30)."""
    if not context.shows_all_units:
        return
    count = Counter(unit.side for unit in context.units)
    for side in Side:
        if count[side] == 0:
            yield problem("none", "/hexes", side=side.noun)
        elif count[side] < thresholds().small_army:
            units = nouns.units(count[side])
            yield problem("few", "/hexes", side=side.noun, units=units)


@check("M307")
def unit_of_neither_side(context: CheckContext) -> Iterator[Problem]:
    """Units of a side that no player commands (V-23, B-M44-03).

    Nothing is reported while a player has no side, because it might be the side of these units.
    """
    if len(context.sides) != 1:
        return
    (only_side,) = context.sides
    if context.scenario.briefing.top.side is not context.scenario.briefing.bottom.side:
        return  # a player without a side might get the missing one
    for unit in context.units:
        if unit.side is not only_side:
            yield problem(
                "stray",
                context.pointer(unit.hex, "unit"),
                unit.hex,
                unit=unit.element.noun,
                side=only_side.enemy.noun,
                players=only_side.noun,
            )
