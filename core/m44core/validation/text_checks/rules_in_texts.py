"""Checks of special rules that are only in the texts or only in the data (M813 to M815)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import shorten

from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.findings.render_findings import message_of
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.model.scenario import Scenario
from m44core.model.special_rules import (
    BlitzRules,
    DeckReshuffling,
    GungHo,
    NightVisibility,
    NorthAfricanDesert,
)
from m44core.rules.analysis.engine_gaps import Gap, published_gaps
from m44core.rules.analysis.scenario_gaps import text_gap
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem, value_repair
from m44core.validation.text_analysis.language_patterns import sentence_around
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, language_phrase
from m44core.validation.text_checks.rules_in_data import (
    implementing_sides,
    is_implemented,
    rule_implementations,
)
from m44core.validation.time_budget import OverdueError, TimeBudget

_MAX_QUOTED_LENGTH = 60  # maximum letters of a quoted sentence
_BLOWN_BRIDGES = "blown-bridges"
_SENTENCE_END = re.compile("[.!?;:\n\u3002\uff01\uff1b]")
_CARD = re.compile(r"[(\uff08]\D{1,24}(\d{1,2})(?!\d)")  # as in (Actions 13)


@check("M813")
def rule_without_data(context: CheckContext) -> Iterator[Problem]:
    """Rules and pieces that the text names but the data lack (V-73, LINT-M3, B-SETUP-10).

    Missing pieces are a warning, except exit markers: units may exit over a whole edge without
    any. Rules stated only in a text are just a note: genuine files of
    the official editor have many of them, and two players at a table need nothing more. Rules that
    the text gives to a side and the data only to its enemy are reported too.
    """
    for rule in RULES:
        if not is_implemented(context, rule):
            language_texts = next(
                (each for each in _texts_with_reference_first(context) if each.find_rule(rule)),
                None,
            )
            field_and_match = language_texts.find_rule(rule) if language_texts else None
            if language_texts and field_and_match:
                yield _rule_problem(context, language_texts, rule, *field_and_match)
        elif rule_implementations()[rule].sided or rule_implementations()[rule].owned:
            yield from _wrong_side_problem(context, rule)
    if not is_implemented(context, _BLOWN_BRIDGES):
        yield from _blown_bridge_problem(context)


def _blown_bridge_problem(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem if a text lets a side blow up bridges, but no bridge can be blown up.

    A sentence counts only if it permits it; one about a bridge that was blown before is history.
    """
    has_bridge = any("bridge" in piece.element.key for piece in context.pieces)
    for language_texts in _texts_with_reference_first(context):
        language = language_texts.language
        assert language
        for field, text in language_texts.fields(("victory", "rules")):
            for sentence in filter(None, map(str.strip, _SENTENCE_END.split(text))):
                reader = language.rule_reader
                names_act = reader.has_term("bridge", sentence) and reader.has_term(
                    "blow", sentence
                )
                if names_act and language.permits(sentence):
                    values: dict[str, PhraseValue] = {
                        "language": language_phrase(language_texts),
                        "rule": phrase(_BLOWN_BRIDGES),
                        "passage": shorten(sentence, _MAX_QUOTED_LENGTH, placeholder=" ..."),
                    }
                    pointer = f"/texts/{language_texts.code}/{field}"
                    yield problem("rule" if has_bridge else "pieces", pointer, **values)
                    return


@check("M814")
def data_without_text(context: CheckContext) -> Iterator[Problem]:
    """Rules and objectives in the data that no text mentions (LINT-M3, B-SETUP-10).

    Nothing is reported without a briefing, or if there is one in a language that cannot be
    analyzed.
    """
    texts_with_briefing = [
        language_texts for language_texts in context.texts.languages if language_texts.briefing
    ]
    if not texts_with_briefing or any(each.language is None for each in texts_with_briefing):
        return  # there is no text, or perhaps one in a language that cannot be analyzed
    for rule in _RULES_NEEDING_TEXT:
        if _is_rule_in_data(context, rule) and not any(
            each.mentions(rule) for each in texts_with_briefing
        ):
            yield problem("untold", f"/texts/{texts_with_briefing[0].code}", rule=phrase(rule))


@check("M815")
def rule_in_one_language(context: CheckContext) -> Iterator[Problem]:
    """Rules that are named in one language but not in another (LINT-T3, C-8)."""
    texts = [each for each in context.texts.readable if each.texts.rules or each.texts.victory]
    for rule in _RULES_NAMED_ALIKE if len(texts) > 1 else ():
        stating_texts = [each for each in texts if each.find_rule(rule)]
        silent_texts = (
            [each for each in texts if not _may_mention_rule(each, stating_texts[0], rule)]
            if stating_texts
            else []
        )
        if len(stating_texts) == 1 and len(silent_texts) > 1:
            values = {"language": language_phrase(stating_texts[0]), "rule": phrase(rule)}
            yield problem("alone", f"/texts/{stating_texts[0].code}", **values)
        else:
            yield from (
                _unmentioned_rule_problem(each, stating_texts[0], rule) for each in silent_texts
            )


def _texts_with_reference_first(context: CheckContext) -> list[LanguageTexts]:
    """Return the texts in supported languages, the reference first."""
    return sorted(
        context.texts.readable,
        key=lambda language_texts: language_texts is not context.texts.reference,
    )


