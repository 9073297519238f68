"""Finds the special rules that a printed sheet states, by the sentences that a sheet prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import product, takewhile

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.model.header_phrases import RULES_HEADING
from m44core.model.rule_declarations import (
    Declaration,
    NumberShape,
    Part,
    SideShape,
    SwitchShape,
    declarations,
)
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.publish.content.reference import lead_text
from m44core.publish.content.rule_sentences import rule_sentences
from m44core.setup_list.line_parser import plain_text
from m44core.values import dataclass

_MAX_NUMBER = 20  # of a rule, that is looked for in the text
_MAX_LINES = 40  # of the text about a rule
_MIN_LENGTH = 12  # letters of the sentences of a rule that the text must have
_HYPHENS = str.maketrans("", "", "-\u00ad\u2010")


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """The special rules in the text of a sheet.

    Attributes:
        rules: Those whose printed sentences say everything about them, by key.
        others: The names of those that the sheet names, but that have hexes or units.
    """

    rules: Mapping[str, SpecialRule] = field(default_factory=dict)
    others: tuple[Message, ...] = ()


def read_printed_rules(lines: Sequence[str], code: str) -> PrintedRules:
    """Return the special rules in the lines of a sheet that was printed in a language.

    A rule counts if a line begins with its name, as in ``Night attack. The battle begins at
    night...``. Line breaks and hyphens do not matter.
    """
    unbroken_lines = [_unbroken(line) for line in lines]
    if _unbroken(renderer_in(code).render(RULES_HEADING)) not in "".join(unbroken_lines):
        return PrintedRules()
    rules: dict[str, SpecialRule] = {}
    others: list[Message] = []
    for declaration in declarations():
        lead = _lead(declaration, code)
        texts = [
            "".join(unbroken_lines[at : at + _MAX_LINES]).removeprefix(lead)
            for at, line in enumerate(unbroken_lines)
            if line.startswith(lead)
        ]
        if not texts:
            continue
        forms = _forms(declaration.key, code)
        if rule := _best_form(texts, forms):
            rules[declaration.key] = rule
        elif not forms or max(_shared_lengths(texts, forms)) >= _MIN_LENGTH:
            others.append(Message(declaration.label))
    return PrintedRules(rules, tuple(others))


def _best_form(
    texts: Sequence[str], forms: Sequence[tuple[str, SpecialRule]]
) -> SpecialRule | None:
    """Return the form of a rule whose sentences are longest at the start of a text.

    The end of the sentences may be in another column. Return None if two forms agree as far as
    the text goes, or if none fits.
    """
    lengths = _shared_lengths(texts, forms)
    longest = max(lengths, default=0)
    if longest < _MIN_LENGTH or lengths.count(longest) > 1:
        return None
    return forms[lengths.index(longest)][1]


def _shared_lengths(
    texts: Sequence[str], forms: Sequence[tuple[str, SpecialRule]]
) -> Sequence[int]:
    """Return how many letters of the sentences about each form a text begins with."""
    return [max(_shared_length(text, sentences) for text in texts) for sentences, _ in forms]


def _shared_length(text: str, other_text: str) -> int:
    pairs = zip(text, other_text, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _lead(declaration: Declaration, code: str) -> str:
    renderer = renderer_in(code)
    return _unbroken(lead_text(renderer.sentence(Message(declaration.label)), renderer))


@cache
def _forms(key: str, code: str) -> Sequence[tuple[str, SpecialRule]]:
    """Return the sentences about each form of a rule that has only sides, switches and numbers."""
    declaration = declarations().by_key(key)
    assert declaration, "the keys are those of the declarations"
    values = [tuple(_values_of(part)) for part in declaration.value.parts]
    render = renderer_in(code).sentence
    forms = (
        declaration.rule_class(
            **dict(zip((part.name for part in declaration.value.parts), each, strict=True))
        )
        for each in product(*values)
    )
    pairs = ((list(rule_sentences(form, Scenario())), form) for form in forms)
    return [
        (_unbroken("".join(map(render, sentences))), form) for sentences, form in pairs if sentences
    ]


def _values_of(part: Part) -> Iterator[object]:
    """Yield the values of a part that a sentence can be compared for; none for other parts."""
    match part.shape:
        case SwitchShape():
            yield from (True, False)
        case SideShape():
            yield from Side
        case NumberShape(least=least, most=most):
            yield from range(least, min(most, _MAX_NUMBER) + 1)


def _unbroken(text: str) -> str:
    """Return a text in lower case without accents, white space and hyphens, for comparison."""
    return "".join(fold_text(plain_text(text)).translate(_HYPHENS).split())
