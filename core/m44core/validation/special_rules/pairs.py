"""Special rules that contradict each other, or that another makes idle (M320)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.data_files import Entry, yaml_mapping
from m44core.findings.kinds import Sayable, say
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import Message
from m44core.model.rule_declarations import declarations
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import remove

_PAIRS_FILE = Path(__file__).parent / "pairs.yaml"


@check("M320")
def special_rules_at_odds(context: Context) -> Iterator[Problem]:
    """Special rules that cannot both hold, or one of which does nothing (LINT-S2)."""
    for one, other in _rule_pairs()["contrary"]:
        if _is_on(context, one) and _is_on(context, other):
            repairs = (*removal(context, one), *removal(context, other))
            yield problem(
                "contrary",
                rule_pointer(other),
                None,
                *repairs,
                one=rule_said(one),
                other=rule_said(other),
            )
    for pair in _rule_pairs()["includes"]:
        if _includes(context, pair):
            one, other = pair["rule"], pair["has"]
            yield problem(
                "included",
                rule_pointer(other),
                None,
                *removal(context, other),
                one=rule_said(one),
                other=rule_said(other),
            )
    for each in _rule_pairs()["alone"]:
        rule = each["rule"]
        if _is_on(context, rule) and not _has_company(context, each):
            said: dict[str, Sayable] = {"rule": rule_said(rule), "wanted": say(each["wants"])}
            yield problem("alone", rule_pointer(rule), None, *removal(context, rule), **said)


def rule_said(key: str) -> Message:
    """Return what people call a special rule, by its key in our files."""
    declared = declarations().by_key(key)
    return Message(declared.label if declared else key)


def removal(context: Context, key: str, called: str = "") -> tuple[Repair, ...]:
    """Offer to remove a special rule; nothing where it stands beside the file.

    Args:
        context: The scenario.
        key: What its file calls the rule.
        called: The key that our files have for it, where that is another.
    """
    if key not in context.scenario.briefing.special_rules.stated:
        return ()
    return (remove("remove", rule_pointer(key), rule=rule_said(called or key)),)


def _is_on(context: Context, key: str) -> bool:
    return context.scenario.briefing.special_rules.is_on(key)


def _side(context: Context, key: str) -> Side | None:
    """Return the side a special rule is about, if it names one."""
    return getattr(context.scenario.briefing.special_rules.in_force.get(key), "side", None)


def _includes(context: Context, pair: Entry) -> bool:
    """Tell whether one rule already does all that the other says."""
    one, other = pair["rule"], pair["has"]
    if not (_is_on(context, one) and _is_on(context, other)):
        return False
    if pair.get("same"):
        return _side(context, one) is _side(context, other)
    key, side = (other, pair["side"]) if "side" in pair else (one, pair["of"])
    return _side(context, key) is Side(side.upper())


def _has_company(context: Context, each: Entry) -> bool:
    """Tell whether a rule that means nothing alone is not alone."""
    rules = context.scenario.briefing.special_rules
    if each.get("switched-off"):
        return any(key in rules.in_force and not rules.is_on(key) for key in each["one-of"])
    return any(rules.is_on(key) for key in each["one-of"])


@cache
def _rule_pairs() -> Entry:
    return yaml_mapping(_PAIRS_FILE)
