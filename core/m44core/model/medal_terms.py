"""How an objective medal is gained and lost, in whatever words a file says it (D-10..D-14)."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.types import Side
from m44core.model.parts import MedalTerms, Tag
from m44core.model.tokens import TagRule
from m44core.values import dataclass

_OLDER_TERMS: Mapping[str, MedalTerms] = {  # rules that older files have instead of terms
    TagRule.PERMANENT_AXIS: MedalTerms(permanent=True, side=Side.AXIS),
    TagRule.PERMANENT_ALLIES: MedalTerms(permanent=True, side=Side.ALLIES),
    TagRule.MAJORITY: MedalTerms(majority=True),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """How an objective is gained and lost, as far as it is known (D-13, D-14).

    Attributes:
        side: Who alone may hold it; None where its token says who may.
        permanent: Once gained it stays gained.
        turn_start: It counts at the start of a turn only.
        majority: Its holder has more of its hexes than the enemy.
        sole_control: Its holder is there and the enemy is not.
        last_to_occupy: Its holder keeps it until the enemy comes.
        any_hex: *side* holds it while it is there, and the enemy while it is not.
    """

    side: Side | None = None
    permanent: bool = False
    turn_start: bool = False
    majority: bool = False
    sole_control: bool = False
    last_to_occupy: bool = False
    any_hex: bool = False


def terms_of(tag: Tag, holder: Side | None) -> Terms | None:
    """Return the terms of an objective; None where they are not known or make no sense.

    *holder* is the side that its token is for, None for either.
    """
    medal = tag.medal or MedalTerms()
    older = _OLDER_TERMS.get(tag.behavior or "", MedalTerms())
    side = medal.side or older.side or tag.side
    unknown = any(value not in (None, False) for value in medal.extra.values())
    if unknown or None is not side != holder is not None:
        return None
    switches = {term: getattr(medal, term) or getattr(older, term) for term in SWITCHES}
    terms = Terms(side, **switches)
    return terms if _makes_sense(terms, holder) else None


SWITCHES = (
    "permanent", "turn_start", "majority", "sole_control", "last_to_occupy", "any_hex",
)  # fmt: skip
"""The terms of a medal that are on or off."""


def further_terms(tag: Tag) -> list[str]:
    """Return the names of the terms that are stated of an objective, the permanent one apart."""
    medal = tag.medal or MedalTerms()
    switched = [term for term in SWITCHES[1:] if getattr(medal, term)]
    named = ["side"] if medal.side else []
    return [*switched, *named, *(name for name, value in medal.extra.items() if value)]


def _makes_sense(terms: Terms, holder: Side | None) -> bool:
    """Tell whether terms go together: one that changes sides cannot also be something else."""
    if not terms.any_hex:
        return True
    alone = terms == Terms(terms.side, any_hex=True)
    return alone and (terms.side or holder) is not None
