"""Invented measurements other than a verdict, for the tests of reports.

They are functions, because playing the games they refer to would slow down the import.
"""

from __future__ import annotations

from functools import cache

from tests.core.balance_lab.played_results import played_results

from m44core.balance_lab.balance_results import FurtherResults, NamedComparison
from m44core.balance_lab.comparison import Comparison, Difference, Outcome
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.balance_lab.sweep import Estimate, SweepResult, SweepStage, TestedChange
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import message


def suggestion(text: str, share: float, effect: float) -> TestedChange:
    """Return a tested change after which the Allies win *share* of the games, within 5 points."""
    return TestedChange(
        changes=(),
        sentences=(message(text),),
        cost=1.0,
        scenario=played_results().plan.scenario,
        share=Estimate(share, share - 0.05, share + 0.05, 400),
        effect=Estimate(effect, effect - 0.07, effect + 0.07, 400),
        is_fresh=True,
    )


@cache
def sweep_with_two_suggestions() -> SweepResult:
    """Return the result of a sweep with two suggestions."""
    less, wire = suggestion("One card less.", 0.52, -0.12), suggestion("Wire on A1.", 0.58, -0.06)
    base = Estimate(0.64, 0.59, 0.69, 400)
    return SweepResult(SweepStage.DONE, aim=0.5, base=base, suggestions=(less, wire))


CARD = Restriction(Side.ALLIES, cards=frozenset({"air-power"}))
RESTRICTION_COSTS = (
    RestrictionCost(CARD, -0.07, -0.11, -0.03, 0.58, 0.51, pairs=300, planned=300),
    RestrictionCost(
        Restriction(Side.AXIS, section=Section.LEFT), 0.09, -0.01, 0.19, 0.58, 0.67, 80, 80
    ),
)


def comparison() -> NamedComparison:
    """Return a comparison in which the Allies win the second scenario less often."""
    setup = played_results().verdict.setup
    shares = Interval(0.64, 0.6, 0.68, 300, 300), Interval(0.52, 0.48, 0.56, 300, 300)
    difference = Difference(-0.12, -0.19, -0.05, 300, 300)
    other = type(setup)("another", setup.settings, setup.levels, setup.engine, setup.title)
    comparison_ = Comparison((setup, other), shares, difference, Outcome.LESS, 0.1)
    return NamedComparison(comparison_, "old.m44", "new.m44")


def further_results() -> FurtherResults:
    """Return one further result of each kind."""
    return FurtherResults(sweep_with_two_suggestions(), comparison(), RESTRICTION_COSTS)
