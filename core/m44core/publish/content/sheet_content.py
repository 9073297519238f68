"""The content of a scenario's sheet as plain data: battle, sides, texts, goals, set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.date_words import date_range_in_words
from m44core.messages.message import Message, Value, Words, colon, message, message_in
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import objective_side, objectives_on
from m44core.model.parts import FRONTS, KINDS, NATIONS, SIDES, FirstPlayer, Front, Player, Texts
from m44core.model.scenario import Scenario
from m44core.playtest.games.engine_support import objective_kind
from m44core.publish.content.reference import reference_lines
from m44core.validation.setup_checklist import checklist


def sheet_content(scenario: Scenario, languages: Sequence[Words]) -> dict[str, object]:
    """Return the content of a sheet, as plain data.

    Args:
        scenario: The scenario.
        languages: The languages; headings and lists are in the first.

    Returns:
        ``title``; ``board`` (``standard``, ``breakthrough`` or ``overlord``); ``languages``, with
        ``code``, ``spoken`` (the language of the texts, which may differ), ``title``,
        ``subtitle``, ``facts``, ``sides``, ``sections`` and ``credits`` for each; then, in the
        first language, ``headings``, ``goals``, ``reference`` and ``setup``.
    """
    words = languages[0]
    texts = [_content_in_language(scenario, each) for each in languages]
    return {
        "title": texts[0]["title"],
        "board": scenario.board.type.name.lower(),
        "languages": texts,
        "headings": {
            "map": words.render(
                message("Map of the scenario {title}", title=str(texts[0]["title"]))
            ),
            "goals": words.render(message("Medals and exits")),
            "reference": words.render(message("What is on the map")),
            "setup": words.render(message("Setup")),
            "page": page_number(words),
        },
        "goals": goals(scenario, words),
        "reference": reference_lines(scenario, words),
        "setup": setup_steps(scenario, words),
    }


def page_number(words: Words) -> str:
    """Return the label of a page, with ``{number}`` where the template puts the number."""
    return words.render(message("Page {number}", number="{number}"))


def _content_in_language(scenario: Scenario, words: Words) -> dict[str, object]:
    spoken, texts = texts_for_language(scenario, words.language.code)
    return {
        "code": words.language.code,
        "spoken": spoken,
        "title": (texts.name or "").strip() or words.render(message("(no title)")),
        "subtitle": (texts.subtitle or "").strip(),
        "facts": battle_facts(scenario, words),
        "sides": side_summaries(scenario, words),
        "sections": text_sections(texts, words),
        "credits": _credit_lines(scenario, texts.bibliography, words),
    }


def _credit_lines(scenario: Scenario, sources: str | None, words: Words) -> list[str]:
    """Return author and sources, as far as the scenario names them."""
    author = scenario.meta.get("author")
    lines = []
    if isinstance(author, str) and author.strip():
        lines.append(words.render(message("Author: {author}", author=author.strip())))
    if sources and sources.strip():
        lines.append(words.render(message("Sources: {sources}", sources=" ".join(sources.split()))))
    return lines


_HEADED: tuple[tuple[str, Message], ...] = (
    ("historical", message("Historical background")),
    ("description", message("Briefing")),
    ("victory", message("Conditions of victory")),
    ("rules", message("Special rules")),
)
_NO_TEXTS = Texts()


def texts_for_language(scenario: Scenario, code: str) -> tuple[str, Texts]:
    """Return the language of the texts to print, and the texts.

    The language is *code* if it has any text, else English or any other language with texts.
    Without any texts, it is *code* with empty texts.
    """
    texts = scenario.texts
    for language in scenario.languages_for(code):
        if _has_text(texts[language]):
            return language, texts[language]
    return code, _NO_TEXTS


def _has_text(texts: Texts) -> bool:
    return any(
        isinstance(text := getattr(texts, field.name), str) and text.strip()
        for field in fields(texts)
    )


def text_sections(texts: Texts, words: Words) -> list[dict[str, object]]:
    """Return the non-empty texts, each with its ``key``, ``heading`` and ``paragraphs``."""
    return [
        {"key": key, "heading": words.render(heading), "paragraphs": paragraphs}
        for key, heading in _HEADED
        if (paragraphs := list(_paragraphs(getattr(texts, key))))
    ]


def _paragraphs(text: str | None) -> Iterator[str]:
    for line in (text or "").splitlines():
        if line.strip():
            yield line.strip()


_ON_FRONT = {
    Front.WESTERN: message_in("front", "Western Front"),
    Front.EASTERN: message_in("front", "Eastern Front"),
    Front.MEDITERRANEAN: message_in("front", "Mediterranean"),
    Front.PACIFIC: message_in("front", "Pacific"),
}
assert _ON_FRONT.keys() == FRONTS.keys()


def battle_facts(scenario: Scenario, words: Words) -> list[str]:
    """Return short facts of the battle: dates, front, and kind (historical or fictional)."""
    briefing = scenario.briefing
    parts: list[Message | None] = [
        date_range_in_words(briefing.begins, briefing.ends),
        _ON_FRONT[briefing.front] if briefing.front else None,
        KINDS[briefing.kind] if briefing.kind else None,
    ]
    return [words.sentence(each) for each in parts if each]


def side_summaries(scenario: Scenario, words: Words) -> list[dict[str, object]]:
    """Return the two sides, that of the top edge first.

    Each is a mapping: ``key`` (``axis`` or ``allies``), ``name``, ``nation`` (a code such as
    ``DE``, or ""), ``country`` (its name) and ``has`` (command cards, medals to win, first move).
    """
    briefing = scenario.briefing
    first = {FirstPlayer.TOP: briefing.top, FirstPlayer.BOTTOM: briefing.bottom}.get(
        briefing.first or FirstPlayer.SPECIAL
    )
    return [
        {
            "key": player.side.value.lower(),
            "name": words.render(SIDES[player.side]),
            "nation": player.country or "",
            "country": _country_name(player, words),
            "has": [words.sentence(value) for value in _side_facts(player, player is first)],
        }
        for player in (briefing.top, briefing.bottom)
        if player.side
    ]


def _country_name(player: Player, words: Words) -> str:
    nation = NATIONS.get(player.country or "")
    return words.render(nation) if nation else ""


def _side_facts(player: Player, is_first: bool) -> Iterator[Value]:
    if player.cards is not None:
        yield nouns.command_cards(player.cards)
    if player.medals is not None:
        medals = nouns.medals(player.medals)
        yield message("{medals} to win", medals=medals)
    if is_first:
        yield _first_move_message(player.side)


def _first_move_message(side: Side | None) -> Message:
    return message("moves first") if side is Side.AXIS else message("move first")


def goals(scenario: Scenario, words: Words) -> list[dict[str, str | list[str]]]:
    """Return the objectives, grouped by kind, and the exits.

    Each is a mapping: ``what`` (its kind and side), ``lead`` (the same with punctuation) and
    ``where`` (names of hexes). Hexes that share one medal are listed as a separate objective.
    """
    return [
        {
            "what": (name := words.sentence(what)),
            "lead": words.render(colon(name, "")),
            "where": list(map(scenario.board.name, where)),
        }
        for what, where in (*_objective_goals(scenario), *_exit_goals(scenario))
    ]


def _objective_goals(scenario: Scenario) -> Iterator[tuple[Value, Sequence[Hex]]]:
    alike: dict[tuple[Value, Side | None], list[Hex]] = {}
    groups: list[tuple[Value, Sequence[Hex]]] = []
    for token in objectives_on(scenario):
        side = objective_side(token.tag, scenario.catalogue)
        kind, _ = objective_kind(token.tag, side)
        if token.tag.group:
            hexes = dict.fromkeys((token.hex, *token.tag.group))
            groups.append((_kind_with_side(kind, side), tuple(hexes)))
        else:
            alike.setdefault((kind, side), []).append(token.hex)
    yield from ((_kind_with_side(*which), hexes) for which, hexes in alike.items())
    yield from groups


def _kind_with_side(kind: Value, side: Side | None) -> Value:
    if side is None:
        return message("{kind} (either side)", kind=kind)
    # The kind of an objective, or a rule of the scenario, and its side: "Temporary (Allies)".
    return message("{kind} ({side})", kind=kind, side=SIDES[side])


def _exit_goals(scenario: Scenario) -> Iterator[tuple[Value, Sequence[Hex]]]:
    for marker in exit_markers(scenario):
        side = marker.side
        yield message("exit for {side}", side=side.noun) if side else message("exit"), marker.hexes


def side_names(words: Words) -> dict[str, str]:
    """Return the names of the sides, keyed by ``axis`` and ``allies``."""
    return {side.value.lower(): words.render(name) for side, name in SIDES.items()}


def setup_steps(scenario: Scenario, words: Words) -> list[dict[str, object]]:
    """Return the set-up in rulebook order: steps with ``title`` and ``items``.

    Each item is a mapping: ``what``, and ``where`` (names of hexes).
    """
    return [
        {
            "title": words.sentence(step.title),
            "items": [
                {"what": words.sentence(item.what), "where": list(item.where)}
                for item in step.items
            ],
        }
        for step in checklist(scenario)
    ]
