"""Special rules about pieces, units or nations that the scenario does not have (M612)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.data_files import Entry, yaml_mapping
from m44core.findings.kinds import say
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.model.exit_markers import exit_lines
from m44core.model.special_rules import Commissar
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import give, remove
from m44core.validation.checks.sides import seats_of

_NEEDS_FILE = Path(__file__).parent / "needs.yaml"
_SOVIET, _SOVIET_FLAGS = "ru", ("RU", "SU")


@check("M612")
def option_without_its_pieces(context: Context) -> Iterator[Problem]:
    """Options about pieces, units or flags that there are none of (LINT-M3, TH-COM-01)."""
    rules = context.scenario.briefing.special_rules
    present = _functions(context)
    aboard = set() if any(p.element.couples for p in context.pieces) else {"no-train"}  # M410
    for option, said in _rule_needs().items():
        if rules.is_on(option) and not _is_met(context, said, present | aboard):
            pointer = rule_pointer(option)
            repairs = (remove("remove", pointer),) if option in rules.stated else ()
            needed = {"needed": say(said["needs"])} if "needs" in said else {}
            yield problem(said.get("message", "none"), pointer, None, *repairs, **needed)
    commissar = rules.of(Commissar)
    if commissar and not _has_soviets(context, commissar):
        pointer, side = rule_pointer(Commissar), commissar.side
        enemy = Commissar(side.enemy)
        repairs = (
            (give("other-side", pointer, side.enemy, side=side.enemy.called),)
            if _has_soviets(context, enemy)
            else ()
        )
        yield problem("commissar", pointer, None, *repairs, side=side.called)


def _functions(context: Context) -> set[str]:
    """Return what the pieces on the board are there for."""
    present = {placed.piece.behavior for placed in context.pieces if placed.piece.behavior}
    for placed in context.tags:
        present |= {"mine"} if placed.is_mine else set()
        present |= {"exit"} if placed.is_exit else set()
    return present | ({"exit"} if exit_lines(context.scenario) else set())


def _is_met(context: Context, said: Entry, present: set[str]) -> bool:
    """Tell whether there is one of what a special rule needs, as far as is known."""
    if present.intersection(said.get("functions", ())) or _has_flag(context, said.get("flags", ())):
        return True
    if any(placed.element.key in said.get("tiles", ()) for placed in context.pieces):
        return True
    if not {"units", "badges"} & said.keys():
        return False
    if not context.shows_all_units:
        return True
    return any(
        unit.element.key in said.get("units", ())
        or (unit.badge is not None and unit.badge.key in said.get("badges", ()))
        for unit in context.units
    )


def _has_flag(context: Context, flags: tuple[str, ...]) -> bool:
    return any((seat.player.country or "").strip().upper() in flags for seat in seats_of(context))


def _has_soviets(context: Context, commissar: Commissar) -> bool:
    """Tell whether the side of the commissar is, or may be, that of the Soviet Union."""
    for seat in seats_of(context):
        flag = (seat.player.country or "").strip().upper()
        if seat.player.side is commissar.side and flag in _SOVIET_FLAGS:
            return True
    units = [unit for unit in context.units if unit.side is commissar.side]
    return any(unit.element.nation and unit.element.nation.name == _SOVIET for unit in units)


@cache
def _rule_needs() -> Mapping[str, Entry]:
    return yaml_mapping(_NEEDS_FILE)
