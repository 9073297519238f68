"""The sections of a report about changes, other versions and single cards, as plain data."""

from __future__ import annotations

from m44core.balance_lab import comparison_words, restriction_words, sweep_words
from m44core.balance_lab.balance_results import FurtherResults, NamedComparison
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.balance_lab.sweep import Estimate, SweepResult, TestedChange
from m44core.balance_lab.verdict_words import human_play_reminder
from m44core.messages.message import (
    Message,
    Renderer,
    label_with_text,
    message,
    message_in,
    percent,
    signed_points,
)
from m44core.rules.game.side_names import SIDES

_EVEN = 0.5
_LOW_END = 0.02  # of a plot, so that marks at its ends are whole
_MAX_CHANGES = 10


def further_results_content(
    further_results: FurtherResults, renderer: Renderer
) -> dict[str, object]:
    """Return the sections about further measurements; None for each missing measurement.

    Positions on a plot are numbers from 0 (its left end) to 1.
    """
    sweep, comparison, costs = (
        further_results.sweep,
        further_results.comparison,
        further_results.restriction_costs,
    )
    measured_costs = [cost for cost in costs if cost.pairs]
    return {
        "scale": [renderer.render(percent(end)) for end in (0, 1)],
        "changes": _changes_content(sweep, renderer) if sweep else None,
        "comparison": _comparison_content(comparison, renderer) if comparison else None,
        "worths": _restriction_costs_content(measured_costs, renderer) if measured_costs else None,
    }


def _changes_content(sweep: SweepResult, renderer: Renderer) -> dict[str, object]:
    """Return the suggestions of a sweep, preceded by the unchanged scenario."""
    suggestions = sweep.suggestions[:_MAX_CHANGES]
    reaching_changes = [each for each in suggestions if sweep.reaches_aim(each.share)]
    other_suggestions = (
        [each for each in suggestions if each not in reaching_changes] if reaching_changes else []
    )
    rows = [
        _change_content(each, renderer, is_pale=each in other_suggestions) for each in suggestions
    ]
    if sweep.base is not None and rows:
        as_it_is = renderer.sentence(message("the scenario as it is"))
        rows.insert(0, {"name": as_it_is, "effect": "", **_share_content(sweep.base, renderer)})
    lines = sweep_words.base_balance_lines(sweep) if not rows else []
    if suggestions and sweep.aim is not None and not reaching_changes:
        lines.append(message("None of the changes tried reaches the target."))
    target_note = [message("Paler rows miss the target.")] if other_suggestions else []
    notes = [*target_note, *sweep_words.text_notes(sweep), *sweep_words.sweep_remarks(sweep)]
    return {
        "title": renderer.sentence(_changes_title(sweep)),
        "lines": [renderer.sentence(line) for line in lines],
        "rows": rows,
        "note": " ".join(
            renderer.sentence(note) for note in notes if note != human_play_reminder()
        ),
    }


def _changes_title(sweep: SweepResult) -> Message:
    if sweep.aim is None:
        return message("Changes with the largest effect")
    if sweep.aim == _EVEN:
        return message("Changes that would make it even")
    return message("Changes that would bring the Allied win rate to {aim}", aim=percent(sweep.aim))


def _change_content(
    change: TestedChange, renderer: Renderer, *, is_pale: bool
) -> dict[str, object]:
    effect = change.effect
    return {
        "name": renderer.sentence(sweep_words.change_text(change)),
        "effect": renderer.render(_points_with_interval(effect.mean, effect.low, effect.high)),
        **_share_content(change.share, renderer, is_pale=is_pale),
    }


def _share_content(
    share: Estimate | Interval, renderer: Renderer, *, is_pale: bool = False
) -> dict[str, object]:
    """Return an Allied win rate, its interval, and its position on a plot from 0 to 100%."""
    interval = message("{low} to {high}", low=round(100 * share.low), high=round(100 * share.high))
    return {
        "share": renderer.render(percent(share.mean)),
        "interval": renderer.render(interval),
        "is_pale": is_pale,
        "side": "allies" if share.mean >= _EVEN else "axis",
        "plot": _plot_positions(share.mean, share.low, share.high),
    }


def _plot_positions(position: float, low: float, high: float) -> dict[str, float]:
    places = {"at": position, "low": low, "high": high}
    return {name: _LOW_END + (1 - 2 * _LOW_END) * value for name, value in places.items()}


def _points_with_interval(mean: float, low: float, high: float) -> Message:
    return message(
        "{points} ({low} to {high})",
        points=signed_points(mean),
        low=signed_points(low),
        high=signed_points(high),
    )


def _comparison_content(named_comparison: NamedComparison, renderer: Renderer) -> dict[str, object]:
    """Return the result of a comparison, and the Allied win rate in each scenario."""
    comparison, names = (
        named_comparison.comparison,
        (named_comparison.first, named_comparison.second),
    )
    rows: list[dict[str, object]] = []
    if comparison.difference.pairs:
        rows = [
            {"name": name, **_share_content(share, renderer)}
            for name, share in zip(names, comparison.shares, strict=True)
        ]
    notes = [] if comparison.has_identical_play else comparison_words.comparison_notes(comparison)
    title = label_with_text(message("compared with another version"), named_comparison.second)
    return {
        "title": renderer.sentence(title),
        "headline": renderer.sentence(comparison_words.comparison_headline(comparison, *names)),
        "rows": rows,
        "lines": [
            renderer.sentence(line) for line in comparison_words.comparison_play_lines(comparison)
        ],
        "note": " ".join(map(renderer.sentence, notes)),
    }


def _restriction_costs_content(
    costs: list[RestrictionCost], renderer: Renderer
) -> dict[str, object]:
    """Return the table of what cards and sections are worth, the most valuable first."""
    largest_cost = max(max(abs(end) for end in cost.cost) for cost in costs) or 1.0
    notes = [
        each
        for each in restriction_words.restriction_remarks(costs)
        if each != human_play_reminder()
    ]
    sorted_costs = sorted(costs, key=lambda cost: -cost.cost[0])
    return {
        "rows": [_restriction_cost_content(cost, largest_cost, renderer) for cost in sorted_costs],
        "note": " ".join(map(renderer.sentence, notes)),
        "has_pale": not all(cost.is_significant for cost in costs),
    }


def _restriction_cost_content(
    cost: RestrictionCost, largest_cost: float, renderer: Renderer
) -> dict[str, object]:
    points, low, high = cost.cost
    free_share, restricted_share = cost.shares
    side = cost.restriction.side
    interval = message_in(
        "signed", "{low} to {high}", low=signed_points(low), high=signed_points(high)
    )
    return {
        "name": renderer.sentence(restriction_words.restriction_label(cost.restriction)),
        "side": side.lower(),
        "side_name": renderer.render(SIDES[side]),
        "points": renderer.render(signed_points(points)),
        "interval": renderer.render(interval),
        "free": renderer.render(percent(free_share)),
        "restricted": renderer.render(percent(restricted_share)),
        "is_pale": not cost.is_significant,
        "plot": _plot_positions(
            *(0.5 + 0.5 * value / largest_cost for value in (points, low, high))
        ),
    }
