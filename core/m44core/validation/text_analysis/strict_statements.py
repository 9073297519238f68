"""Cards, medals and the first move, as stated by the word order of a sentence.

A number counts the noun next to it, or the noun counted before; sides and numbers alternate. In a
sentence of known words the order hardly matters. A sentence with unknown words counts only if none
of its words changes the meaning of a number ("more", "each turn", "at most": ``stop``), and only
for what it states explicitly: how many cards a side has, how many medals it needs. A sentence of
only sides and numbers continues the previous one, as in a table.

Some words are weak: ``wins``, ``opens`` and ``when`` count only in sentences about victory, the
first move or a condition of victory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from m44core.catalogue.catalogue_types import Side
from m44core.validation.text_analysis.tokenizer import Reading, Tokenizer, Word

_MIN_NUMBER = 3  # smaller numbers are the worth of towns, or the cards drawn in a turn
_MAX_NUMBER = 15  # larger numbers are neither hands nor medals to win
_SILENT_KINDS = {"fill", "have", "opening"}
_MAX_HEADING_WORDS = 4  # maximum words of a heading over a list
_PASSING_KINDS = {"fill", "side", "either", "enemy", "opening"}
_TOPICS = ("cards", "medals")
_WEAK_KINDS = {"wins": "fill", "opens": "fill", "when": "stop"}
_CONTINUING_KINDS = {"side", "number", "first", "both", "draw", "goal", "win", "enemy"}
_SHORT_KINDS = {"side", "fill", "first", "have", "opening"}


def strict_statements(kind: str, text: str, tokenizer: Tokenizer) -> list[Reading]:
    """Return a text's readings of *kind* (``cards``, ``first``, ``medals``); empty for others."""
    read = _READERS.get(kind)
    if read is None or (kind == "first" and not tokenizer.mentions("cards", text)):
        return []  # without cards the text is about the battle, not the game
    return list(_readings(tokenizer.sentences(text), read))


def _readings(
    sentences: list[list[Word]], read: Callable[[list[Word]], Iterator[Reading]]
) -> Iterator[Reading]:
    """Yield the readings of sentences; one with numbers but no noun continues the previous one."""
    topic: Word | None = None
    for words in map(_with_sides_of_nations, sentences):
        strong_words = _with_weak_kinds(words)
        is_continuation = topic is not None and _is_continuation(_kinds_of(strong_words))
        readings = list(read([topic, *words] if is_continuation and topic else words))
        yield from readings
        if not is_continuation:
            topic = _topic(strong_words, bool(readings))


def _with_weak_kinds(words: list[Word], **weak: str) -> list[Word]:
    """Return the words with their weak kinds replaced: by *weak*, else by :data:`_WEAK_KINDS`."""
    kinds = {**_WEAK_KINDS, **weak}
    return [word._replace(kind=kinds.get(word.kind, word.kind)) for word in words]


def _with_sides_of_nations(words: list[Word]) -> list[Word]:
    """Return the words; nations that fought on both sides get the side of a neighboring word."""
    nearest_words = [
        _nearest_side(words[:i][::-1]) or _nearest_side(words[i + 1 :]) for i in range(len(words))
    ]
    return [
        word._replace(kind="side", side=nearest_words[i])
        if word.kind == "either" and nearest_words[i]
        else word
        for i, word in enumerate(words)
    ]


def _nearest_side(words: list[Word]) -> Side | None:
    """Return the side of the first word that is not a filler such as *and*; None without one."""
    return next((word.side for word in words if word.kind != "fill"), None)


def _topic(words: list[Word], has_readings: bool) -> Word | None:
    """Return the noun that a sentence counts, or that it is a heading for; None if unclear."""
    nouns = {word.kind: word for word in words if word.kind in _TOPICS}
    is_heading = len(words) <= _MAX_HEADING_WORDS and not _kinds_of(words) & {"number", "stop"}
    return next(iter(nouns.values())) if len(nouns) == 1 and (has_readings or is_heading) else None


def _is_continuation(kinds: set[str]) -> bool:
    """Return whether a sentence has sides and numbers, but no noun."""
    return {"side", "number"} <= kinds <= {*_CONTINUING_KINDS, *_SILENT_KINDS}


