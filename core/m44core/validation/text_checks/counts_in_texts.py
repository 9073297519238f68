"""Cards, medals, first player, units and components in texts (M801 to M804, M816, M828)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.io.vocabulary.codes import word_for
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.model.scenario_parts import Player
from m44core.model.special_rules import DrawExtra
from m44core.model.victory_rules import MedalsNeeded
from m44core.rules.scenario_options import scenario_options
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, value_repair
from m44core.validation.placed_pieces import PlacedUnit
from m44core.validation.text_analysis.language_patterns import LanguagePatterns
from m44core.validation.text_analysis.scenario_texts import (
    Claim,
    GrowingHand,
    LanguageTexts,
    language_phrase,
    language_phrases,
)
from m44core.validation.text_analysis.tokenizer import Reading
from m44core.validation.text_checks.rules_in_data import units_implementing_rule


class _Seat(NamedTuple):
    """A player whose side is known.

    Attributes:
        side: The side.
        player: The player, with the number of medals that the side needs.
        place: The board edge, ``top`` or ``bottom``.
        has_medal_rule: Whether a special rule states that number, not the briefing.
    """

    side: Side
    player: Player
    place: str
    has_medal_rule: bool

    def pointer(self, field: str) -> str:
        if field == "medals" and self.has_medal_rule:
            return f"{rule_pointer(MedalsNeeded)}/{word_for(self.side.value)}"
        return f"/briefing/{self.place}/{field}"


@check("M801")
def hand_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Texts that give a side a different number of cards than the data (V-25, LINT-T1, B-SETUP-08).

    This is an error if no text agrees with the data. It is a warning if only a translation differs,
    or if the data deal at once the hand that should only grow to that size. Overlord boards are
    skipped, because several players share the cards there.
    """
    if context.scenario.board.type is BoardType.OVERLORD:
        return
    for seat in _seats(context):
        hands = {
            language_texts: language_texts.cards[seat.side]
            for language_texts in context.texts.readable
            if seat.side in language_texts.cards
        }
        growth_problem = _growing_hand_problem(context, seat, hands)
        if growth_problem:
            yield growth_problem
        else:
            yield from _difference_problems(seat, "cards", seat.player.cards, hands)


@check("M802")
def medals_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Texts that require a different number of medals of a side than the data (V-25, LINT-T1).

    This is an error if no text agrees with the data, and a warning if only a translation differs.
    There is one finding for both sides if the same words are wrong for both sides.
    """
    seats = _seats(context)
    differences = [
        list(_difference_problems(s, "medals", s.player.medals, _medal_claims(context, s)))
        for s in seats
    ]
    if seats and _need_same_medals(context, *seats):
        yield from (_problem_of_both_sides(problem, seats) for problem in differences[0])
    else:
        yield from chain.from_iterable(differences)


@check("M803")
def first_player_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Texts in which a different side than in the data, or both, moves first (V-25, LINT-T1).

    This is an error if no text agrees with the data, and a warning if only a translation differs.
    """
    place = context.scenario.briefing.first  # the name of an edge, or special
    first_side = next((seat.side for seat in _seats(context) if seat.place == place), None)
    movers = {
        language_texts: language_texts.first_movers
        for language_texts in context.texts.readable
        if language_texts.first_movers
    }
    texts_with_both = [language_texts for language_texts, sides in movers.items() if len(sides) > 1]
    contradicting_texts = [
        language_texts
        for language_texts, sides in movers.items()
        if first_side and sides == (first_side.enemy,)
    ]
    if texts_with_both:
        yield problem(
            "both",
            _text_pointer(texts_with_both[0], "description"),
            language=language_phrases(texts_with_both),
        )
    if first_side and contradicting_texts:
        is_in_all_texts = all(first_side not in sides for sides in movers.values())
        yield _first_player_problem(context, contradicting_texts, first_side, is_in_all_texts)


@check("M804")
def side_addressed_twice(context: CheckContext) -> Iterator[Problem]:
    """Briefings whose two parts both address the same side (V-25)."""
    for language_texts in context.texts.readable:
        side = language_texts.addressed_twice
        if side:
            values = {"side": side.noun, "other": side.enemy.noun}
            yield problem(
                "twice",
                _text_pointer(language_texts, "description"),
                language=language_phrase(language_texts),
                **values,
            )


