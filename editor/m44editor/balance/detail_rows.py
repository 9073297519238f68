"""The details of a verdict as tables of messages: decisive factors and gameplay measures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from m44core.balance_lab.decisive_factors import (
    CardUse,
    DecisiveFactors,
    Factor,
    MedalPlaces,
    ObjectiveControl,
    UnitLosses,
    factor_label,
    unit_label,
)
from m44core.balance_lab.factor_words import MEDAL_SOURCES
from m44core.balance_lab.fun_measures import GameplayMeasures, measure_lines
from m44core.balance_lab.recorded_facts import GameId
from m44core.balance_lab.restricted_play import Restriction
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import (
    Message,
    Value,
    message,
    message_in,
    one_decimal,
    percent,
    signed_points,
)
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.side_names import SIDES
from m44editor.balance.measurement_job import VerdictDetails

_NO_VALUE = "\N{EN DASH}"
_MAX_FACTORS = 20
_MIN_MEDALS = 0.05  # per game, of a hex that is listed


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Attributes:
        cells: The lines of its cells; the first cell is its name.
        games: The games in which the event of the row happened.
        is_heading: Whether the rows below it are parts of it.
        restriction: The restriction that measures the value of the row's card, if any.
    """

    cells: tuple[Value | tuple[Value, ...], ...]
    games: tuple[GameId, ...] = ()
    is_heading: bool = False
    restriction: Restriction | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        title: Its title.
        meaning: Its meaning, in a sentence; "" if the title is enough.
    """

    title: Value
    meaning: Value = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of details.

    Attributes:
        title: Its title.
        columns: Its columns.
        rows: Its rows.
    """

    title: Message
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


TABLE_TITLES: tuple[Message, ...] = (
    message("What decides the game"),
    message("How it plays"),
    message("Medals"),
    message("Units"),
    message("Objectives"),
    message("Cards"),
)
"""The titles of the tables, in their order."""


def tables_of_details(details: VerdictDetails, field: Battlefield) -> tuple[Table, ...]:
    """Return the tables of some details.

    Args:
        details: The details.
        field: The battlefield of their scenario, for the names of units.
    """
    factors = details.factors
    contents = (
        _factor_table(factors, field),
        _fun_table(details.fun),
        _medal_table(factors.medals),
        _unit_table(factors.units, field),
        _objective_table(factors.objectives),
        _card_table(factors.cards),
    )
    return tuple(
        Table(title, columns, tuple(rows))
        for title, (columns, rows) in zip(TABLE_TITLES, contents, strict=True)
    )


_Content = tuple[tuple[Column, ...], Iterable[Row]]


def _factor_table(factors: DecisiveFactors, field: Battlefield) -> _Content:
    meaning = message(
        "How many percentage points more often this side wins in games where this happens, "
        "with the 95% interval"
    )
    columns = Column(message("Event")), Column(message("Advantage"), meaning)
    return columns, (_factor_row(each, field) for each in factors.significant[:_MAX_FACTORS])


def _factor_row(factor: Factor, field: Battlefield) -> Row:
    side, gain, low, high = factor.worth.gain
    points = message("{side} {points}", side=SIDES[side], points=signed_points(gain))
    interval_text = message_in(
        "interval", "{low} to {high}", low=signed_points(low), high=signed_points(high)
    )
    return Row((factor_label(factor, field), (points, interval_text)), factor.examples)


def _fun_table(fun: GameplayMeasures | None) -> _Content:
    lines = measure_lines(fun) if fun else []
    columns = (Column(message("How it plays")),)
    return columns, (Row(((each.text, each.hint) if each.hint else each.text,)) for each in lines)


def _medal_table(medals: Iterable[MedalPlaces]) -> _Content:
    columns = Column(message("Medals per game")), *(Column(SIDES[side]) for side in Side)
    return columns, _medal_rows({(each.source, each.side): each for each in medals})


