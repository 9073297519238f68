"""Of whom the sentences of a text speak, also where they do not name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m44core.catalogue.types import Side
from m44core.validation.prose.clauses import Word
from m44core.values import dataclass

EMPTY = ("fill", "you")
"""Kinds of words that say nothing of who, how many and what."""

WINNING = {"goal", "win", "wins"}
"""Kinds of words that speak of victory."""

_ADDRESS = 3  # words of a sentence that tell whom it speaks to
_SOONER = ("ahead", "lead")  # kinds that count before others
_LATER = {"stop", "fill"}


@dataclass(slots=True)
class Talk:
    """What was spoken of before a sentence.

    Attributes:
        sides: The sides of the last sentence that named one.
        last: The one that was named last.
        counting: Whether the last sentence counted what is looked for.
        number: The last number of what is looked for.
        winning: Whether victory was spoken of.
        reader: The side the text speaks to.
        only: The sides the text names at all.
    """

    sides: frozenset[Side] = frozenset()
    last: Side | None = None
    counting: bool = False
    number: int | None = None
    winning: bool = False
    reader: Side | None = None
    only: frozenset[Side] = frozenset()

    @property
    def subject(self) -> Side | None:
        """The only side that was spoken of."""
        return next(iter(self.sides)) if len(self.sides) == 1 else None


def named_in(words: list[Word], talk: Talk) -> list[Word]:
    """Return the words of a sentence, its enemies and latter ones as the sides they are."""
    named: list[Word] = []
    last = talk.reader or (talk.last if talk.subject else None)
    words = [word for word in words if word.kind != "opening"]
    for i, word in enumerate(words):
        if word.kind == "either":
            word = _by_neighbour(words, i)
        elif word.kind == "enemy":
            word = (
                word._replace(kind="fill") if _is_named(words, i) else _as(word, last, enemy=True)
            )
        elif word.kind == "latter":
            word = _as(word, last or talk.last)
        last = word.side or last
        named.append(word)
    return _opposed(named, talk)


def _opposed(words: list[Word], talk: Talk) -> list[Word]:
    """Return the words; a nation that fought on both sides fights the only side that is named."""
    sides = {word.side for word in words if word.side} or talk.sides or talk.only
    if len(sides) != 1:
        return words
    (side,) = sides
    return [_as(word, side, enemy=True) if word.kind == "either" else word for word in words]


def _as(word: Word, side: Side | None, *, enemy: bool = False) -> Word:
    if side is None:
        return word._replace(kind="fill")
    return word._replace(kind="side", side=side.enemy if enemy else side)


def _by_neighbour(words: list[Word], place: int) -> Word:
    """Return a nation that fought on both sides as one of the side it stands beside, if any."""
    beside = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
    side = next((word.side for word in beside if word.side), None)
    return words[place]._replace(kind="side", side=side) if side else words[place]


def _is_named(words: list[Word], place: int) -> bool:
    """Tell whether a side stands right beside an enemy: *his American opponent*."""
    before = [word for word in words[max(0, place - 2) : place] if word.kind not in EMPTY]
    after = [word for word in words[place + 1 : place + 3] if word.kind not in EMPTY]
    return bool((before and before[-1].side) or (after and after[0].side and not after[0].apart))


def remember(talk: Talk, words: list[Word]) -> None:
    """Note of whom a sentence spoke."""
    sides = [word.side for word in words if word.side]
    if sides:
        talk.sides, talk.last = frozenset(sides), sides[-1]
        if talk.reader is None and "you" in kinds_of(words[:_ADDRESS]):
            talk.reader = sides[0]
    talk.winning = talk.winning or bool(WINNING & kinds_of(words))


def parts_of(words: list[Word]) -> Iterator[list[Word]]:
    """Yield the parts of a sentence between commas, colons and the like."""
    part: list[Word] = []
    for word in words:
        if word.apart and part:
            yield part
            part = []
        part.append(word)
    if part:
        yield part


def kinds_of(words: Iterable[Word]) -> set[str]:
    """Return what kinds of words there are."""
    return {word.kind for word in words}


def vocabulary(said: Mapping[str, Mapping[str, list[str]]]) -> Mapping[str, list[str]]:
    """Return the words of sentences with those for roles before them, so that these count."""
    roles, clauses = said["roles"], said["clauses"]
    kinds = [
        *(kind for kind in _SOONER if kind in roles),
        *(kind for kind in roles if kind not in _LATER),
        *clauses,
    ]
    return {kind: [*roles.get(kind, ()), *clauses.get(kind, ())] for kind in dict.fromkeys(kinds)}