def _hand_readings(words: list[Word]) -> Iterator[Reading]:
    """Yield the cards of each side that a sentence names or addresses."""
    words = _words_before_or(_with_weak_kinds(words, opens="first"))
    kinds = _kinds_of(words)
    if "cards" not in kinds or kinds & {"medals", "goal", "win", "either", "stop"}:
        return
    if "other" in kinds:
        readings = list(
            _plausible_readings(
                _numbers_of_sides(
                    _words_counting(words, "cards"), allow_unnamed=_first_number_follows_verb(words)
                )
            )
        )
        yield from readings or (
            _plausible_readings(_readings_about_both_sides(words, "cards"))
            if kinds & {"have", "draw"}
            else ()
        )
        return
    is_bare_number = sorted(word.kind for word in words if word.kind != "opening") == [
        "cards",
        "number",
    ]
    numbers = _numbers_of_sides(
        words, allow_unnamed=is_bare_number or "have" in kinds, allow_joint=True
    )
    yield from numbers if "have" in kinds else _plausible_readings(numbers)


def _goal_readings(words: list[Word]) -> Iterator[Reading]:
    """Yield the medals needed to win; *you win with 5* states them without the noun."""
    is_all_known = "other" not in _kinds_of(words)
    kind_of_when = "fill" if is_all_known else "stop"
    words = _words_before_or(
        _with_weak_kinds(_without_gained(words), wins="goal", when=kind_of_when)
    )
    kinds = _kinds_of(words)
    if kinds & {"cards", "first", "either", "stop"} or {"both", "side"} <= kinds:
        return  # *both have as many*: a tie, not a goal
    if "other" in kinds:
        if kinds & {"goal", "win"}:
            readings = list(
                _plausible_readings(
                    _numbers_of_sides(_words_counting(words, "medals"), allow_unnamed=False)
                )
            )
            yield from readings or _plausible_readings(
                _readings_about_both_sides(words, "medals", is_goal=True),
                min_number=_MIN_NUMBER + 1,
            )
        return
    if not kinds & {"goal", "win"} and not _is_list_line(words):
        return
    if "medals" in kinds or ({"win", "opening"} <= kinds and words[-1].kind == "number"):
        yield from _plausible_readings(
            _numbers_of_sides(words, allow_unnamed=True, for_everybody=True, allow_joint=True)
        )


def _without_gained(words: list[Word]) -> list[Word]:
    """Return the words; *wins* right before a number becomes a filler, because it means *gains*."""
    kinds = [*(word.kind for word in words[1:]), ""]
    return [
        word._replace(kind="fill") if (word.kind, after) == ("wins", "number") else word
        for word, after in zip(words, kinds, strict=True)
    ]


def _is_list_line(words: list[Word]) -> bool:
    """Return whether a sentence is a line of a list: sides, each with its medals."""
    remaining_words = [word for word in words if word.kind != "opening"]
    kinds = _kinds_of(remaining_words)
    has_list_shape = remaining_words[0].kind in ("number", "medals") or "fill" not in kinds
    has_side = bool(kinds & {"side", "both"})
    return has_list_shape and has_side and kinds <= {"side", "both", "number", "medals", "fill"}


def _first_move_readings(words: list[Word]) -> Iterator[Reading]:
    """Yield the side that moves first: the nearest before the verb, else the nearest after it."""
    strong_words = _with_weak_kinds(words, opens="first")
    kinds = _kinds_of(strong_words)
    has_one_side = len({word.side for word in strong_words if word.side}) == 1
    words = strong_words if has_one_side and kinds <= _SHORT_KINDS else _with_weak_kinds(words)
    kinds = _kinds_of(words)
    if kinds & {"medals", "goal", "win", "either", "both", "stop"}:
        return
    sides = {word.side for word in words if word.side}
    for i, word in enumerate(words):
        if word.kind == "first" and not _is_side_with_cards(words[i + 1 :]):
            before, after = (
                _leading_known_words(words[i - 1 :: -1] if i else []),
                _leading_known_words(words[i + 1 :]),
            )
            if word.after_break and [other.kind for other in after if other.kind != "fill"] == [
                "side"
            ]:
                before = []  # a heading of its own, *first move: Axis*
            side = next((other.side for other in (*before, *after) if other.side), None)
            if side or "other" not in kinds or (len(sides) < 2 and _is_isolated(words, i)):
                yield Reading(*word.span, side, False, {}, {})


def _is_side_with_cards(after: list[Word]) -> bool:
    """Return whether a side with its cards follows: *then begin the Allies with 6 cards*."""
    next_words = [word for word in after if word.kind != "fill"][:3]
    kinds = [word.kind for word in next_words]
    return kinds == ["side", "have", "number"] and not any(word.after_break for word in next_words)


