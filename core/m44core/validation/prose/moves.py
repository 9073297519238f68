"""Who moves first, made out from parts of sentences that speak of the first move."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.validation.prose.clauses import Clauses, Word
from m44core.validation.prose.spoken import EMPTY, Talk, kinds_of, named_in, parts_of, remember

_TELLING = {"ahead", "first", "second", "lead", "early", "deed"}


def first_movers(text: str, clauses: Clauses) -> frozenset[Side]:
    """Return the sides a text lets move first if it counts cards, and so tells of the game."""
    sentences = clauses.sentences(text)
    if not {"number", "cards"} <= set().union(*map(kinds_of, sentences)):
        return frozenset()
    talk = Talk()
    found: set[Side] = set()
    asked = False
    for words in sentences:
        named = named_in(words, talk)
        told = {word.side for word in named if word.side}
        if asked and len(told) == 1 and kinds_of(named) <= {"side", *EMPTY}:
            found |= {side for side in told if side}  # *Who begins? The Allies.*
        asked = (
            not told
            and bool(named)
            and named[0].kind in ("asked", "any")
            and any(map(tells_of_a_move, parts_of(named)))
        )
        if not asked:
            found |= set(_moves_in(named, talk))
        remember(talk, named)
    return frozenset(found)


def _moves_in(words: list[Word], talk: Talk) -> Iterator[Side]:
    """Yield the sides a sentence lets move first."""
    last: Side | None = None
    for part in parts_of(words):
        before, last = last, next((word.side for word in part[::-1] if word.side), last)
        kinds = kinds_of(part)
        if kinds & {"medals", "goal", "win", "either", "both", "stop", "gain", "modal", "when"}:
            continue
        if tells_of_a_move(part):
            spoken_of = before or (talk.reader if "you" in kinds else talk.subject)
            side = _mover(part) or spoken_of
            if "ahead" in kinds:
                side = before or next((word.side for word in part if word.side), None)
            if side:
                yield side.enemy if "second" in kinds else side


def tells_of_a_move(part: list[Word]) -> bool:
    """Tell whether a part of a sentence is about the first move."""
    kinds = kinds_of(part)
    for i, word in enumerate(part):
        if word.kind not in _TELLING:
            continue
        after = [other.kind for other in part[i + 1 :] if other.kind not in EMPTY]
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


def _mover(part: list[Word]) -> Side | None:
    """Return the side that moves first in a part of a sentence: the only one, or that before."""
    place = next(
        (i for i, word in enumerate(part) if word.kind in ("first", "second", "early", "lead")), 0
    )
    before = [word.side for word in part[:place] if word.side]
    after = [word.side for word in part[place:] if word.side]
    return before[-1] if before else after[0] if after else None