def _medal_claims(context: CheckContext, seat: _Seat) -> dict[LanguageTexts, Claim]:
    """Return the number of medals that each text requires of a side, where it states one."""
    readable_texts = context.texts.readable
    return {
        language_texts: language_texts.medals[seat.side]
        for language_texts in readable_texts
        if seat.side in language_texts.medals
    }


def _need_same_medals(context: CheckContext, one: _Seat, other: _Seat) -> bool:
    """Return whether two sides need the same medals, stated in the same words."""
    is_same_number = one.player.medals == other.player.medals
    return is_same_number and _medal_claims(context, one) == _medal_claims(context, other)


def _problem_of_both_sides(problem: Problem, seats: Sequence[_Seat]) -> Problem:
    """Return a problem of one side as a problem of both."""
    pointers = [seat.pointer("medals") for seat in seats]
    repairs = tuple(
        replace(repair, changes=dict.fromkeys(pointers, next(iter(repair.changes.values()))))
        if repair.key == "set"
        else repair
        for repair in problem.repairs
    )
    values = {name: value for name, value in problem.values.items() if name != "side"}
    return replace(problem, key=f"both-{problem.key}", repairs=repairs, values=values)


def _seats(context: CheckContext) -> list[_Seat]:
    """Return the players if there is one for each side, else an empty list."""
    briefing = context.scenario.briefing
    medals_rule = briefing.special_rules.of(MedalsNeeded)
    seats = []
    for player, place in ((briefing.top, "top"), (briefing.bottom, "bottom")):
        if player.side:
            medals = getattr(medals_rule, word_for(player.side.value), 0)
            ruled_player = replace(player, medals=medals or player.medals)
            seats.append(_Seat(player.side, ruled_player, place, bool(medals)))
    return seats if len({seat.side for seat in seats}) == len(Side) else []


def _difference_problems(
    seat: _Seat, kind: str, number: int | None, claims: Mapping[LanguageTexts, Claim]
) -> Iterator[Problem]:
    """Yield a problem for each number that differs from the data, with all texts that state it."""
    if number is None:
        return
    wrong_claims = {text: claim for text, claim in claims.items() if claim.number != number}
    is_in_all_texts = len(wrong_claims) == len(claims)
    noun = nouns.cards if kind == "cards" else nouns.medals
    for stated_number in dict.fromkeys(claim.number for claim in wrong_claims.values()):
        claims_with_number = {
            text: claim for text, claim in wrong_claims.items() if claim.number == stated_number
        }
        repairs = [_correction_repair(claims_with_number, number)]
        if is_in_all_texts:
            repairs.insert(
                0,
                value_repair("set", seat.pointer(kind), stated_number, number=noun(stated_number)),
            )
        text, claim = next(iter(claims_with_number.items()))
        pointer = seat.pointer(kind) if is_in_all_texts else _text_pointer(text, claim.field)
        values: dict[str, PhraseValue] = {"side": seat.side.noun, "told": noun(stated_number)}
        values["language"] = language_phrases(claims_with_number)
        values |= {"has": noun(number)} if is_in_all_texts else {"number": number}
        yield problem(
            "data" if is_in_all_texts else "translation", pointer, None, *repairs, **values
        )


def _correction_repair(claims: Mapping[LanguageTexts, Claim], number: int) -> Repair:
    """Return the repair that writes the number of the data into the texts."""
    changes: dict[str, object] = {}
    for text, claim in claims.items():
        original_text: str = getattr(text.texts, claim.field)
        start, end = claim.span
        changes[_text_pointer(text, claim.field)] = (
            f"{original_text[:start]}{number}{original_text[end:]}"
        )
    return Repair("correct", changes, {"number": number, "language": language_phrases(claims)})


