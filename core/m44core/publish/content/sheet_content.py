"""The content of a scenario's sheet as plain data: battle, sides, texts, goals, setup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.date_words import date_range_in_words
from m44core.messages.language_names import name_in_sentence
from m44core.messages.message import (
    Message,
    Renderer,
    Value,
    enumerated,
    label_with_text,
    message,
)
from m44core.model.credits import author_of, license_of
from m44core.model.figure_nations import deduced_country, flags_of_figures
from m44core.model.header_phrases import (
    FRONT_NAMES,
    REFERENCE_HEADING,
    RULES_HEADING,
    SETUP_HEADING,
    TEXT_HEADINGS,
    continued_heading,
    first_move_phrase,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    KINDS,
    NATIONS,
    SIDES,
    FirstPlayer,
    Player,
    Texts,
)
from m44core.publish.content.objective_lines import Goal, goals_heading, goals_of
from m44core.publish.content.reference import piece_lines, rule_lines
from m44core.publish.content.setup_table import badge_art, picture_name, setup_groups
from m44core.validation.setup_checklist import in_reading_order
from m44core.version import __version__


def sheet_content(scenario: Scenario, languages: Sequence[Renderer]) -> dict[str, Any]:
    """Return the content of a sheet, as plain data.

    Args:
        scenario: The scenario.
        languages: One language or two.

    Returns:
        ``title``; ``board`` (``standard``, ``breakthrough`` or ``overlord``); ``footer``; ``texts``
        (the indices of the languages whose texts are printed: those that have texts of their own,
        or the first); ``languages``, with ``code``, ``spoken`` (the language of the texts, which
        may differ), ``title``, ``subtitle``, ``facts``, ``notes`` (which texts are missing),
        ``sides``, ``sections``, ``credits``, ``headings``, ``goal_entries``, ``rules``,
        ``reference``, ``reference_note`` and ``setup`` for each; and five of the first language
        again, for older templates.
    """
    texts = [_content_in_language(scenario, each) for each in languages]
    first = texts[0]
    repeated_keys = ("headings", "goals", "rules", "reference", "setup")
    return {
        "title": first["title"],
        "board": scenario.board.type.name.lower(),
        "footer": _footer(scenario, languages[0]),
        "texts": _printed_text_indices(texts),
        "languages": texts,
        **{key: first[key] for key in repeated_keys},
    }


def _printed_text_indices(languages: Sequence[dict[str, object]]) -> list[int]:
    """Return the indices of the languages whose texts are printed, each text once."""
    own_texts = [number for number, each in enumerate(languages) if each["spoken"] == each["code"]]
    with_sections = [number for number in own_texts if languages[number]["sections"]]
    return with_sections or [0]


def _headings(scenario: Scenario, title: str, renderer: Renderer) -> dict[str, str]:
    headings = {
        "map": message("Map of the scenario {title}", title=title),
        "goals": goals_heading(scenario),
        "rules": RULES_HEADING,
        "reference": REFERENCE_HEADING,
        "setup": SETUP_HEADING,
    }
    return {key: renderer.render(text) for key, text in headings.items()} | {
        "page": page_number_template(renderer),
        "continued": renderer.render(continued_heading("{heading}")),
    }


def page_number_template(renderer: Renderer) -> str:
    """Return the label of a page, with ``{number}`` where the template puts the number."""
    return renderer.render(message("Page {number}", number="{number}"))


def _content_in_language(scenario: Scenario, renderer: Renderer) -> dict[str, object]:
    text_language, texts = texts_for_language(scenario, renderer.language.code)
    title = (texts.name or "").strip() or renderer.render(message("(no title)"))
    return {
        "code": renderer.language.code,
        "spoken": text_language,
        "title": title,
        "subtitle": (texts.subtitle or "").strip(),
        "facts": battle_facts(scenario, renderer),
        "notes": [renderer.sentence(note) for note in missing_text_sentences(scenario, renderer)],
        "sides": side_summaries(scenario, renderer),
        "sections": text_sections(texts, renderer),
        "credits": _credit_lines(scenario, texts.bibliography, renderer),
        "headings": _headings(scenario, title, renderer),
        "goals": goal_entries(scenario, renderer),
        "rules": rule_lines(scenario, renderer),
        "reference": piece_lines(scenario, renderer),
        "reference_note": _precedence_note(scenario, texts, renderer),
        "setup": setup_steps(scenario, renderer),
    }


def _precedence_note(scenario: Scenario, texts: Texts, renderer: Renderer) -> str:
    """Return the note that special rules take precedence; "" if the sheet prints none."""
    has_rules = bool((texts.rules or "").strip() or rule_lines(scenario, renderer))
    return (
        renderer.render(message("The scenario's special rules take precedence."))
        if has_rules
        else ""
    )


def missing_text_sentences(scenario: Scenario, renderer: Renderer) -> list[Message]:
    """Return which texts of a scenario are missing in a language, as sentences.

    The list is empty if none are, and for a scenario without any texts. A title alone in another
    language counts as no text.
    """
    code, texts = renderer.language.code, scenario.texts
    if not any(map(_has_text, texts.values())):
        return []
    text_language, own_texts = texts_for_language(scenario, code)
    name = name_in_sentence(code)
    if text_language != code:
        if not any(_has_text_field(own_texts, key) for key, _ in TEXT_HEADINGS.items()):
            return []
        return [
            message(
                "the text is not translated into {language}; it is printed in {printed}",
                language=name,
                printed=name_in_sentence(text_language),
            )
        ]
    missing_headings = [
        heading
        for key, heading in (("name", message("Title")), *TEXT_HEADINGS.items())
        if not _has_text_field(own_texts, key)
        and any(_has_text_field(each, key) for each in texts.values())
    ]
    if not missing_headings:
        return []
    return [
        message("missing in {language}: {texts}", language=name, texts=enumerated(missing_headings))
    ]


def _has_text_field(texts: Texts, key: str) -> bool:
    return bool((getattr(texts, key) or "").strip())


def _footer(scenario: Scenario, renderer: Renderer) -> str:
    """Return the author and the license, if known, and the program."""
    author, licence = map(_short_credit, (author_of(scenario), license_of(scenario)))
    parts = [
        author and renderer.render(message("Author: {author}", author=author)),
        licence and renderer.render(message("License: {licence}", licence=licence)),
        renderer.render(message("Made with {program}", program=f"M44 Workshop {__version__}")),
    ]
    return " · ".join(filter(None, parts))


def _short_credit(text: str) -> str:
    """Return a text on one line, cut to fit the footer."""
    return " ".join(text.split())[:_MAX_CREDIT]


_MAX_CREDIT = 80  # letters of an author or a licence in the footer


def _credit_lines(scenario: Scenario, sources: str | None, renderer: Renderer) -> list[str]:
    """Return the author, if too long for the footer, and the sources, if there are any."""
    author = author_of(scenario)
    lines = []
    if len(author) > _MAX_CREDIT:  # too long for the footer
        lines.append(renderer.render(message("Author: {author}", author=author)))
    if sources and sources.strip():
        lines.append(
            renderer.render(message("Sources: {sources}", sources=" ".join(sources.split())))
        )
    return lines


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


def text_sections(texts: Texts, renderer: Renderer) -> list[dict[str, object]]:
    """Return the non-empty texts, each with its ``key``, ``heading`` and ``paragraphs``."""
    return [
        {"key": key, "heading": renderer.render(heading), "paragraphs": paragraphs}
        for key, heading in TEXT_HEADINGS.items()
        if (paragraphs := list(_paragraphs(getattr(texts, key))))
    ]


def _paragraphs(text: str | None) -> Iterator[str]:
    for line in (text or "").splitlines():
        if line.strip():
            yield line.strip()


def battle_facts(scenario: Scenario, renderer: Renderer) -> list[str]:
    """Return short facts of the battle: dates, front, and kind (historical or fictional)."""
    briefing = scenario.briefing
    parts: list[Message | None] = [
        date_range_in_words(briefing.begins, briefing.ends),
        FRONT_NAMES[briefing.front] if briefing.front else None,
        KINDS[briefing.kind] if briefing.kind else None,
    ]
    return [renderer.sentence(each) for each in parts if each]


def side_summaries(scenario: Scenario, renderer: Renderer) -> list[dict[str, object]]:
    """Return the two sides, the side at the top edge first; unknown sides are left out.

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
            "name": renderer.render(SIDES[player.side]),
            "nation": deduced_country(scenario, player),
            "country": _country_name(scenario, player, renderer),
            "has": [renderer.sentence(value) for value in _side_facts(player, player is first)],
        }
        for player in (briefing.top, briefing.bottom)
        if player.side
    ]


