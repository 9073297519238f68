"""The value of a card or a section in plain words, the same in the editor and elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m44core.balance_lab.record_games import failed_games_message
from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_run import RestrictionCost, RestrictionResults
from m44core.balance_lab.verdict_words import human_play_reminder
from m44core.board import Section
from m44core.messages.message import (
    Message,
    Value,
    enumerated,
    label_with_text,
    message,
    percent,
    several,
    signed_points,
)
from m44core.rules.cards.command_cards import cards, title_of_card
from m44core.rules.game.side_names import SIDES, message_by_side

SECTION_LABELS: Mapping[Section, Message] = {
    Section.LEFT: message("orders on the left flank"),
    Section.CENTRE: message("orders in the center"),
    Section.RIGHT: message("orders on the right flank"),
}
"""What a side loses by ignoring each section, as its own player sees the sections."""


def restriction_label(restriction: Restriction) -> Value:
    """Return the label of a restriction: a card, or orders in a section."""
    if restriction.section is not None:
        return SECTION_LABELS[restriction.section]
    keys = sorted(restriction.cards)
    if len(keys) == 1:
        return title_of_card(keys[0])
    return enumerated(dict.fromkeys(cards()[key].noun for key in keys))  # of all sections


def restriction_cost_text(cost: RestrictionCost) -> Message:
    """Return the value of a card or section to a side, and how often that side wins without it."""
    side, name = cost.restriction.side, restriction_label(cost.restriction)
    if not cost.pairs:
        label = message("{name} ({side})", name=name, side=SIDES[side])
        return label_with_text(label, message("Not enough games for a result yet"))
    free, restricted = cost.shares
    points, low, high = cost.cost
    values: dict[str, Value] = {
        "name": name,
        "restricted": percent(restricted),
        "free": percent(free),
        "points": signed_points(points),
        "low": signed_points(low),
        "high": signed_points(high),
    }
    if cost.is_significant:
        return message_by_side(
            side,
            message(
                "{name}: worth {points} points to the Axis ({low} to {high}). Without it, the Axis "
                "wins {restricted} instead of {free}.",
                **values,
            ),
            message(
                "{name}: worth {points} points to the Allies ({low} to {high}). Without it, the "
                "Allies win {restricted} instead of {free}.",
                **values,
            ),
        )
    return message_by_side(
        side,
        message(
            "{name}: worth {points} points to the Axis ({low} to {high}), but this may be due to "
            "chance. Without it, the Axis wins {restricted} instead of {free}.",
            **values,
        ),
        message(
            "{name}: worth {points} points to the Allies ({low} to {high}), but this may be due "
            "to chance. Without it, the Allies win {restricted} instead of {free}.",
            **values,
        ),
    )


def progress_text(results: RestrictionResults) -> Message:
    """Return the current measurement and the progress of the run."""
    number = min(results.current, len(results.costs) - 1)
    restriction = results.costs[number].restriction
    return message(
        "{name} ({side}), {number} of {all}: {share} done",
        name=restriction_label(restriction),
        side=SIDES[restriction.side],
        number=number + 1,
        all=len(results.costs),
        share=percent(results.done_share),
    )


def restriction_remarks(costs: Sequence[RestrictionCost]) -> list[Message]:
    """Return how the results were obtained, and their limits."""
    remarks = []
    if pairs := max((cost.pairs for cost in costs), default=0):
        remarks.append(
            several(
                "For each result, at most {number} pair of games was played. Both games of a "
                "pair start with the same cards if possible; in one of them, the side plays "
                "without the card or section.",
                "For each result, at most {number} pairs of games were played. Both games of "
                "a pair start with the same cards if possible; in one of them, the side plays "
                "without the card or section.",
                pairs,
            )
        )
    if len(costs) > 1:
        remarks.append(message("Each interval has 95% confidence on its own."))
    if any(cost.restriction.cards for cost in costs):
        remarks.append(message("A side that can play nothing else plays the card anyway."))
    if failed_games := [game for cost in costs for game in cost.failed_games]:
        remarks.append(failed_games_message(failed_games))
    return [*remarks, human_play_reminder()]
