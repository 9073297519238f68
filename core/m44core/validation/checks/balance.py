"""Balance: hands, armies, sections, medals and special rules (M308 to M315).

Nearly all findings are hints, because most unusual values are intentional.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.model.special_rules import DeckReshuffling, SpecialRules
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.checks.sides import Seat, seats_of
from m44core.validation.placed_pieces import PlacedUnit
from m44core.validation.thresholds import thresholds


@check("M308")
def uneven_hands(context: CheckContext) -> Iterator[Problem]:
    """Hands that differ too much in size (LINT-C1, V-26).

    The limit is lower if the player with the smaller hand also moves second; but two cards fewer
    are too common to report even then.
    """
    smaller_hand, larger_hand = sorted(seats_of(context), key=lambda seat: seat.player.cards or 0)
    cards, max_cards = smaller_hand.player.cards, larger_hand.player.cards
    if not cards or not max_cards:
        return
    values: dict[str, PhraseValue] = {"few": nouns.cards(cards), "many": nouns.cards(max_cards)}
    if max_cards - cards > thresholds().fewer_and_first:
        yield problem(
            "differ",
            smaller_hand.pointer("cards"),
            player=smaller_hand.title,
            other=larger_hand.title,
            **values,
        )
    elif max_cards - cards > thresholds().fewer_and_second and _is_first_player(
        context, larger_hand
    ):
        yield problem(
            "second",
            smaller_hand.pointer("cards"),
            player=smaller_hand.title,
            other=larger_hand.title,
            **values,
        )


def _is_first_player(context: CheckContext, seat: Seat) -> bool:
    return context.scenario.briefing.first == seat.place


@check("M309")
def unusual_army(context: CheckContext) -> Iterator[Problem]:
    """Armies that are smaller or larger than usual (LINT-U2)."""
    range_ = thresholds().boards[context.scenario.board.type].units
    if range_ is None:
        return
    minimum, maximum = map(int, range_)
    for side, units in _armies(context).items():
        if units and len(units) not in range_:
            values: dict[str, PhraseValue] = {"side": side.noun, "units": nouns.units(len(units))}
            yield problem("unusual", "/hexes", **values, least=minimum, most=maximum)


@check("M310")
def uneven_armies(context: CheckContext) -> Iterator[Problem]:
    """Armies of very different size (LINT-U3).

    This is only a hint up to three times as many units, because some published battles have twice
    as many on purpose.
    """
    armies = _armies(context)
    if not all(armies.values()):
        return
    small_side, large_side = sorted(armies, key=lambda side: len(armies[side]))
    min_units, max_units = len(armies[small_side]), len(armies[large_side])
    if max_units / min_units > thresholds().usual_ratio:
        key = "extreme" if max_units / min_units > thresholds().sound_ratio else "uneven"
        values: dict[str, PhraseValue] = {"side": large_side.noun, "other": small_side.noun}
        yield problem(key, "/hexes", **values, few=min_units, many=nouns.units(max_units))


@check("M311")
def thin_section(context: CheckContext) -> Iterator[Problem]:
    """Sections where a side has no unit, or hardly any (LINT-U4, V-38).

    This is a warning only for an empty center: most published battles leave a flank empty on
    purpose.
    """
    for seat in seats_of(context):
        units = _army(context, seat.player.side)
        count = Counter(s for unit in units for s in context.scenario.board.sections(unit.hex))
        for section in Section if units else ():
            yield from _thin_section_problem(seat, section, count[section])


def _thin_section_problem(seat: Seat, section: Section, units: int) -> Iterator[Problem]:
    """Yield a problem if a player has no units, or few, in a section."""
    own_section = section.mirrored if seat.place == "top" else section
    section_phrase = phrase(own_section.name.lower())
    if not units:
        key = "no-centre" if section is Section.CENTRE else "empty"
        yield problem(key, "/hexes", player=seat.title, section=section_phrase)
    elif units < thresholds().section_units:
        few_units = nouns.units(units)
        yield problem("few", "/hexes", player=seat.title, section=section_phrase, units=few_units)


@check("M312")
def unusual_first_distance(context: CheckContext) -> Iterator[Problem]:
    """Enemies that start adjacent to each other, or armies that start far apart (LINT-U5)."""
    armies, range_ = _armies(context), thresholds().first_distance
    if not all(armies.values()):
        return
    axis, allies = armies[Side.AXIS], armies[Side.ALLIES]
    gaps = [(min(u.hex.distance(enemy.hex) for enemy in allies), u.hex) for u in axis]
    gap, hex_ = min(gaps)
    place = context.pointer(hex_, "unit"), hex_
    close_hexes = [hex_ for gap, hex_ in gaps if gap < range_.least]
    if close_hexes:
        key = "adjacent" if len(close_hexes) == 1 else "adjacent-several"
        yield problem(key, *place, hexes=context.hex_list(close_hexes))
    elif gap > range_.most:
        yield problem("far", *place, distance=gap, most=int(range_.most))


@check("M313")
def unusual_units_per_medal(context: CheckContext) -> Iterator[Problem]:
    """Unusually few or many enemy units for the number of medals a side needs (LINT-M2).

    This is only a hint, because some published battles are like this on purpose.
    """
    range_ = thresholds().boards[context.scenario.board.type].units_per_medal
    for seat in seats_of(context):
        side, goal = seat.player.side, seat.player.medals
        enemies = len(_army(context, side.enemy)) if side else 0
        if range_ and goal and goal > 0 and enemies and enemies / goal not in range_:
            key = "dear" if enemies / goal < range_.least else "cheap"
            values: dict[str, PhraseValue] = {
                "medals": nouns.medals(goal),
                "units": nouns.units(enemies),
            }
            yield problem(key, seat.pointer("medals"), player=seat.title, **values)


@check("M314")
def many_special_rules(context: CheckContext) -> Iterator[Problem]:
    """More special rules than players can remember (LINT-S1)."""
    briefing = context.scenario.briefing
    stated_rules = briefing.special_rules.stated
    rules = {key for key in stated_rules if _is_rule_in_force(briefing.special_rules, key)}
    rules |= {
        key for key, value in briefing.unread_conditions() if value and key != _STANDARD_CONDITION
    }
    if len(rules) > thresholds().special_rules:
        yield problem("many", "/briefing/options", rules=nouns.special_rules(len(rules)))


_STANDARD_CONDITION = "standard"  # the condition of victory of every scenario


def _is_rule_in_force(rules: SpecialRules, key: str) -> bool:
    return rules.is_on(key) or isinstance(rules.stated[key], DeckReshuffling)


@check("M315")
def unknown_deck(context: CheckContext) -> Iterator[Problem]:
    """Decks that an option names but that do not exist (V-74)."""
    for option, decks in thresholds().decks.items():
        deck = context.scenario.briefing.special_rules.value_of(option)
        if deck and deck not in decks:
            pointer, known_decks = rule_pointer(option), ", ".join(decks)
            repairs = [value_repair("choose", pointer, each, deck=each) for each in decks]
            repairs.append(removal_repair("usual", pointer))
            yield problem("unknown", pointer, None, *repairs, deck=str(deck), known=known_decks)


def _armies(context: CheckContext) -> Mapping[Side, list[PlacedUnit]]:
    """Return the units of each side; empty lists unless all units are on the board at the start."""
    if not context.shows_all_units:
        return {side: [] for side in Side}
    return {side: [unit for unit in context.units if unit.side is side] for side in Side}


def _army(context: CheckContext, side: Side | None) -> list[PlacedUnit]:
    return _armies(context)[side] if side else []
