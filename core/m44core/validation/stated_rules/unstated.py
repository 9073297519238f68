"""Rules that a text states and the data do not: told before play, for they are not played."""

from __future__ import annotations

from m44core.findings.render import message_of
from m44core.model.scenario import Scenario
from m44core.rules.analysis.engine_gaps import Gap, published_gaps
from m44core.rules.analysis.scenario_gaps import text_gap
from m44core.validation.allotment import Allotment, OverdueError
from m44core.validation.basis.context import Context
from m44core.validation.stated_rules.named_rules import rule_without_data


def gaps_of_texts(scenario: Scenario) -> tuple[Gap, ...]:
    """Return what M813 finds, as what a game is played without; each rule once (B-SETUP-10).

    Of scenarios that are known by their numbers it is told what their texts state besides.

    Texts too long to be read in the time of a check are told of as far as they were read.
    """
    found = [*published_gaps(scenario)]
    try:
        with Allotment().for_one_check():
            for finding in rule_without_data.run(Context.of(scenario)):
                found.append(text_gap(message_of(finding)))
    except OverdueError:
        pass
    return tuple(found)
