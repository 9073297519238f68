"""What a sentence states of cards, medals and the first move, made out from the order of its words.

A number counts what stands beside it, or what was counted before; sides and numbers take turns.
Where a sentence has nothing but known words their order hardly matters. One with others is read
only if nothing in it changes what a number means ("more", "each turn", "at most": ``stop``), and
only what it says in so many words: how many cards a side has, how many medals it needs. A sentence
that names but sides and numbers goes on with what the one before it counted, as in a table.

Some words are weak: ``wins``, ``opens`` and ``when`` mean something where the sentence is about
victory, the first move or a condition of victory, and elsewhere nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from m44core.catalogue.types import Side
from m44core.validation.text_analysis.tokenizer import Tokenizer, Reading, Word

_FEW = 3  # a smaller number is what towns are worth, or what is drawn in a turn
_MOST = 15  # a larger one is no hand and no number of medals
_SILENT = {"fill", "have", "opening"}
_HEADING = 4  # words of a heading over a list
_PASSING = {"fill", "side", "either", "enemy", "opening"}
_TOPICS = ("cards", "medals")
_WEAK = {"wins": "fill", "opens": "fill", "when": "stop"}
_GOING_ON = {"side", "number", "first", "both", "draw", "goal", "win", "enemy"}
_SHORT = {"side", "fill", "first", "have", "opening"}


def strict_statements(what: str, text: str, clauses: Tokenizer) -> list[Reading]:
    """Return what a text states of ``cards``, ``first`` or ``medals``."""
    reads = _READS.get(what)
    if reads is None or (what == "first" and not clauses.mentions("cards", text)):
        return []  # without cards it tells of the battle, not of the game
    return list(_told(clauses.sentences(text), reads))


def _told(
    sentences: list[list[Word]], reads: Callable[[list[Word]], Iterator[Reading]]
) -> Iterator[Reading]:
    """Yield what sentences say; one that names nothing counted goes on with the one before."""
    topic: Word | None = None
    for words in map(_allied, sentences):
        strong = _taken(words)
        goes_on = topic is not None and _goes_on(_kinds_of(strong))
        said = list(reads([topic, *words] if goes_on and topic else words))
        yield from said
        if not goes_on:
            topic = _topic(strong, bool(said))


def _taken(words: list[Word], **weak: str) -> list[Word]:
    """Return the words, the weak ones as other kinds; what is not said of them is the usual."""
    kinds = {**_WEAK, **weak}
    return [word._replace(kind=kinds.get(word.kind, word.kind)) for word in words]


def _allied(words: list[Word]) -> list[Word]:
    """Return the words; a nation that fought on both sides is on that of the one it stands by."""
    near = [_nearest(words[:i][::-1]) or _nearest(words[i + 1 :]) for i in range(len(words))]
    return [
        word._replace(kind="side", side=near[i]) if word.kind == "either" and near[i] else word
        for i, word in enumerate(words)
    ]


def _nearest(words: list[Word]) -> Side | None:
    """Return the side of the first word that is more than an *and*, if it has one."""
    return next((word.side for word in words if word.kind != "fill"), None)


def _topic(words: list[Word], told: bool) -> Word | None:
    """Return what a sentence counts, or what it is the heading of."""
    named = {word.kind: word for word in words if word.kind in _TOPICS}
    heading = len(words) <= _HEADING and not _kinds_of(words) & {"number", "stop"}
    return next(iter(named.values())) if len(named) == 1 and (told or heading) else None


def _goes_on(kinds: set[str]) -> bool:
    """Tell whether a sentence has sides and numbers, and does not say of what."""
    return {"side", "number"} <= kinds <= {*_GOING_ON, *_SILENT}


def _hands(words: list[Word]) -> Iterator[Reading]:
    """Yield the cards of each side a sentence names, or of whom it speaks to."""
    words = _before_choice(_taken(words, opens="first"))
    kinds = _kinds_of(words)
    if "cards" not in kinds or kinds & {"medals", "goal", "win", "either", "stop"}:
        return
    if "other" in kinds:
        plain = list(_many(_numbered(_counting(words, "cards"), unnamed=_has(words))))
        yield from plain or (_many(_of_both(words, "cards")) if kinds & {"have", "draw"} else ())
        return
    bare = sorted(word.kind for word in words if word.kind != "opening") == ["cards", "number"]
    told = _numbered(words, unnamed=bare or "have" in kinds, joint=True)
    yield from told if "have" in kinds else _many(told)


def _goals(words: list[Word]) -> Iterator[Reading]:
    """Yield the medals that win; *you win with 5* says it without the word."""
    known = "other" not in _kinds_of(words)
    when = "fill" if known else "stop"
    words = _before_choice(_taken(_not_gained(words), wins="goal", when=when))
    kinds = _kinds_of(words)
    if kinds & {"cards", "first", "either", "stop"} or {"both", "side"} <= kinds:
        return  # where both have as many, one wins: that is no goal
    if "other" in kinds:
        if kinds & {"goal", "win"}:
            plain = list(_many(_numbered(_counting(words, "medals"), unnamed=False)))
            yield from plain or _many(_of_both(words, "medals", won=True), fewest=_FEW + 1)
        return
    if not kinds & {"goal", "win"} and not _in_a_list(words):
        return
    if "medals" in kinds or ({"win", "opening"} <= kinds and words[-1].kind == "number"):
        yield from _many(_numbered(words, unnamed=True, everybody=True, joint=True))


def _not_gained(words: list[Word]) -> list[Word]:
    """Return the words, those for winning right before a number as any other: they gain it."""
    kinds = [*(word.kind for word in words[1:]), ""]
    return [
        word._replace(kind="fill") if (word.kind, after) == ("wins", "number") else word
        for word, after in zip(words, kinds, strict=True)
    ]


def _in_a_list(words: list[Word]) -> bool:
    """Tell whether a sentence is a line of a list: sides, and the medals of each."""
    told = [word for word in words if word.kind != "opening"]
    kinds = _kinds_of(told)
    joined = told[0].kind in ("number", "medals") or "fill" not in kinds
    named = bool(kinds & {"side", "both"})
    return joined and named and kinds <= {"side", "both", "number", "medals", "fill"}


def _first_moves(words: list[Word]) -> Iterator[Reading]:
    """Yield who moves first: whom the words before name, or else those after."""
    opening = _taken(words, opens="first")
    kinds = _kinds_of(opening)
    one = len({word.side for word in opening if word.side}) == 1
    words = opening if one and kinds <= _SHORT else _taken(words)
    kinds = _kinds_of(words)
    if kinds & {"medals", "goal", "win", "either", "both", "stop"}:
        return
    sides = {word.side for word in words if word.side}
    for i, word in enumerate(words):
        if word.kind == "first" and not _begins_with(words[i + 1 :]):
            before, after = _near(words[i - 1 :: -1] if i else []), _near(words[i + 1 :])
            if word.after_break and [other.kind for other in after if other.kind != "fill"] == ["side"]:
                before = []  # a heading of its own, *first move: Axis*
            side = next((other.side for other in (*before, *after) if other.side), None)
            if side or "other" not in kinds or (len(sides) < 2 and _stands_alone(words, i)):
                yield Reading(*word.span, side, False, {}, {})


def _begins_with(after: list[Word]) -> bool:
    """Tell whether what begins is a side with its cards: *then begin the Allies with 6 cards*."""
    those = [word for word in after if word.kind != "fill"][:3]
    kinds = [word.kind for word in those]
    return kinds == ["side", "have", "number"] and not any(word.after_break for word in those)


def _stands_alone(words: list[Word], place: int) -> bool:
    """Tell whether nothing but known words stands before a word since the last comma or colon."""
    before = _part(words[place::-1])[1:]
    apart = words[place].after_break or any(word.after_break for word in before)
    return apart and not any(word.kind == "other" for word in before)


def _near(words: list[Word]) -> list[Word]:
    """Return the words up to one that is not known."""
    strange = next((i for i, word in enumerate(words) if word.kind == "other"), len(words))
    return words[:strange]


def _before_choice(words: list[Word]) -> list[Word]:
    """Return the words before another way to win; none where it is another number."""
    for i, word in enumerate(words):
        if word.kind == "or" and not _are_told_apart(words[:i], words[i + 1 :]):
            return [] if i and words[i - 1].kind == "number" else words[:i]
    return words


def _are_told_apart(before: list[Word], after: list[Word]) -> bool:
    """Tell whether *or* stands between one side and its number and the other and its own."""
    parts = [[word for word in part if word.kind != "opening"] for part in (before, after)]
    sides = [{word.side for word in part if word.side} for part in parts]
    counted = all("number" in _kinds_of(part) for part in parts)
    return counted and [len(each) for each in sides] == [1, 1] and sides[0] != sides[1]


def _counting(words: list[Word], what: str) -> list[Word]:
    """Return the known words of a sentence whose numbers all count *what*, in so many words.

    None where a word that is not known stands between a number and what is done with it, or
    right after what it counts: both may change what it means.
    """
    counts = [i for i, word in enumerate(words) if word.kind == "number"]
    named = any(_stands_by(words, i, what) for i in counts)
    plain = all(_plainly(words, i, what) for i in counts)
    return [word for word in words if word.kind != "other"] if named and plain else []


def _of_both(words: list[Word], what: str, *, won: bool = False) -> Iterator[Reading]:
    """Yield what is said of both sides, whatever it is said with.

    A number of medals with which somebody has *won* is said of both where no side is named.
    """
    counts = [i for i, word in enumerate(words) if word.kind == "number"]
    if not any(_stands_by(words, i, what) for i in counts):
        return
    if not all(_counts_on(words, i, what) and not (won and _gets(words, i)) for i in counts):
        return
    known = [word for word in words if word.kind != "other"]
    both = "both" in _kinds_of(known)
    sides = {word.side for word in known if word.side}
    if len(sides) == len(counts) == len(Side) or (both and not sides) or (won and not sides):
        yield from _numbered(known, unnamed=won, everybody=both or won)


def _gets(words: list[Word], place: int) -> bool:
    """Tell whether somebody gets a number of medals, who need not win with them."""
    before = [word.kind for word in words[:place] if word.kind != "fill"]
    return before[-1:] in (["have"], ["draw"])


def _counts_on(words: list[Word], place: int, what: str) -> bool:
    """Tell whether a number counts *what*, or what was counted before it."""
    after = next((word for word in words[place + 1 :] if word.kind != "fill"), None)
    return after is None or after.kind in (what, "side", "both", "enemy") or after.after_break


def _stands_by(words: list[Word], place: int, what: str) -> bool:
    """Tell whether a number stands beside what it counts."""
    before = [word.kind for word in words[:place] if word.kind not in _SILENT][-1:]
    return _counted(words, place, what) > place or before == [what]


def _counted(words: list[Word], place: int, what: str) -> int:
    """Return the place of what a number counts, if it follows; else that of the number."""
    after = next((i for i in range(place + 1, len(words)) if words[i].kind != "fill"), place)
    return after if words[after].kind == what else place


def _plainly(words: list[Word], place: int, what: str) -> bool:
    """Tell whether the words before a number and after what it counts are known."""
    before = _part(words[place::-1])
    after = _part(words[_counted(words, place, what) :])
    return all(
        next((word for word in around if word.kind not in _PASSING), words[place]).kind != "other"
        for around in (before[1:], after[1:])
    )


def _part(words: list[Word]) -> list[Word]:
    """Return the words up to the next comma, colon or the like, read forwards or backwards."""
    backwards = len(words) > 1 and words[1].span < words[0].span
    for i, word in enumerate(words):
        if word.after_break and (i or backwards):
            return words[: i + backwards]
    return words


def _has(words: list[Word]) -> bool:
    """Tell whether a sentence has but one number, right after what is done with cards."""
    for one, other in pairwise(word for word in words if word.kind != "fill"):
        if other.kind == "number":
            return one.kind == "have"
    return False


def _numbered(
    words: list[Word], *, unnamed: bool, everybody: bool = False, joint: bool = False
) -> Iterator[Reading]:
    """Yield each number with its side, where the two take turns."""
    told = _turns(words)
    numbers = [word for word in told if word.kind == "number"]
    sides = [word.side for word in told if word.side]
    both = everybody or "both" in _kinds_of(words)
    if len(told) == len(numbers) == 1:
        if unnamed or both:
            yield _reading(numbers[0], None, both=both)
    elif joint and len(set(sides)) == len(told) - 1 == len(Side) and told[-1].kind == "number":
        yield _reading(numbers[-1], None, both=True)
    elif len(sides) == len(numbers) and _alternate(told):
        for side, number in zip(sides, numbers, strict=True):
            yield _reading(number, side)


def _many(told: Iterator[Reading], fewest: int = _FEW) -> Iterator[Reading]:
    return (reading for reading in told if fewest <= reading.numbers["n"] <= _MOST)


def _turns(words: list[Word]) -> list[Word]:
    """Return sides and numbers: a side named twice in a row once, who only moves first not."""
    told: list[Word] = []
    for i, word in enumerate(_opposed(words)):
        again = bool(told and word.side and told[-1].side is word.side)
        moves = word.side and _is_complete(told) and _only_moves_first(words, i)
        if word.kind in ("side", "number") and not again and not moves:
            told.append(word)
    return told


def _is_complete(told: list[Word]) -> bool:
    """Tell whether sides and numbers are told to the end: one each, or one number for both."""
    both = [bool(word.side) for word in told] == [True, True, False]
    return bool(told) and (len(told) % 2 == 0 or both)


def _opposed(words: list[Word]) -> Iterator[Word]:
    """Yield the words; an opponent who is not named is the enemy of the side named before."""
    last: Side | None = None
    for i, word in enumerate(words):
        named = any(other.side for other in (*words[max(0, i - 1) : i], *words[i + 1 : i + 2]))
        if word.kind == "enemy" and last and not named:
            yield word._replace(kind="side", side=last.enemy)
        else:
            yield word
        last = word.side or last


def _only_moves_first(words: list[Word], place: int) -> bool:
    """Tell whether a side is the last that is named, for it moves first."""
    after = [word.kind for word in words[place + 1 :] if word.kind not in _SILENT]
    before = [word.kind for word in words[:place] if word.kind not in _SILENT]
    return after == ["first"] or (not after and before[-1:] == ["first"])


def _alternate(told: list[Word]) -> bool:
    return all(one.kind != other.kind for one, other in pairwise(told))


def _kinds_of(words: list[Word]) -> set[str]:
    return {word.kind for word in words}


def _reading(number: Word, side: Side | None, *, both: bool = False) -> Reading:
    assert number.number is not None
    return Reading(*number.span, side, both, {"n": number.number}, {"n": number.span})


_READS: Mapping[str, Callable[[list[Word]], Iterator[Reading]]] = {
    "cards": _hands,
    "first": _first_moves,
    "medals": _goals,
}