def _growing_hand_problem(
    context: CheckContext, seat: _Seat, claims: Mapping[LanguageTexts, Claim]
) -> Problem | None:
    """Return the problem of a hand that is dealt in full but should grow (B-SETUP-08), or None."""
    cards = seat.player.cards
    if seat.side in scenario_options(context.scenario).draw_extra:
        return None
    for text, claim in claims.items():
        growth = text.growing_hands.get(seat.side) if claim.number != cards else None
        if cards is not None and growth and _final_hand(claim.number, growth) == cards:
            values = {"side": seat.side.noun, "told": nouns.cards(claim.number)}
            repair = _growing_hand_repair(seat, claim.number, growth)
            pointer = seat.pointer("cards")
            language, dealt_cards = language_phrase(text), nouns.cards(cards)
            return problem(
                "grows", pointer, None, repair, **values, language=language, cards=dealt_cards
            )
    return None


def _final_hand(cards: int, growth: GrowingHand) -> int:
    """Return the final number of cards of a hand that grows."""
    return growth.hand or cards + sum(extra_cards for _, extra_cards in growth.draws)


def _growing_hand_repair(seat: _Seat, cards: int, growth: GrowingHand) -> Repair:
    """Return the repair that deals fewer cards, and draws more when the text says so."""
    changes: dict[str, object] = {seat.pointer("cards"): cards}
    if (
        growth.draws
        and cards + sum(extra_cards for _, extra_cards in growth.draws) == seat.player.cards
    ):
        draws = [{"after-turn": turn, "cards": extra_cards} for turn, extra_cards in growth.draws]
        changes[f"{rule_pointer(DrawExtra)}/{word_for(seat.side.value)}"] = draws
    return Repair("grow", changes, {"cards": nouns.cards(cards)})


def _first_player_problem(
    context: CheckContext,
    texts_of_languages: Sequence[LanguageTexts],
    first_side: Side,
    is_in_all_texts: bool,
) -> Problem:
    other_side = first_side.enemy
    values: dict[str, PhraseValue] = {"side": other_side.noun, "first": first_side.noun}
    values["language"] = language_phrases(texts_of_languages)
    if not is_in_all_texts:
        return problem(
            "translation", _text_pointer(texts_of_languages[0], "description"), None, **values
        )
    place = next(seat.place for seat in _seats(context) if seat.side is other_side)
    repair = value_repair("set", "/briefing/first", place, side=other_side.noun)
    return problem("data", "/briefing/first", None, repair, **values)


def _text_pointer(language_texts: LanguageTexts, field: str) -> str:
    return f"/texts/{language_texts.code}/{field}"


_UNIT_FIELDS = ("rules", "description")
_BUNKERS = "bunkers"

KINDS = (
    "engineers", "snipers", "ski-troops", "cavalry", "tigers", "big-guns", "mobile-artillery",
    "flame-throwers",
)  # fmt: skip
"""Kinds of units that texts count: keys of ``rules_in_data.yaml``."""


@check("M828")
def unit_count_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Special units or bunkers whose number in a text differs from that on the board (LINT-T9).

    The numbers are compared only if the text always gives the same number, and all units are on the
    board from the start. Bunkers are counted only in sentences about their owner.
    """
    yield from _bunker_count_problems(context)
    if not context.shows_all_units:
        return
    for kind in KINDS:
        units = units_implementing_rule(context, kind)
        for language_texts in context.texts.readable if units else ():
            sides_and_numbers = _counted_units(language_texts, kind)
            if len(sides_and_numbers) != 1:
                continue
            ((side, number),) = sides_and_numbers
            present_units = [unit for unit in units if side in (None, unit.side)]
            if number != len(present_units):
                yield _unit_count_problem(
                    context, language_texts, kind, number, present_units or units
                )
                break


def _bunker_count_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem for the first text that gives a side more or fewer bunkers than the board."""
    bunkers = [piece for piece in context.pieces if _BUNKERS.removesuffix("s") in piece.element.key]
    for language_texts in context.texts.readable if bunkers else ():
        sides_and_numbers = _counted_bunkers(language_texts)
        if len(sides_and_numbers) == 1:
            ((side, number),) = sides_and_numbers
            count = sum(side in (None, piece.piece.owner or side) for piece in bunkers)
            if count and number != count:
                values: dict[str, PhraseValue] = {"language": language_phrase(language_texts)}
                values |= {"number": number, "count": count}
                yield problem("bunkers", _text_pointer(language_texts, "rules"), **values)
                return