def _medal_rows(medals: Mapping[tuple[str, Side], MedalPlaces]) -> Iterator[Row]:
    for source, label in MEDAL_SOURCES.items():
        medals_by_side = {side: medals[source, side] for side in Side if (source, side) in medals}
        if not medals_by_side:
            continue
        totals = {side: place.average for side, place in medals_by_side.items()}
        yield Row((label, *_format_averages(totals)), is_heading=True)
        hexes = {hex_ for place in medals_by_side.values() for hex_ in place.hexes if hex_}
        by_hex = {
            hex_: {side: place.hexes.get(hex_, 0.0) for side, place in medals_by_side.items()}
            for hex_ in hexes
        }
        for hex_ in sorted(hexes, key=lambda each: (-sum(by_hex[each].values()), each)):
            averages = by_hex[hex_]
            if sum(averages.values()) >= _MIN_MEDALS:
                leading_side = max(averages, key=lambda side: averages[side])
                yield Row(
                    (hex_, *_format_averages(averages)),
                    medals_by_side[leading_side].examples.get(hex_, ()),
                )


def _format_averages(by_side: Mapping[Side, float]) -> tuple[Value, ...]:
    return tuple(_format_average(by_side.get(side, 0.0)) for side in Side)


def _format_average(number: float) -> Value:
    return one_decimal(number) if number else _NO_VALUE


def _unit_table(units: Iterable[UnitLosses], field: Battlefield) -> _Content:
    columns = (
        Column(message("Unit")),
        Column(message("Lost"), message("How often it is eliminated")),
        Column(message("Figures"), message("Figures lost per game")),
        Column(message("Turn"), message("Median turn on which it is eliminated")),
    )
    return columns, _group_by_side((each.side, _unit_row(each, field)) for each in units)


def _unit_row(unit: UnitLosses, field: Battlefield) -> Row:
    turn: Value = round(unit.turn) if unit.turn is not None else _NO_VALUE
    numbers = percent(unit.lost), one_decimal(unit.figures), turn
    return Row((unit_label(unit.unit, field), *numbers), unit.examples)


def _group_by_side(rows: Iterable[tuple[Side, Row]]) -> Iterator[Row]:
    """Yield a heading for each side, followed by its rows; *rows* must be sorted by side."""
    for side, side_rows in groupby(rows, lambda each: each[0]):
        for number, (_, row) in enumerate(side_rows):
            if not number:
                yield Row((SIDES[side], *[""] * (len(row.cells) - 1)), is_heading=True)
            yield row


def _objective_table(objectives: Iterable[ObjectiveControl]) -> _Content:
    meaning = message(
        "How often this side holds it at the end of the game, and the turn on "
        "which it first takes it"
    )
    columns = Column(message("Objective")), *(Column(SIDES[side], meaning) for side in Side)
    return columns, (
        Row(
            (each.name, *(_share_held_at_end(each, side) for side in Side)), _capture_examples(each)
        )
        for each in objectives
    )


def _share_held_at_end(objective: ObjectiveControl, side: Side) -> Value:
    share, first_turn = percent(objective.held_at_end[side]), objective.first_turn.get(side)
    if first_turn is None:
        return share
    return message("{share}, first on turn {turn}", share=share, turn=round(first_turn))


def _capture_examples(objective: ObjectiveControl) -> tuple[GameId, ...]:
    """Return example games of the side that takes an objective later; empty if neither does."""
    if not objective.first_turn:
        return ()
    return objective.examples[
        max(objective.first_turn, key=lambda side: objective.first_turn[side])
    ]


def _card_table(cards: Iterable[CardUse]) -> _Content:
    columns = (
        Column(message("Card")),
        Column(message_in("card", "Played"), message("How often it is played per game")),
        Column(message("No unit"), message("How often it is played without ordering any unit")),
        Column(
            message("Effect"),
            message(
                "How many percentage points the turn it is played adds to the chance of "
                "winning, compared with other turns"
            ),
        ),
    )
    return columns, _group_by_side((each.side, _card_row(each)) for each in cards)


def _card_row(card: CardUse) -> Row:
    numbers = one_decimal(card.played), percent(card.idle), signed_points(card.swing)
    restriction = Restriction(card.side, cards=frozenset({card.card}))
    return Row((title_of_card(card.card), *numbers), card.idle_examples, restriction=restriction)