def _country_name(scenario: Scenario, player: Player, renderer: Renderer) -> str:
    """Return a player's nation, else those that its figures or badges name; "" if none do."""
    flag = deduced_country(scenario, player)
    flags = [flag] if flag else flags_of_figures(scenario, player.side)
    names = dict.fromkeys(nation for flag in flags if (nation := NATIONS.get(flag)))
    return renderer.render(enumerated(names)) if names else ""


def _side_facts(player: Player, is_first: bool) -> Iterator[Value]:
    if player.cards is not None:
        yield nouns.command_cards(player.cards)
    if player.medals is not None:
        yield nouns.medals_to_win(player.medals)
    if is_first:
        yield first_move_phrase(player.side)


def goal_entries(scenario: Scenario, renderer: Renderer) -> list[dict[str, str | list[str]]]:
    """Return the objectives, those on the same terms together, and the exits.

    Each is a mapping: ``what`` (its worth, its side and its terms), ``lead`` (the same with
    punctuation), ``where`` (names of hexes in reading order), ``picture`` (the name of its
    picture), ``further`` (the picture of the other side's medal, or "") and ``note`` (that a token
    counts for several medals, and which hexes no unit can enter, or ""). Hexes that share one medal
    are listed as a separate objective.
    """
    return [
        {
            "what": (what := renderer.sentence(goal.what)),
            "lead": renderer.render(label_with_text(what, "")),
            "where": list(map(scenario.board.name, in_reading_order(goal.hexes))),
            "picture": picture_name(goal.art),
            "further": picture_name(goal.further) if goal.further else "",
            "note": _goal_note(goal, scenario, renderer),
        }
        for goal in goals_of(scenario)
    ]