def _counted_bunkers(language_texts: LanguageTexts) -> set[tuple[Side | None, int]]:
    """Return pairs of a side and a number of bunkers, for each sentence about their owner."""
    language = language_texts.language
    assert language
    return {
        (sides[0] if len(sides) == 1 else None, number)
        for sentence, number in language.counted_units(
            _BUNKERS, language_texts.filled_fields.get("rules", "")
        )
        if language.find_rule(_BUNKERS, sentence)
        for sides in [tuple(language.sides(sentence))]
    }


def _unit_count_problem(
    context: CheckContext,
    language_texts: LanguageTexts,
    kind: str,
    number: int,
    units: list[PlacedUnit],
) -> Problem:
    values: dict[str, PhraseValue] = {
        "language": language_phrase(language_texts),
        "kind": phrase(kind),
    }
    values |= {"number": number, "units": nouns.units(len(units))}
    first = units[0].hex
    places = context.hex_list(unit.hex for unit in units)
    return problem("unlike", context.pointer(first, "unit"), first, hexes=places, **values)


def _counted_units(language_texts: LanguageTexts, kind: str) -> set[tuple[Side | None, int]]:
    """Return pairs of a side and a number of units of a kind, for each sentence that counts them.

    The side is None unless the sentence names exactly one.
    """
    assert language_texts.language
    units = set()
    for _, text in language_texts.fields(_UNIT_FIELDS):
        for sentence, number in language_texts.language.counted_units(kind, text):
            sides = tuple(language_texts.language.sides(sentence))
            units.add((sides[0] if len(sides) == 1 else None, number))
    return units


_LIST_FIELDS = ("description", "rules")
_MIN_KINDS = 3  # minimum kinds of components in a list
_SEPARATORS = r"[\s,;:\u2022\u3001\uff0c\uff1b*/&()x-]*(?:JOINER)?[\s:]*"
_TILES_OF = {
    "river": ("river", "river-bend", "river-fork-left", "river-fork-right", "river-star"),
}

Part = tuple[str, Reading]


@check("M816")
def components_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Component lists in a text that differ from the board (V-72)."""
    for language_texts in context.texts.readable:
        for field, text in language_texts.fields(_LIST_FIELDS):
            yield from _component_list_problems(context, language_texts, field, text)


def _component_list_problems(
    context: CheckContext, language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    assert language_texts.language
    if not language_texts.language.may_list_components(text, _MIN_KINDS):
        return
    counts_on_board = Counter(placed_piece.element.key for placed_piece in context.pieces)
    for name, stated_number in component_list(language_texts.language, text).items():
        number_on_board = sum(counts_on_board[key] for key in _TILES_OF.get(name, (name,)))
        if number_on_board != stated_number:
            values: dict[str, PhraseValue] = {
                "language": language_phrase(language_texts),
                "stated": stated_number,
                "lies": number_on_board,
            }
            yield problem(
                "unlike", f"/texts/{language_texts.code}/{field}", **values, component=phrase(name)
            )


def component_list(language: LanguagePatterns, text: str) -> Mapping[str, int]:
    """Return the number of each component in the longest list of a text; empty if there is none.

    A list has at least three components, each of them once.
    """
    separator = _separator_pattern(language.data["joiner"])
    parts = sorted(language.components_in(text), key=lambda part: part[1].start)
    lists: list[list[Part]] = []
    for part in parts:
        if lists and separator.fullmatch(text, lists[-1][-1][1].end, part[1].start):
            lists[-1].append(part)
        else:
            lists.append([part])
    longest_list = max(lists, key=len, default=[])
    counts = {name: reading.numbers["n"] for name, reading in longest_list}
    return counts if len(counts) >= _MIN_KINDS and len(counts) == len(longest_list) else {}


@cache
def _separator_pattern(joiner: str) -> re.Pattern[str]:
    """Return the pattern of the text between two components of a list: a comma, an *and*."""
    return re.compile(_SEPARATORS.replace("JOINER", joiner), re.IGNORECASE)
