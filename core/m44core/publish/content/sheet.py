"""Everything a sheet says of a scenario, in one language or in two."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.messages.message import Words, message
from m44core.model.scenario import Scenario
from m44core.publish.content.facts import facts, sides
from m44core.publish.content.goals import goals
from m44core.publish.content.reference import reference
from m44core.publish.content.setup import setup
from m44core.publish.content.texts import sections, texts_in


def sheet_content(scenario: Scenario, every: Sequence[Words]) -> dict[str, object]:
    """Return what a sheet says, as plain data.

    Args:
        scenario: What it is about.
        every: The languages, the first of them the one of headings and lists.

    Returns:
        ``title``; ``board`` (``standard``, ``breakthrough`` or ``overlord``); ``languages``, for
        each of them ``code``, ``spoken`` (of the texts, which may be others), ``title``,
        ``subtitle``, ``facts``, ``sides``, ``sections`` and ``credits``; then in the first language
        ``headings``, ``goals``, ``reference`` and ``setup``.
    """
    told = every[0]
    said = [_in_language(scenario, words) for words in every]
    return {
        "title": said[0]["title"],
        "board": scenario.board.type.name.lower(),
        "languages": said,
        "headings": {
            "map": told.render(message("Map of the scenario {title}", title=str(said[0]["title"]))),
            "goals": told.render(message("Medals and exits")),
            "reference": told.render(message("What is on the board")),
            "setup": told.render(message("Set-up")),
            "page": told.render(message("Page")),
        },
        "goals": goals(scenario, told),
        "reference": reference(scenario, told),
        "setup": setup(scenario, told),
    }


def _in_language(scenario: Scenario, told: Words) -> dict[str, object]:
    spoken, texts = texts_in(scenario, told.language.code)
    return {
        "code": told.language.code,
        "spoken": spoken,
        "title": (texts.name or "").strip() or told.render(message("(no title)")),
        "subtitle": (texts.subtitle or "").strip(),
        "facts": facts(scenario, told),
        "sides": sides(scenario, told),
        "sections": sections(texts, told),
        "credits": _credits(scenario, texts.bibliography, told),
    }


def _credits(scenario: Scenario, sources: str | None, told: Words) -> list[str]:
    """Return who wrote it and from what, as far as the file says."""
    author = scenario.meta.get("author")
    said = []
    if isinstance(author, str) and author.strip():
        said.append(told.render(message("Author: {author}", author=author.strip())))
    if sources and sources.strip():
        said.append(told.render(message("Sources: {sources}", sources=" ".join(sources.split()))))
    return said
