"""Standard sentences offered as the translation of a paragraph that states what they say."""

from __future__ import annotations

from m44core.errors import NotationError
from m44core.messages.languages import language_code
from m44core.model.scenario import Scenario
from m44core.sentences.recognition import Stated, sayable, stated
from m44core.translate.translation_units import LABELS, Unit
from m44core.values import dataclass

_SPACED = " "


@dataclass(frozen=True, slots=True)
class Standard:
    """What the program can say of a paragraph in the language it is translated to.

    Attributes:
        sentences: The sentences, each with its key.
        text: Them, one after the other.
        whole: Whether the paragraph says nothing else.
    """

    sentences: tuple[tuple[str, str], ...]
    text: str
    whole: bool


def standard_offers(
    scenario: Scenario, unit: Unit, source: str, target: str
) -> tuple[Standard, ...]:
    """Return the standard sentences that say what a paragraph says.

    All of them together are one offer where the paragraph says nothing else; else each is one, for
    a part of it.

    Args:
        scenario: The scenario.
        unit: The paragraph.
        source: The language it is in.
        target: The language of the sentences; nothing is offered in one we do not speak.
    """
    if unit.field == LABELS:
        return ()
    try:
        known = sayable(scenario, target)
    except NotationError:
        return ()
    said = _of(unit, stated(scenario, source, unit.field))
    made = [(key, known[key].text) for key in said.keys]
    if not said.whole:
        return tuple(Standard((each,), each[1], whole=False) for each in made)
    between = "" if language_code(target).startswith("zh") else _SPACED
    return (Standard(tuple(made), between.join(text for _, text in made), whole=True),)


def _of(unit: Unit, facts: tuple[Stated, ...]) -> Stated:
    """Return what a unit states, which is a paragraph of its text or all of it."""
    if unit.number:
        return facts[unit.number - 1] if unit.number <= len(facts) else Stated()
    keys = dict.fromkeys(key for each in facts for key in each.keys)
    return Stated(tuple(keys), bool(facts) and all(each.whole for each in facts))
