"""The report after a game, as values and as HTML: losses, objectives, dice luck, medals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import (
    Message,
    Renderer,
    Value,
    enumerated,
    message,
    one_decimal,
    signed_number,
)
from m44core.rules.game.actions import Action, Exit, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.side_names import SIDES
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import count_hits, faces_that_hit_now


@dataclass(slots=True)
class SideReport:
    """The report for one side.

    Attributes:
        side: The side.
        medals: Its medals at the beginning of every turn, and at the end.
        attacks: The number of attacks.
        single_die_attacks: The number of attacks with a single die.
        dice: The number of dice rolled.
        hits: The number of hits.
        expected_hits: The expected number of hits.
        lost_figures: The number of figures lost; figures that exited do not count.
        lost_units: The eliminated units, each with the turn of its loss.
    """

    side: Side
    medals: list[int] = field(default_factory=list)
    attacks: int = 0
    single_die_attacks: int = 0
    dice: int = 0
    hits: int = 0
    expected_hits: float = 0.0
    lost_figures: int = 0
    lost_units: list[tuple[int, Message]] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """The number of hits above (or, if negative, below) the expected number."""
        return self.hits - self.expected_hits


@dataclass(frozen=True, slots=True)
class ObjectiveCapture:
    """An objective that changed hands.

    Attributes:
        turn: The turn.
        hex: The hex of its medal.
        side: The new holder; None if nobody holds it.
    """

    turn: int
    hex: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class GameReport:
    """The report of a game.

    Attributes:
        first_turn: The number of the turn in which it began; 0 for a game from its start.
        turns: The number of turns.
        side_reports: The reports for the top and for the bottom player.
        objectives: The captures of objectives, in order.
        reason: The reason why it ended; None if it has not.
    """

    first_turn: int
    turns: int
    side_reports: tuple[SideReport, SideReport]
    objectives: tuple[ObjectiveCapture, ...]
    reason: Message | None


def report_of_game(start: GameState, actions: Iterable[Action]) -> GameReport:
    """Return the report of a game with these actions; *start* is not changed."""
    state = start.clone()
    top, bottom = (SideReport(side) for side in state.field.sides)
    side_reports, captures, turn = (top, bottom), list[ObjectiveCapture](), -1
    for action in actions:
        if state.turn != turn:
            turn = state.turn
            _record_medals(state, side_reports)
        if isinstance(action, Roll) and state.fight is not None:
            _record_roll(state, action, side_reports)
        figures, holders = list(state.figures), list(state.holders)
        current_turn = state.turn
        apply_action(state, action)
        _record_losses(state, figures, current_turn, side_reports, is_exit=isinstance(action, Exit))
        captures += _objective_captures(state, holders, current_turn)
    _record_medals(state, side_reports)
    reason = state.result.reason if state.result else None
    return GameReport(start.turn, state.turn, side_reports, tuple(captures), reason)


def _record_medals(state: GameState, side_reports: tuple[SideReport, SideReport]) -> None:
    for player, side_report in enumerate(side_reports):
        side_report.medals.append(state.medals(player))


def _record_roll(state: GameState, roll: Roll, side_reports: tuple[SideReport, SideReport]) -> None:
    """Count the dice of an attack for the attacker; a reroll is not a new attack."""
    assert state.fight is not None
    side_report = side_reports[1 - state.field.units[state.fight.target].player]
    if state.phase is not Phase.REROLL:
        side_report.attacks += 1
        side_report.single_die_attacks += len(roll.faces) == 1
    hitting = faces_that_hit_now(state)
    side_report.dice += len(roll.faces)
    side_report.hits += count_hits(roll.faces, hitting)
    side_report.expected_hits += len(roll.faces) * count_hits(DIE, hitting) / len(DIE)


def _record_losses(
    state: GameState,
    before: list[int],
    turn: int,
    side_reports: tuple[SideReport, SideReport],
    *,
    is_exit: bool,
) -> None:
    for unit, figures in enumerate(before):
        lost_figures = figures - state.figures[unit]
        if lost_figures > 0 and not is_exit:
            combatant = state.field.units[unit]
            side_report = side_reports[combatant.player]
            side_report.lost_figures += lost_figures
            if not state.figures[unit]:
                side_report.lost_units.append((turn, combatant.name))


def _objective_captures(state: GameState, before: list[int], turn: int) -> list[ObjectiveCapture]:
    field_ = state.field
    pairs = zip(field_.objectives, before, state.holders, strict=True)
    return [
        ObjectiveCapture(
            turn, field_.objective_name(each), None if holder == NOBODY else field_.sides[holder]
        )
        for each, was, holder in pairs
        if was != holder
    ]


_STYLE = """
:root { color-scheme: light dark }
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 0.5em 0 1.5em }
th, td { padding: 0.25em 0.75em; text-align: right; border-bottom: 1px solid #8886 }
th:first-child, td:first-child { text-align: left }
"""
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>
<body>
{body}
</body>
</html>
"""


def report_page(report: GameReport, scenario: str, renderer: Renderer) -> str:
    """Return the report as an HTML page; *scenario* is its title."""
    title = message("{scenario}: after the game", scenario=scenario)
    return _PAGE.format(
        language=escape(renderer.language.code),
        title=_escaped_text(title, renderer),
        style=_STYLE,
        body=report_body(report, scenario, renderer),
    )


def report_body(report: GameReport, scenario: str, renderer: Renderer) -> str:
    """Return the body of the page as HTML, to be shown in a window with its own style."""
    title = message("{scenario}: after the game", scenario=scenario)
    parts = [f"<h1>{_escaped_text(title, renderer)}</h1>"]
    if report.reason:
        parts.append(f"<p>{_escaped_text(report.reason, renderer)}</p>")
    for heading, rows in (
        (message("Losses and dice"), _measure_rows(report)),
        (message("Medals at the start of each turn"), _medal_rows(report)),
        (message("Objectives"), _objective_rows(report)),
        (message("Units lost"), _lost_unit_rows(report)),
    ):
        parts += [f"<h2>{_escaped_text(heading, renderer)}</h2>", _table(rows, renderer)]
    return "\n".join(parts)


def _measure_rows(report: GameReport) -> list[Sequence[Value]]:
    side_reports = report.side_reports
    rows: list[Sequence[Value]] = [["", *(SIDES[side_report.side] for side_report in side_reports)]]
    for label, of in _MEASURES:
        rows.append([label, *(of(side_report) for side_report in side_reports)])
    return rows


def _signed_luck(side_report: SideReport) -> Value:
    """Return the luck of a side with a sign."""
    return signed_number(side_report.luck, 1)


_MEASURES = (
    (message("Figures lost"), lambda side_report: side_report.lost_figures),
    (message("Units lost"), lambda side_report: len(side_report.lost_units)),
    (message("Attacks"), lambda side_report: side_report.attacks),
    (message("Attacks with one die"), lambda side_report: side_report.single_die_attacks),
    (message("Dice"), lambda side_report: side_report.dice),
    (message("Hits"), lambda side_report: side_report.hits),
    (message("Expected hits"), lambda side_report: one_decimal(side_report.expected_hits)),
    (message("Luck (hits minus expected)"), _signed_luck),
)


def _medal_rows(report: GameReport) -> list[Sequence[Value]]:
    """Return the heading, a row for each turn without the deal (turn 0), and a row for the end."""
    top, bottom = report.side_reports
    rows: list[Sequence[Value]] = [[message("Turn"), *(SIDES[s.side] for s in report.side_reports)]]
    counts = list(zip(top.medals, bottom.medals, strict=True))
    for turn, (one, other) in enumerate(counts[:-1], report.first_turn):
        if turn:
            rows.append([turn, one, other])
    rows.append([message("Final result"), *counts[-1]])
    return rows


def _objective_rows(report: GameReport) -> list[Sequence[Value]]:
    nobody = message("neither side")
    rows: list[Sequence[Value]] = [[message("Turn"), message("Hex"), message("Held by")]]
    for each in report.objectives:
        rows.append([each.turn, each.hex, SIDES[each.side] if each.side else nobody])
    return rows


def _lost_unit_rows(report: GameReport) -> list[Sequence[Value]]:
    rows: list[Sequence[Value]] = [[message("Turn"), message("Side"), message("Units")]]
    lost_units = [
        (turn, side_report, unit)
        for side_report in report.side_reports
        for turn, unit in side_report.lost_units
    ]
    for turn in sorted({turn for turn, _, _ in lost_units}):
        for side_report in report.side_reports:
            units = [
                unit
                for loss_turn, whose, unit in lost_units
                if loss_turn == turn and whose is side_report
            ]
            if units:
                rows.append([turn, SIDES[side_report.side], enumerated(units)])
    return rows


def _table(rows: Iterable[Sequence[Value]], renderer: Renderer) -> str:
    head, *body = rows
    if not body:
        nothing = message("None.")
        return f"<p>{_escaped_text(nothing, renderer)}</p>"
    lines = [_html_row(head, "th", renderer), *(_html_row(row, "td", renderer) for row in body)]
    return "\n".join(["<table>", *lines, "</table>"])


def _html_row(values: Sequence[Value], tag: str, renderer: Renderer) -> str:
    cells = "".join(f"<{tag}>{_escaped_text(value, renderer)}</{tag}>" for value in values)
    return f"<tr>{cells}</tr>"


def _escaped_text(value: Message | Value, renderer: Renderer) -> str:
    return escape(renderer.render(value))
