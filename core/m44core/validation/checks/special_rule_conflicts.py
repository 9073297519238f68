"""Special rules that contradict each other, or whose pieces are missing (M320, M612)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import Message
from m44core.model.exit_markers import exit_lines
from m44core.model.rule_declarations import declarations
from m44core.model.special_rules import Commissar
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    side_repair,
)
from m44core.validation.checks.sides import seats_of

_PAIRS_FILE = Path(__file__).parent / "special_rule_pairs.yaml"


@check("M320")
def conflicting_special_rules(context: CheckContext) -> Iterator[Problem]:
    """Special rules that contradict each other, or one of which has no effect (LINT-S2)."""
    for rule, other in _rule_pairs()["contrary"]:
        if _is_rule_on(context, rule) and _is_rule_on(context, other):
            repairs = (*removal_repairs(context, rule), *removal_repairs(context, other))
            yield problem(
                "contrary",
                rule_pointer(other),
                None,
                *repairs,
                one=rule_label(rule),
                other=rule_label(other),
            )
    for pair in _rule_pairs()["includes"]:
        if _is_rule_included(context, pair):
            rule, other = pair["rule"], pair["has"]
            yield problem(
                "included",
                rule_pointer(other),
                None,
                *removal_repairs(context, other),
                one=rule_label(rule),
                other=rule_label(other),
            )
    for each in _rule_pairs()["alone"]:
        rule = each["rule"]
        if _is_rule_on(context, rule) and not _has_needed_rule(context, each):
            values: dict[str, PhraseValue] = {
                "rule": rule_label(rule),
                "wanted": phrase(each["wants"]),
            }
            yield problem(
                "alone", rule_pointer(rule), None, *removal_repairs(context, rule), **values
            )


def rule_label(key: str) -> Message:
    """Return the label of the special rule with a key in our files; the key itself if unknown."""
    declaration = declarations().by_key(key)
    return Message(declaration.label if declaration else key)


def removal_repairs(context: CheckContext, key: str, workshop_key: str = "") -> tuple[Repair, ...]:
    """Return the repair that removes a special rule; empty if the file does not have the rule.

    Args:
        context: The scenario.
        key: The key of the rule in its file.
        workshop_key: The key in our files, if it is different.
    """
    if key not in context.scenario.briefing.special_rules.stated:
        return ()
    return (removal_repair("remove", rule_pointer(key), rule=rule_label(workshop_key or key)),)


def _is_rule_on(context: CheckContext, key: str) -> bool:
    return context.scenario.briefing.special_rules.is_on(key)


def _rule_side(context: CheckContext, key: str) -> Side | None:
    """Return the side of a special rule; None if it has none or is not active."""
    return getattr(context.scenario.briefing.special_rules.in_force.get(key), "side", None)


def _is_rule_included(context: CheckContext, pair: Entry) -> bool:
    """Return whether both rules of a pair are on, and the first includes the second."""
    rule, other = pair["rule"], pair["has"]
    if not (_is_rule_on(context, rule) and _is_rule_on(context, other)):
        return False
    if pair.get("same"):
        return _rule_side(context, rule) is _rule_side(context, other)
    key, side = (other, pair["side"]) if "side" in pair else (rule, pair["of"])
    return _rule_side(context, key) is Side(side.upper())


def _has_needed_rule(context: CheckContext, pair: Entry) -> bool:
    """Return whether the scenario has one of the rules that a special rule needs.

    For some rules, according to the data, the needed rule must instead be switched off.
    """
    rules = context.scenario.briefing.special_rules
    if pair.get("switched-off"):
        return any(key in rules.in_force and not rules.is_on(key) for key in pair["one-of"])
    return any(rules.is_on(key) for key in pair["one-of"])


@cache
def _rule_pairs() -> Entry:
    return read_yaml_mapping(_PAIRS_FILE)


_NEEDS_FILE = Path(__file__).parent / "special_rule_needs.yaml"
_SOVIET, _SOVIET_FLAGS = "ru", ("RU", "SU")


@check("M612")
def option_without_its_pieces(context: CheckContext) -> Iterator[Problem]:
    """Options about pieces, units or flags that the scenario lacks (LINT-M3, TH-COM-01)."""
    rules = context.scenario.briefing.special_rules
    functions = _piece_functions(context)
    no_train = set() if any(p.element.couples for p in context.pieces) else {"no-train"}  # M410
    for option, entry in _rule_needs().items():
        if rules.is_on(option) and not _is_need_met(context, entry, functions | no_train):
            pointer = rule_pointer(option)
            repairs = (removal_repair("remove", pointer),) if option in rules.stated else ()
            needed_value = {"needed": phrase(entry["needs"])} if "needs" in entry else {}
            yield problem(entry.get("message", "none"), pointer, None, *repairs, **needed_value)
    commissar = rules.of(Commissar)
    if commissar and not _has_soviets(context, commissar):
        pointer, side = rule_pointer(Commissar), commissar.side
        enemy = Commissar(side.enemy)
        repairs = (
            (side_repair("other-side", pointer, side.enemy, side=side.enemy.noun),)
            if _has_soviets(context, enemy)
            else ()
        )
        yield problem("commissar", pointer, None, *repairs, side=side.noun)


def _piece_functions(context: CheckContext) -> set[str]:
    """Return the functions on the board: special rules of pieces, ``mine`` and ``exit``."""
    functions = {
        placed_piece.piece.behavior
        for placed_piece in context.pieces
        if placed_piece.piece.behavior
    }
    for placed_tag in context.tags:
        functions |= {"mine"} if placed_tag.is_mine else set()
        functions |= {"exit"} if placed_tag.is_exit else set()
    return functions | ({"exit"} if exit_lines(context.scenario) else set())


def _is_need_met(context: CheckContext, entry: Entry, functions: set[str]) -> bool:
    """Return whether the scenario has what a special rule needs; True if that is unknown."""
    if functions.intersection(entry.get("functions", ())) or _has_flag(
        context, entry.get("flags", ())
    ):
        return True
    if any(placed_piece.element.key in entry.get("tiles", ()) for placed_piece in context.pieces):
        return True
    if not {"units", "badges"} & entry.keys():
        return False
    if not context.shows_all_units:
        return True
    return any(
        unit.element.key in entry.get("units", ())
        or (unit.badge is not None and unit.badge.key in entry.get("badges", ()))
        for unit in context.units
    )


def _has_flag(context: CheckContext, flags: tuple[str, ...]) -> bool:
    return any((seat.player.country or "").strip().upper() in flags for seat in seats_of(context))


def _has_soviets(context: CheckContext, commissar: Commissar) -> bool:
    """Return whether the side with the commissar has the Soviet flag or Soviet units."""
    for seat in seats_of(context):
        flag = (seat.player.country or "").strip().upper()
        if seat.player.side is commissar.side and flag in _SOVIET_FLAGS:
            return True
    units = [unit for unit in context.units if unit.side is commissar.side]
    return any(unit.element.nation and unit.element.nation.name == _SOVIET for unit in units)


@cache
def _rule_needs() -> Mapping[str, Entry]:
    return read_yaml_mapping(_NEEDS_FILE)