def _is_isolated(words: list[Word], index: int) -> bool:
    """Return whether only known words are between a word and the last comma or colon before it."""
    before = _words_to_break(words[index::-1])[1:]
    is_apart = words[index].after_break or any(word.after_break for word in before)
    return is_apart and not any(word.kind == "other" for word in before)


def _leading_known_words(words: list[Word]) -> list[Word]:
    """Return the words up to the first unknown one."""
    unknown_index = next((i for i, word in enumerate(words) if word.kind == "other"), len(words))
    return words[:unknown_index]


def _words_before_or(words: list[Word]) -> list[Word]:
    """Return the words before *or*; empty if it follows a number, as in *5 or 6 medals*.

    All words are returned if there is no *or*, or if it separates the two sides.
    """
    for i, word in enumerate(words):
        if word.kind == "or" and not _are_separate_sides(words[:i], words[i + 1 :]):
            return [] if i and words[i - 1].kind == "number" else words[:i]
    return words


def _are_separate_sides(before: list[Word], after: list[Word]) -> bool:
    """Return whether *or* separates one side with its number from the other side with its own."""
    parts = [[word for word in part if word.kind != "opening"] for part in (before, after)]
    sides = [{word.side for word in part if word.side} for part in parts]
    have_numbers = all("number" in _kinds_of(part) for part in parts)
    return have_numbers and [len(each) for each in sides] == [1, 1] and sides[0] != sides[1]


def _words_counting(words: list[Word], kind: str) -> list[Word]:
    """Return the known words of a sentence whose numbers all count *kind* explicitly.

    The list is empty if an unknown word is between a number and its verb, or right after its noun,
    because either may change the meaning.
    """
    number_indexes = [i for i, word in enumerate(words) if word.kind == "number"]
    has_noun = any(_is_next_to_noun(words, i, kind) for i in number_indexes)
    is_clear = all(_is_unambiguous(words, i, kind) for i in number_indexes)
    return [word for word in words if word.kind != "other"] if has_noun and is_clear else []


def _readings_about_both_sides(
    words: list[Word], kind: str, *, is_goal: bool = False
) -> Iterator[Reading]:
    """Yield the readings of a sentence about both sides that also has unknown words.

    With *is_goal*, the numbers are of medals needed to win, which apply to both sides if no side is
    named.
    """
    number_indexes = [i for i, word in enumerate(words) if word.kind == "number"]
    if not any(_is_next_to_noun(words, i, kind) for i in number_indexes):
        return
    if not all(
        _is_continued_count(words, i, kind) and not (is_goal and _is_received(words, i))
        for i in number_indexes
    ):
        return
    known_words = [word for word in words if word.kind != "other"]
    both = "both" in _kinds_of(known_words)
    sides = {word.side for word in known_words if word.side}
    if (
        len(sides) == len(number_indexes) == len(Side)
        or (both and not sides)
        or (is_goal and not sides)
    ):
        yield from _numbers_of_sides(
            known_words, allow_unnamed=is_goal, for_everybody=both or is_goal
        )


def _is_received(words: list[Word], index: int) -> bool:
    """Return whether medals are received, which is not necessarily the number needed to win."""
    before = [word.kind for word in words[:index] if word.kind != "fill"]
    return before[-1:] in (["have"], ["draw"])


def _is_continued_count(words: list[Word], index: int, kind: str) -> bool:
    """Return whether a number counts *kind*, or continues the previous count."""
    after = next((word for word in words[index + 1 :] if word.kind != "fill"), None)
    return after is None or after.kind in (kind, "side", "both", "enemy") or after.after_break


def _is_next_to_noun(words: list[Word], index: int, kind: str) -> bool:
    """Return whether a number is next to its noun."""
    before = [word.kind for word in words[:index] if word.kind not in _SILENT_KINDS][-1:]
    return _noun_index(words, index, kind) > index or before == [kind]


def _noun_index(words: list[Word], index: int, kind: str) -> int:
    """Return the index of the noun after a number; the index of the number if there is none."""
    after = next((i for i in range(index + 1, len(words)) if words[i].kind != "fill"), index)
    return after if words[after].kind == kind else index


def _is_unambiguous(words: list[Word], index: int, kind: str) -> bool:
    """Return whether the words before a number and after its noun are known."""
    before = _words_to_break(words[index::-1])
    after = _words_to_break(words[_noun_index(words, index, kind) :])
    return all(
        next((word for word in neighbors if word.kind not in _PASSING_KINDS), words[index]).kind
        != "other"
        for neighbors in (before[1:], after[1:])
    )


