"""Cards, medals and the first move, inferred if no sentence states them explicitly.

Sides, numbers and counted nouns are found separately and combined by their positions: a number
counts the noun next to it, or else the previously counted noun, and belongs to the side it
alternates with. If no side is named, the number belongs to the side mentioned before, or to the
enemy of that side. Unknown words are skipped, so a result counts only if it is coherent: a
statement about one side needs a verb; one about both sides does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from m44core.catalogue.catalogue_types import Side
from m44core.validation.text_analysis.tokenizer import Reading, Tokenizer, Word
from m44core.values import dataclass

FILLER_KINDS = ("fill", "you")
"""Kinds of words that name neither a side, a number nor what is counted."""

VICTORY_KINDS = {"goal", "win", "wins"}
"""Kinds of words about victory."""

_ADDRESS_WORDS = 3  # number of first words of a sentence, which show whom it addresses
_FIRST_KINDS = ("ahead", "lead")  # kinds that take priority
_LAST_KINDS = {"stop", "fill"}


@dataclass(slots=True)
class Discourse:
    """The context from previous sentences.

    Attributes:
        sides: The sides of the last sentence that named one.
        last_side: The side named last.
        is_counting: Whether the last sentence counted the cards or medals being searched for.
        number: The last number of cards or medals; None if there was none.
        mentions_victory: Whether victory was mentioned.
        reader: The side the text addresses.
        all_sides: All sides that the text names.
    """

    sides: frozenset[Side] = frozenset()
    last_side: Side | None = None
    is_counting: bool = False
    number: int | None = None
    mentions_victory: bool = False
    reader: Side | None = None
    all_sides: frozenset[Side] = frozenset()

    @property
    def subject(self) -> Side | None:
        """The only side of the last sentence that named one; None if there was none, or both."""
        return next(iter(self.sides)) if len(self.sides) == 1 else None


def resolve_sides(words: list[Word], discourse: Discourse) -> list[Word]:
    """Return a sentence with *enemy*, *latter* and ambiguous nations replaced by their sides.

    Words that open a sentence are left out, and an enemy of unknown side becomes a filler.
    """
    resolved_words: list[Word] = []
    last_side = discourse.reader or (discourse.last_side if discourse.subject else None)
    words = [word for word in words if word.kind != "opening"]
    for i, word in enumerate(words):
        if word.kind == "either":
            word = _with_side_of_neighbour(words, i)
        elif word.kind == "enemy":
            word = (
                word._replace(kind="fill")
                if _has_adjacent_side(words, i)
                else _with_side(word, last_side, enemy=True)
            )
        elif word.kind == "latter":
            word = _with_side(word, last_side or discourse.last_side)
        last_side = word.side or last_side
        resolved_words.append(word)
    return _with_opponents(resolved_words, discourse)


def _with_opponents(words: list[Word], discourse: Discourse) -> list[Word]:
    """Return the words; if only one side is named, ambiguous nations become its enemy."""
    sides = {word.side for word in words if word.side} or discourse.sides or discourse.all_sides
    if len(sides) != 1:
        return words
    (side,) = sides
    return [_with_side(word, side, enemy=True) if word.kind == "either" else word for word in words]


def _with_side(word: Word, side: Side | None, *, enemy: bool = False) -> Word:
    if side is None:
        return word._replace(kind="fill")
    return word._replace(kind="side", side=side.enemy if enemy else side)


def _with_side_of_neighbour(words: list[Word], index: int) -> Word:
    """Return the word at *index*, an ambiguous nation, with the side of an adjacent word.

    It is unchanged if no adjacent word has a side.
    """
    neighbors = (*words[max(0, index - 1) : index], *words[index + 1 : index + 2])
    side = next((word.side for word in neighbors if word.side), None)
    return words[index]._replace(kind="side", side=side) if side else words[index]


def _has_adjacent_side(words: list[Word], index: int) -> bool:
    """Return whether a side is named right next to a word for the enemy.

    An example is *his American opponent*.
    """
    before = [word for word in words[max(0, index - 2) : index] if word.kind not in FILLER_KINDS]
    after = [word for word in words[index + 1 : index + 3] if word.kind not in FILLER_KINDS]
    return bool(
        (before and before[-1].side) or (after and after[0].side and not after[0].after_break)
    )


def update_discourse(discourse: Discourse, words: list[Word]) -> None:
    """Record the sides of a sentence, the side it addresses, and whether it mentions victory."""
    sides = [word.side for word in words if word.side]
    if sides:
        discourse.sides, discourse.last_side = frozenset(sides), sides[-1]
        if discourse.reader is None and "you" in kinds_of(words[:_ADDRESS_WORDS]):
            discourse.reader = sides[0]
    discourse.mentions_victory = discourse.mentions_victory or bool(VICTORY_KINDS & kinds_of(words))


def clauses_of(words: list[Word]) -> Iterator[list[Word]]:
    """Yield the parts of a sentence between commas, colons and the like."""
    part: list[Word] = []
    for word in words:
        if word.after_break and part:
            yield part
            part = []
        part.append(word)
    if part:
        yield part


def kinds_of(words: Iterable[Word]) -> set[str]:
    """Return the kinds of some words."""
    return {word.kind for word in words}


def role_vocabulary(data: Mapping[str, Mapping[str, list[str]]]) -> Mapping[str, list[str]]:
    """Return the words for roles and clauses, keyed by kind; kinds of roles take priority."""
    roles, clauses = data["roles"], data["clauses"]
    kinds = [
        *(kind for kind in _FIRST_KINDS if kind in roles),
        *(kind for kind in roles if kind not in _LAST_KINDS),
        *clauses,
    ]
    return {kind: [*roles.get(kind, ()), *clauses.get(kind, ())] for kind in dict.fromkeys(kinds)}


_MOVE_KINDS = {"ahead", "first", "second", "lead", "early", "deed"}


def first_movers(text: str, tokenizer: Tokenizer) -> frozenset[Side]:
    """Return the sides that move first; empty if the text does not count cards.

    A text that counts no cards is assumed not to be about the game.
    """
    sentences = tokenizer.sentences(text)
    if not {"number", "cards"} <= set().union(*map(kinds_of, sentences)):
        return frozenset()
    discourse = Discourse()
    movers: set[Side] = set()
    asks_first_move = False
    for words in sentences:
        resolved_words = resolve_sides(words, discourse)
        sides = {word.side for word in resolved_words if word.side}
        if (
            asks_first_move
            and len(sides) == 1
            and kinds_of(resolved_words) <= {"side", *FILLER_KINDS}
        ):
            movers |= {side for side in sides if side}  # *Who begins? The Allies.*
        asks_first_move = (
            not sides
            and bool(resolved_words)
            and resolved_words[0].kind in ("asked", "any")
            and any(map(is_about_first_move, clauses_of(resolved_words)))
        )
        if not asks_first_move:
            movers |= set(_first_movers_in(resolved_words, discourse))
        update_discourse(discourse, resolved_words)
    return frozenset(movers)


def _first_movers_in(words: list[Word], discourse: Discourse) -> Iterator[Side]:
    """Yield the sides that move first according to a sentence."""
    last_side: Side | None = None
    for clause in clauses_of(words):
        previous_side, last_side = (
            last_side,
            next((word.side for word in clause[::-1] if word.side), last_side),
        )
        kinds = kinds_of(clause)
        if kinds & {"medals", "goal", "win", "either", "both", "stop", "gain", "modal", "when"}:
            continue
        if is_about_first_move(clause):
            subject = previous_side or (discourse.reader if "you" in kinds else discourse.subject)
            side = _first_mover_in_clause(clause) or subject
            if "ahead" in kinds:
                side = previous_side or next((word.side for word in clause if word.side), None)
            if side:
                yield side.enemy if "second" in kinds else side


def is_about_first_move(clause: list[Word]) -> bool:
    """Return whether a clause is about the first move."""
    kinds = kinds_of(clause)
    for i, word in enumerate(clause):
        if word.kind not in _MOVE_KINDS:
            continue
        after = [other.kind for other in clause[i + 1 :] if other.kind not in FILLER_KINDS]
        if word.kind == "ahead" or (word.kind in ("first", "second") and "number" not in after):
            return True
        if word.kind == "lead" and not {"number", "other"} & set(after):
            return True
        if (
            word.kind in ("early", "deed")
            and "early" in kinds
            and kinds & {"deed", "lead"}
            and after[:1] != ["other"]
        ):
            return True
    return False


def _first_mover_in_clause(clause: list[Word]) -> Side | None:
    """Return the side that moves first in a clause: the last before the verb, else the next.

    Return None if the clause names no side.
    """
    place = next(
        (i for i, word in enumerate(clause) if word.kind in ("first", "second", "early", "lead")), 0
    )
    before = [word.side for word in clause[:place] if word.side]
    after = [word.side for word in clause[place:] if word.side]
    return before[-1] if before else after[0] if after else None


_MIN_ONE_SIDED = 3  # minimum of a number that is stated for one side only
_MIN_OF_BOTH = 2  # minimum of a number that is stated for both sides
_MAX_NUMBER = 10
_OTHER_COUNT = {"cards": "medals", "medals": "cards"}  # each with the other
_CHANGES = {"more": 1, "less": -1}
_VERBS = {"cards": {"have", "draw"}, "medals": VICTORY_KINDS}


@dataclass(frozen=True, slots=True)
class _Count:
    """A number that a sentence gives one side, or both.

    Attributes:
        side: The side; None for both.
        number: The number.
        is_sure: Whether it counts even if no number is known for the other side.
    """

    side: Side | None
    number: Word
    is_sure: bool


def inferred_counts(
    kind: str, text: str, tokenizer: Tokenizer, numbers_by_side: Mapping[Side, int] | None = None
) -> list[Reading]:
    """Return the readings of the numbers of cards or medals that a text gives the sides.

    Args:
        kind: ``cards`` or ``medals``.
        text: The text.
        tokenizer: The tokenizer with the words for roles.
        numbers_by_side: The numbers already known, keyed by side.
    """
    numbers_by_side = numbers_by_side or {}
    sentences = tokenizer.sentences(text)
    discourse = Discourse(
        all_sides=frozenset(word.side for words in sentences for word in words if word.side)
    )
    counts: list[_Count] = []
    for words in sentences:
        resolved_words = resolve_sides(words, discourse)
        counts += _counts_in(kind, resolved_words, discourse)
        update_discourse(discourse, resolved_words)
    sides = {each.side for each in counts if each.side} | set(numbers_by_side)
    has_both_sides = sides == set(Side)
    side_numbers = {each.number.number for each in counts if each.side} | set(
        numbers_by_side.values()
    )
    is_cards = kind == "cards"  # the cards of both may be repeated
    counts = [
        each
        for each in counts
        if each.side or not side_numbers or (is_cards and side_numbers == {each.number.number})
    ]
    return [
        Reading(
            *each.number.span,
            each.side,
            each.side is None,
            _number_values(each),
            _number_spans(each),
        )
        for each in counts
        if each.is_sure or has_both_sides
    ]


def _number_values(count: _Count) -> dict[str, int]:
    assert count.number.number is not None
    return {"n": count.number.number}


def _number_spans(count: _Count) -> dict[str, tuple[int, int]]:
    return {"n": count.number.span}


def _counts_in(kind: str, words: list[Word], discourse: Discourse) -> list[_Count]:
    """Return the numbers a sentence gives the sides, and record in *discourse* what is counted."""
    kinds = kinds_of(words)
    if _OTHER_COUNT[kind] in kinds or (kind == "cards" and kinds & {"win", "wins", "when"}):
        discourse.is_counting = False
        return []
    inherits = (
        discourse.is_counting or kind in kinds or (kind == "medals" and _is_victory_line(kinds))
    )
    inherited_words = _sides_and_numbers(kind, words, discourse) if inherits else None
    discourse.is_counting = kind in kinds or (discourse.is_counting and inherited_words is not None)
    if not inherited_words or _is_qualified(kind, words):
        return []
    pairs = _side_number_pairs(inherited_words, words, discourse)
    numbers = [number for _, number in pairs]
    if not numbers or (kind == "medals" and _is_medal_award(words, numbers[0])):
        return []
    discourse.number = numbers[-1].number
    if not _is_unambiguous(kind, words, discourse):
        return []
    can_be_sure = kind == "cards" or discourse.mentions_victory or bool(kinds & VICTORY_KINDS)
    are_sure = [can_be_sure and _is_sure(kind, words, side, number) for side, number in pairs]
    return [
        _Count(side, number, is_sure and (number.number or 0) >= _MIN_ONE_SIDED)
        for (side, number), is_sure in zip(pairs, are_sure, strict=True)
        if number.number and _MIN_OF_BOTH <= number.number <= _MAX_NUMBER
    ]


def _is_victory_line(kinds: set[str]) -> bool:
    """Return whether a sentence consists of sides, numbers and victory: *victory: 5 (Axis), 6*."""
    return bool(kinds & VICTORY_KINDS) and {"side", "number"} <= kinds <= {
        "side",
        "number",
        *VICTORY_KINDS,
    }


def _is_unambiguous(kind: str, words: list[Word], discourse: Discourse) -> bool:
    """Return whether a sentence is a plain list, or it is clear what its numbers count."""
    kinds = kinds_of(words)
    if kind == "medals":
        return (
            discourse.mentions_victory
            or bool(kinds & VICTORY_KINDS)
            or not kinds & {"other", "have", "gain"}
        )
    has_unknown_number_word = any(
        {"number", "other"} <= kinds_of(part) for part in clauses_of(words)
    )
    return bool(kinds & _VERBS[kind]) or not has_unknown_number_word


def _is_medal_award(words: list[Word], number: Word) -> bool:
    """Return whether medals are only gained, or awarded for a feat, rather than being the goal."""
    place = next((i for i, word in enumerate(words) if word.span == number.span), 0)
    if "goal" in kinds_of(words[place:]) or "when" in kinds_of(words):
        return False
    before = [word.kind for word in words[:place] if word.kind not in (*FILLER_KINDS, "rank")]
    is_awarded = before[-1:] in (["have"], ["draw"]) and "other" in before and "when" not in before
    return is_awarded or (place > 0 and words[place - 1].kind == "wins")


def _is_qualified(kind: str, words: list[Word]) -> bool:
    """Return whether a word makes the numbers differ from those at the start of the game."""
    if any({"modal", "number"} <= kinds_of(part) for part in clauses_of(words)):
        return True
    for i, word in enumerate(words):
        if word.kind == "stop" or (word.kind in _CHANGES and not _follows_number(words, i)):
            return True
        if word.kind == "gain" and kind == "cards":
            return True
        if word.kind == "gain":
            after = next(
                (other.kind for other in words[i + 1 :] if other.kind not in FILLER_KINDS), "number"
            )
            if after not in ("number", "rank", "medals", "goal", "wins"):
                return True
    return False


def _follows_number(words: list[Word], index: int) -> bool:
    before = [
        word.kind for word in words[:index] if word.kind not in (*FILLER_KINDS, *_OTHER_COUNT)
    ]
    return before[-1:] == ["number"]


def _sides_and_numbers(kind: str, words: list[Word], discourse: Discourse) -> list[Word] | None:
    """Return the words for sides and numbers in order; None if a number counts something else."""
    sides_and_numbers: list[Word] = []
    number = discourse.number
    for i, word in enumerate(words):
        if word.kind in ("number", "rank"):
            change = _change_sign(words, i)
            if change and number is not None and word.number is not None:
                word = word._replace(number=number + change * word.number)
            elif not _is_counted(kind, words, i) or (word.kind == "rank" and kind == "cards"):
                return None
            number = word.number
            sides_and_numbers.append(word._replace(kind="number"))
        elif word.kind in ("same", "one-more", "one-less"):
            if number is None:
                return None
            number += {"one-more": 1, "one-less": -1}.get(word.kind, 0)
            sides_and_numbers.append(word._replace(kind="number", number=number))
        elif word.kind in ("side", "both", "any"):
            sides_and_numbers.append(word)
    return sides_and_numbers


def _change_sign(words: list[Word], index: int) -> int:
    """Return 1 if a number means "more", -1 if it means "fewer", else 0."""
    after = next(
        (
            word.kind
            for word in words[index + 1 :]
            if word.kind not in (*FILLER_KINDS, "cards", "medals")
        ),
        "",
    )
    return _CHANGES.get(after, 0)


def _is_counted(kind: str, words: list[Word], index: int) -> bool:
    """Return whether a number counts *kind*: whether no other noun is next to it."""
    after = next((word for word in words[index + 1 :] if word.kind not in FILLER_KINDS), None)
    next_word = words[index + 1] if index + 1 < len(words) else None
    if after is None or after.kind == kind or (next_word and next_word.after_break):
        return True
    return after.kind != "other" or next_word is not after


def _without_repeated_side(sides_and_numbers: list[Word]) -> list[Word]:
    """Return sides and numbers without a side repeated for the same number."""
    if (
        len(sides_and_numbers) == 3
        and sides_and_numbers[0].side
        and sides_and_numbers[0].side is sides_and_numbers[2].side
    ):
        return sides_and_numbers[:2]  # *if the Axis has 5, the Axis wins*
    return [
        word
        for before, word in pairwise([None, *sides_and_numbers])
        if word and not (before and word.side and before.side is word.side)
    ]


def _spans_of_first_movers(words: list[Word]) -> set[tuple[int, int]]:
    """Return the spans of the sides named in clauses about the first move."""
    clauses = (part for part in clauses_of(words) if is_about_first_move(part))
    return {word.span for part in clauses for word in part if word.side}


def _is_alternating(sides_and_numbers: list[Word]) -> bool:
    pairs = zip(sides_and_numbers[::2], sides_and_numbers[1::2], strict=False)
    return len(sides_and_numbers) % 2 == 0 and all(
        {one.kind, other.kind} == {"side", "number"} for one, other in pairs
    )


def _side_number_pairs(
    sides_and_numbers: list[Word], words: list[Word], discourse: Discourse
) -> list[tuple[Side | None, Word]]:
    """Return pairs of a side (None for both) and its number; empty if they do not match.

    A side that moves first need not have a number; if no side is named, the side
    mentioned before counts.
    """
    movers = _spans_of_first_movers(words)
    words_without_movers = [
        word for word in sides_and_numbers if not (word.side and word.span in movers)
    ]
    subject = [
        word._replace(kind="side", side=discourse.subject)
        for word in sides_and_numbers[:1]
        if discourse.subject
    ]
    for candidate in (
        sides_and_numbers,
        words_without_movers,
        [*subject, *sides_and_numbers],
        [*subject, *words_without_movers],
    ):
        pairs = _match_sides(_without_repeated_side(candidate), words)
        if pairs:
            return pairs
    return []


def _match_sides(
    sides_and_numbers: list[Word], words: list[Word]
) -> list[tuple[Side | None, Word]]:
    """Return pairs of a side and the number next to it; None stands for both sides.

    The list is empty if sides and numbers cannot be matched.
    """
    numbers = [word for word in sides_and_numbers if word.kind == "number"]
    sides = {word.side for word in sides_and_numbers if word.side}
    has_everybody = any(word.kind in ("both", "any") for word in sides_and_numbers)
    if len(numbers) == 1 and not sides and (has_everybody or _is_medal_victory(words)):
        return [(None, numbers[0])]
    if has_everybody or not _is_alternating(sides_and_numbers):
        return []
    pairs = [
        (one.side or other.side, one if one.kind == "number" else other)
        for one, other in zip(sides_and_numbers[::2], sides_and_numbers[1::2], strict=True)
    ]
    return pairs if len({side for side, _ in pairs}) == len(pairs) else []


def _is_medal_victory(words: list[Word]) -> bool:
    kinds = kinds_of(words)
    return "medals" in kinds and bool(kinds & VICTORY_KINDS)


def _is_sure(kind: str, words: list[Word], side: Side | None, number: Word) -> bool:
    """Return whether a number counts even if no number is known for the other side."""
    place = next(i for i, word in enumerate(words) if word.span == number.span)
    after = [word for word in words[place + 1 :] if word.kind not in (*FILLER_KINDS, kind)][:1]
    is_unknown_after = bool(after and after[0].kind == "other" and not after[0].after_break)
    if side is None:
        return kind == "cards" or (number.number or 0) > _MIN_ONE_SIDED
    is_unknown_before = place > 0 and words[place - 1].kind == "other" and not number.after_break
    return not is_unknown_after and not is_unknown_before and bool(kinds_of(words) & _VERBS[kind])
