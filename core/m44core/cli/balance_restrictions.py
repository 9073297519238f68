"""``m44 balance --without-card`` and ``--without-section``.

They measure what a card or section is worth to a side.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence

from m44core.balance_lab import restriction_words
from m44core.balance_lab.balance_results import FurtherResults
from m44core.balance_lab.further_results_json import restriction_data
from m44core.balance_lab.restriction_names import parse_restrictions
from m44core.balance_lab.restriction_run import (
    MAX_PAIRS,
    RestrictionCost,
    RestrictionResults,
    RestrictionRun,
)
from m44core.catalogue.catalogue_types import Side
from m44core.cli.balance_games import GameRunner
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.text_table import text_table
from m44core.errors import M44Error
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import (
    Renderer,
    label_with_text,
    message,
    message_in,
    percent,
    signed_points,
)
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.game.side_names import SIDES

SIDE_NAMES: Mapping[str, tuple[Side, ...]] = {
    "axis": (Side.AXIS,),
    "allies": (Side.ALLIES,),
    "both": tuple(Side),
}
"""The values of ``--side``."""


def run_restrictions(
    path: str, arguments: argparse.Namespace, runner: GameRunner
) -> tuple[int, FurtherResults]:
    """Measure and print the value of cards and sections.

    Returns:
        The exit status, and the results for a report.

    Raises:
        M44Error: the scenario cannot be read or played, or a name is unknown.
    """
    plan = runner.plan(read_scenario(path))
    try:
        restrictions = parse_restrictions(
            plan,
            arguments.without_card,
            arguments.without_section,
            SIDE_NAMES[arguments.side],
            runner.renderer,
        )
        max_pairs = min(MAX_PAIRS, arguments.games)
        run = RestrictionRun(plan, restrictions, runner.database, arguments.precision, max_pairs)
    except M44Error as error:
        raise M44Error(label_with_text(path, message_of_error(error))) from error
    is_complete = runner.play(
        run.play(runner.jobs, runner.executor), restriction_words.progress_text
    )
    measured_costs = [cost for cost in run.results.costs if cost.pairs or cost.failed_games]
    if measured_costs or is_complete:
        output_format = arguments.format or ("table" if len(restrictions) > 1 else "text")
        print(_OUTPUTS[output_format](plan, run.results, measured_costs, runner.renderer))
    further_results = FurtherResults(restriction_costs=tuple(measured_costs))
    if not is_complete:
        return INTERRUPTED, further_results
    return OK if all(cost.pairs for cost in run.results.costs) else FAILED, further_results


_Costs = Sequence[RestrictionCost]


def _as_text(
    plan: SimulationPlan, _results: RestrictionResults, costs: _Costs, renderer: Renderer
) -> str:
    lines = [
        *map(restriction_words.restriction_cost_text, costs),
        *restriction_words.restriction_remarks(costs),
    ]
    return "\n".join(
        [escape_controls(plan.scenario.title), *(renderer.sentence(line) for line in lines)]
    )


def _as_table(
    _plan: SimulationPlan, _results: RestrictionResults, costs: _Costs, renderer: Renderer
) -> str:
    """Return a table, the most valuable restriction first, with the remarks below."""
    sorted_costs = sorted(costs, key=lambda cost: -cost.cost[0])
    heads = [renderer.sentence(head) for head in _HEADS]
    table = text_table([heads, *(_table_cells(cost, renderer) for cost in sorted_costs)])
    remarks = (renderer.sentence(remark) for remark in restriction_words.restriction_remarks(costs))
    return "\n".join((table, *remarks))


def _table_cells(cost: RestrictionCost, renderer: Renderer) -> list[str]:
    """Return the cells of a restriction; ``~`` marks a worth that may be due to chance."""
    name = renderer.sentence(restriction_words.restriction_label(cost.restriction))
    side = renderer.render(SIDES[cost.restriction.side])
    if not cost.pairs:
        return [name, side, *[""] * (len(_HEADS) - 2)]
    points, low, high = (signed_points(share) for share in cost.cost)
    interval = message_in("interval", "{low} to {high}", low=low, high=high)
    free_share, restricted_share = cost.shares
    return [
        name,
        side,
        ("" if cost.is_significant else "~") + renderer.render(points),
        renderer.render(interval),
        renderer.render(percent(free_share)),
        renderer.render(percent(restricted_share)),
        str(cost.pairs),
    ]


_HEADS = (
    message_in("column", "Without"),
    message_in("column", "Side"),
    message_in("column", "Worth"),
    message("95% interval"),
    message_in("column", "Wins with it"),
    message_in("column", "Wins without it"),
    message_in("column", "Pairs"),
)


def _as_json(
    plan: SimulationPlan, results: RestrictionResults, costs: _Costs, renderer: Renderer
) -> str:
    assert renderer
    return json.dumps(restriction_data(plan, results.setup, costs), indent=1)


_Output = Callable[[SimulationPlan, RestrictionResults, _Costs, Renderer], str]
_OUTPUTS: Mapping[str, _Output] = {"text": _as_text, "table": _as_table, "json": _as_json}
