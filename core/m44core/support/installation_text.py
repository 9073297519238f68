"""The facts about an installation as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from m44core.arguments.line_wrapping import cell_width
from m44core.messages.message import Message, Renderer, message_in
from m44core.support.installation import (
    SECTIONS,
    Facts,
    FactState,
    InstallationFact,
    installation_summary,
)

_STATES: Mapping[FactState, Message] = {
    FactState.OK: message_in("state of a part", "ok"),
    FactState.MISSING: message_in("state of a part", "missing"),
    FactState.BROKEN: message_in("state of a part", "broken"),
}


def facts_as_text(facts: Facts, renderer: Renderer, escape: Callable[[str], str] = str) -> str:
    """Return the facts by section, and a summary; *escape* is applied to the lines about facts."""
    lines: list[str] = []
    for section, section_facts in facts.items():
        lines += [
            renderer.render(SECTIONS[section]),
            *map(escape, _fact_lines(section_facts, renderer)),
            "",
        ]
    return "\n".join([*lines, renderer.sentence(installation_summary(facts))])


def _fact_lines(facts: list[InstallationFact], renderer: Renderer) -> Iterator[str]:
    states = {state: renderer.render(text) for state, text in _STATES.items()}
    width = max(map(cell_width, states.values()))
    for fact in facts:
        state = states[fact.state]
        mark = state + " " * (width - cell_width(state))
        parts = filter(None, (renderer.render(part) for part in (fact.value, fact.use or "")))
        yield f"  {mark}  {fact.name:14}  {'; '.join(parts)}".rstrip()
        if fact.remedy:
            yield f"  {' ' * width}  {'':14}  -> {renderer.render(fact.remedy)}"