def _goal_note(goal: Goal, scenario: Scenario, renderer: Renderer) -> str:
    """Return what players must know about a goal in addition to its terms; "" if nothing."""
    worth = goal.token_worth
    notes = [
        renderer.render(message("Each marker is worth {medals}.", medals=nouns.medals(worth)))
        if worth > 1
        else "",
        _closed_hexes_note(goal.closed, scenario, renderer),
    ]
    separator = "" if renderer.language.code.startswith("zh") else " "
    return separator.join(filter(None, notes))


def _closed_hexes_note(hexes: Sequence[Hex], scenario: Scenario, renderer: Renderer) -> str:
    """Return the note that no unit can enter some medal hexes, and what counts instead; or ""."""
    if not hexes:
        return ""
    names = enumerated(map(scenario.board.name, in_reading_order(hexes)))
    _, texts = texts_for_language(scenario, renderer.language.code)
    if texts.victory:
        note = message(
            "No unit can enter {hexes}: the conditions of victory say which hexes count.",
            hexes=names,
        )
    else:
        note = message("No unit can enter {hexes}.", hexes=names)
    return renderer.sentence(note)


def side_names(renderer: Renderer) -> dict[str, str]:
    """Return the names of the sides, keyed by ``axis`` and ``allies``."""
    return {side.value.lower(): renderer.render(name) for side, name in SIDES.items()}


def setup_steps(scenario: Scenario, renderer: Renderer) -> list[dict[str, object]]:
    """Return the setup in the order of placing the pieces: steps with ``title`` and ``items``.

    Each item is a mapping: ``what``, ``lead`` (the same with punctuation), ``where`` (names of
    hexes in reading order), ``picture`` (the name of its picture; "" if it has none), ``badge``
    (the same of its badge alone), ``boxes`` (whether it names the boxes needed, or what they lack)
    and ``tiles`` (the ``picture``, ``number`` and hexes (``where``) of each tile if they differ, as
    in a river with bends).
    """
    return [
        {
            "title": renderer.sentence(group.title),
            "items": [
                {
                    "what": (sentence := renderer.sentence(item.what)),
                    "lead": renderer.render(label_with_text(sentence, ""))
                    if item.hexes
                    else sentence,
                    "where": list(item.hexes),
                    "boxes": item.names_boxes,
                    "picture": picture_name(item.art) if item.art else "",
                    "badge": picture_name(badge) if (badge := badge_art(item.art)) else "",
                    "tiles": [
                        {
                            "picture": picture_name(art),
                            "number": len(hexes),
                            "where": list(hexes),
                        }
                        for art, hexes in item.tiles
                    ],
                }
                for item in group.items
            ],
        }
        for group in setup_groups(scenario)
    ]
