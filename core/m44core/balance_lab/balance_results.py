"""All that a report or a results file contains about the balance of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from m44core.balance_lab.decisive_factors import DecisiveFactors, decisive_factors
from m44core.balance_lab.fun_measures import GameplayMeasures, fun_measures
from m44core.balance_lab.human_share import HumanShare, human_share, reliability_warnings
from m44core.balance_lab.logged_games import GamesSummary
from m44core.balance_lab.scenario_errors import scenario_errors
from m44core.balance_lab.verdict import Verdict
from m44core.diagnostics import Diagnostic
from m44core.messages.message import Message
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.battlefield import Battlefield
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

if TYPE_CHECKING:
    from m44core.balance_lab.comparison import Comparison
    from m44core.balance_lab.restriction_run import RestrictionCost
    from m44core.balance_lab.sweep import SweepResult


@dataclass(frozen=True, slots=True)
class NamedComparison:
    """A comparison with the names of its scenarios.

    Attributes:
        comparison: The comparison.
        first: The name of the first scenario, such as its file name.
        second: The name of the second scenario.
    """

    comparison: Comparison
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class FurtherResults:
    """Further measurements of a scenario, for its report.

    Attributes:
        sweep: Changes to the scenario, and what they do; None if none were tried.
        comparison: The comparison with another scenario; None if there is none.
        restriction_costs: The contribution of each card and section to winning.
    """

    sweep: SweepResult | None = None
    comparison: NamedComparison | None = None
    restriction_costs: tuple[RestrictionCost, ...] = ()


@dataclass(frozen=True, slots=True)
class BalanceResults:
    """A verdict, and the statistics of its games.

    Attributes:
        plan: The plan of the games.
        verdict: The verdict.
        field: The battlefield.
        factors: The factors that decide the scenario.
        gameplay: The gameplay measures; None without games.
        gaps: The parts of the scenario that the games leave out.
        human_share: The estimated Allied win rate in games between people; None if unknown.
        reliability_warnings: The reasons why `human_share` is unreliable; empty if it is reliable.
        logged_games: The results of the logged human games; None if there are none.
        further: Further measurements of the scenario.
        errors: The errors of the scenario that affect play.
    """

    plan: SimulationPlan
    verdict: Verdict
    field: Battlefield
    factors: DecisiveFactors
    gameplay: GameplayMeasures | None
    gaps: tuple[Gap, ...] = ()
    human_share: HumanShare | None = None
    reliability_warnings: tuple[Message, ...] = ()
    logged_games: GamesSummary | None = None
    further: FurtherResults = FurtherResults()
    errors: tuple[Diagnostic, ...] = ()


def balance_results(
    plan: SimulationPlan,
    verdict: Verdict,
    logged: GamesSummary | None = None,
    errors: tuple[Diagnostic, ...] | None = None,
) -> BalanceResults:
    """Return the statistics of a verdict's games; this takes a few tenths of a second.

    Args:
        plan: The plan of the games.
        verdict: The verdict.
        logged: Games of the scenario that people played.
        errors: The errors of the scenario that affect play; by default, those that its checks find.

    Raises:
        M44Error: the scenario cannot be played, or the data of the program are damaged.
    """
    field = plan.start().field
    estimate = human_share(verdict.allies, verdict.setup.levels)
    return BalanceResults(
        plan=plan,
        verdict=verdict,
        field=field,
        factors=decisive_factors(verdict.records, verdict.adjusted.values),
        gameplay=fun_measures(verdict.records, field),
        gaps=(*engine_gaps_from_texts(plan.scenario), *gaps(plan.scenario)),
        human_share=estimate,
        reliability_warnings=reliability_warnings(plan.scenario, estimate) if estimate else (),
        logged_games=logged if logged and logged.games else None,
        errors=scenario_errors(plan.scenario) if errors is None else errors,
    )