def _wrong_side_problem(context: CheckContext, rule: str) -> Iterator[Problem]:
    """Yield a problem if a sentence gives a rule to a side although only its enemy has it.

    A sentence that bars a side from pieces of the enemy agrees with the data.
    """
    sides_with_rule, is_owned = (
        implementing_sides(context, rule),
        rule_implementations()[rule].owned,
    )
    for language_texts in _texts_with_reference_first(context):
        field_and_match = language_texts.find_rule(rule)
        if field_and_match and language_texts.language:
            field, match = field_and_match
            sentence = sentence_around(match.string, match).strip()
            named_sides = language_texts.language.sides(sentence)
            is_barred = is_owned and language_texts.language.rule_reader.restricts(sentence)
            if len(named_sides) == 1 and not named_sides & sides_with_rule and not is_barred:
                (side,) = named_sides
                values: dict[str, PhraseValue] = {
                    "language": language_phrase(language_texts),
                    "rule": phrase(rule),
                }
                values |= {"side": side.noun, "enemy": side.enemy.noun}
                passage = shorten(sentence, _MAX_QUOTED_LENGTH, placeholder=" ...")
                yield problem(
                    "side", f"/texts/{language_texts.code}/{field}", **values, passage=passage
                )
                return


def _is_rule_in_data(context: CheckContext, rule: str) -> bool:
    """Return whether the data have a rule; blitz rules count only if the option is on.

    A text may describe some of the blitz rules without naming them.
    """
    if rule == "blitz" and not context.scenario.briefing.special_rules.of(BlitzRules):
        return False
    return is_implemented(context, rule)


def _may_mention_rule(
    language_texts: LanguageTexts, stating_texts: LanguageTexts, rule: str
) -> bool:
    """Return whether a text may mention a rule, by a word for it or the number of its card."""
    return language_texts.may_mention(rule) or bool(
        _card_numbers(stating_texts, rule) & set(_CARD.findall(language_texts.briefing))
    )


def _card_numbers(language_texts: LanguageTexts, rule: str) -> set[str]:
    """Return the numbers of the cards cited in the sentence that names a rule."""
    field_and_match = language_texts.find_rule(rule)
    return (
        set(_CARD.findall(sentence_around(field_and_match[1].string, field_and_match[1])))
        if field_and_match
        else set()
    )


def _unmentioned_rule_problem(
    language_texts: LanguageTexts, stating_texts: LanguageTexts, rule: str
) -> Problem:
    values = {
        "language": language_phrase(language_texts),
        "other": language_phrase(stating_texts),
        "rule": phrase(rule),
    }
    return problem("silent", f"/texts/{language_texts.code}", **values)


def _rule_problem(
    context: CheckContext,
    language_texts: LanguageTexts,
    rule: str,
    field: str,
    match: re.Match[str],
) -> Problem:
    sentence = sentence_around(match.string, match).strip()
    quotation = sentence if len(sentence) <= _MAX_QUOTED_LENGTH else match.string[match.start() :]
    passage = shorten(quotation, max(_MAX_QUOTED_LENGTH, len(match[0])), placeholder=" ...")
    values: dict[str, PhraseValue] = {
        "language": language_phrase(language_texts),
        "rule": phrase(rule),
    }
    assert language_texts.language
    is_about_pieces = rule in _RULES_WITH_PIECES and language_texts.language.means_pieces(
        rule, sentence
    )
    is_site_rule = rule in context.upload.site_rules
    key = "pieces" if is_about_pieces else "kept" if is_site_rule else "rule"
    if is_site_rule:
        values["number"] = str(context.upload.number)
    pointer = f"/texts/{language_texts.code}/{field}"
    repairs = [value_repair("state", *_OPTION_OF_RULE[rule])] if rule in _OPTION_OF_RULE else []
    return problem(key, pointer, None, *repairs, **values, passage=passage)


RULES = (
    "mines", "exits", "objectives", "bunkers", "sudden-death", "no-reshuffle", "hand-growth",
    "air-drop", "blitz", "commissar", "night", "gung-ho", "desert", "permanent-medals",
    "double-medals", "recon-as-air-power", "air-rules", "impassable", "cliffs", "sea-wall", "fords",
    "battle-stars", "mandatory-objective",
)  # fmt: skip
"""The rules that every language can name; ``rules_in_data.yaml`` has their implementation."""

_RULES_WITH_PIECES = ("mines", "exits", "objectives", "bunkers", "battle-stars")

_OPTION_OF_RULE: Mapping[str, tuple[str, int]] = {
    "no-reshuffle": (rule_pointer(DeckReshuffling), False),
    "blitz": (rule_pointer(BlitzRules), True),
    "night": (rule_pointer(NightVisibility), True),
    "gung-ho": (rule_pointer(GungHo), True),
    "desert": (rule_pointer(NorthAfricanDesert), True),
}
"""The pointer and value of the option for a rule that needs no further values."""

_RULES_NAMED_ALIKE = (
    "mines", "exits", "bunkers", "no-reshuffle", "air-drop", "blitz", "commissar", "night",
    "gung-ho", "desert", "air-rules",
)  # fmt: skip
"""Rules with a word of their own in every language; a text without that word omits them."""

_RULES_NEEDING_TEXT = (
    "mines", "objectives", "sudden-death", "no-reshuffle", "hand-growth", "air-drop", "commissar",
    "night", "gung-ho", "desert", "blitz",
)  # fmt: skip
"""Rules that players cannot know without a text; for exits see M603."""


def engine_gaps_from_texts(scenario: Scenario) -> tuple[Gap, ...]:
    """Return the rules found by M813, as gaps of the engine (B-SETUP-10).

    For scenarios known by their numbers, these include the rules that only their texts state.
    If the texts are too long to be analyzed in the time of a check, the gaps found by then are
    returned.
    """
    gaps = [*published_gaps(scenario)]
    try:
        with TimeBudget().limit_check():
            for finding in rule_without_data.run(CheckContext.of(scenario)):
                gaps.append(text_gap(message_of(finding)))
    except OverdueError:
        pass
    return tuple(gaps)