def _words_to_break(words: list[Word]) -> list[Word]:
    """Return the words up to the next comma, colon or the like; they may be in reverse order."""
    backwards = len(words) > 1 and words[1].span < words[0].span
    for i, word in enumerate(words):
        if word.after_break and (i or backwards):
            return words[: i + backwards]
    return words


def _first_number_follows_verb(words: list[Word]) -> bool:
    """Return whether the first number of a sentence follows a verb for having cards."""
    for one, other in pairwise(word for word in words if word.kind != "fill"):
        if other.kind == "number":
            return one.kind == "have"
    return False


def _numbers_of_sides(
    words: list[Word],
    *,
    allow_unnamed: bool,
    for_everybody: bool = False,
    allow_joint: bool = False,
) -> Iterator[Reading]:
    """Yield each number with its side, if sides and numbers alternate.

    Args:
        words: The words of a sentence.
        allow_unnamed: Whether a single number is yielded even if no side is named.
        for_everybody: Whether a single number without a side is for both sides.
        allow_joint: Whether two sides may share the number after them.
    """
    sides_and_numbers = _sides_and_numbers(words)
    numbers = [word for word in sides_and_numbers if word.kind == "number"]
    sides = [word.side for word in sides_and_numbers if word.side]
    both = for_everybody or "both" in _kinds_of(words)
    if len(sides_and_numbers) == len(numbers) == 1:
        if allow_unnamed or both:
            yield _reading(numbers[0], None, both=both)
    elif (
        allow_joint
        and len(set(sides)) == len(sides_and_numbers) - 1 == len(Side)
        and sides_and_numbers[-1].kind == "number"
    ):
        yield _reading(numbers[-1], None, both=True)
    elif len(sides) == len(numbers) and _is_alternating(sides_and_numbers):
        for side, number in zip(sides, numbers, strict=True):
            yield _reading(number, side)


def _plausible_readings(
    readings: Iterator[Reading], min_number: int = _MIN_NUMBER
) -> Iterator[Reading]:
    return (reading for reading in readings if min_number <= reading.numbers["n"] <= _MAX_NUMBER)


def _sides_and_numbers(words: list[Word]) -> list[Word]:
    """Return sides and numbers, without repeated sides and sides that only move first."""
    sides_and_numbers: list[Word] = []
    for i, word in enumerate(_with_opponents(words)):
        is_repeated = bool(
            sides_and_numbers and word.side and sides_and_numbers[-1].side is word.side
        )
        only_moves_first = (
            word.side and _is_complete(sides_and_numbers) and _is_only_first_mover(words, i)
        )
        if word.kind in ("side", "number") and not is_repeated and not only_moves_first:
            sides_and_numbers.append(word)
    return sides_and_numbers


def _is_complete(sides_and_numbers: list[Word]) -> bool:
    """Return whether sides and numbers are complete: pairs, or one number for both sides."""
    is_shared = [bool(word.side) for word in sides_and_numbers] == [True, True, False]
    return bool(sides_and_numbers) and (len(sides_and_numbers) % 2 == 0 or is_shared)


def _with_opponents(words: list[Word]) -> Iterator[Word]:
    """Yield the words; an opponent without a name is the enemy of the side named before."""
    last_side: Side | None = None
    for i, word in enumerate(words):
        has_named_side = any(
            other.side for other in (*words[max(0, i - 1) : i], *words[i + 1 : i + 2])
        )
        if word.kind == "enemy" and last_side and not has_named_side:
            yield word._replace(kind="side", side=last_side.enemy)
        else:
            yield word
        last_side = word.side or last_side


def _is_only_first_mover(words: list[Word], index: int) -> bool:
    """Return whether a side is named last only because it moves first."""
    after = [word.kind for word in words[index + 1 :] if word.kind not in _SILENT_KINDS]
    before = [word.kind for word in words[:index] if word.kind not in _SILENT_KINDS]
    return after == ["first"] or (not after and before[-1:] == ["first"])


def _is_alternating(sides_and_numbers: list[Word]) -> bool:
    return all(one.kind != other.kind for one, other in pairwise(sides_and_numbers))


def _kinds_of(words: list[Word]) -> set[str]:
    return {word.kind for word in words}


def _reading(number: Word, side: Side | None, *, both: bool = False) -> Reading:
    assert number.number is not None
    return Reading(*number.span, side, both, {"n": number.number}, {"n": number.span})


_READERS: Mapping[str, Callable[[list[Word]], Iterator[Reading]]] = {
    "cards": _hand_readings,
    "first": _first_move_readings,
    "medals": _goal_readings,
}
