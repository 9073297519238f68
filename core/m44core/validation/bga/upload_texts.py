"""Checks of the texts, dates and labels of an upload (M925 to M928, M931, M934)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from m44core.io.m44.m44_pointers import game_info_pointer
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.messages.message import enumerated, listed
from m44core.rules.analysis.engine_gaps import published_number, unplayed_rule_names
from m44core.validation.bga.upload_file import rewrite_repair
from m44core.validation.bga_upload import (
    known_options,
    list_entries,
    object_or_empty,
    shown_language,
    site_table,
)
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.text_analysis.rule_sentences import RuleSentence
from m44core.validation.text_checks.rules_in_data import (
    act_terms,
    is_sentence_implemented,
    rule_implementations,
)

_MAX_QUOTED_LENGTH = 60  # maximum length of a quoted sentence, in characters
_DATE = re.compile(r"\d{4}(-(0?[1-9]|1[0-2])(-(0?[1-9]|[12]\d|3[01]))?)?")
_MARKUP = re.compile(r"(<[^<>]*>)")
_OPENING = re.compile(r'(^|[\s(\[{\u2013\u2014/>])"(?=\S)')


@check("M925")
def date_unusable(context: CheckContext) -> Iterator[Problem]:
    """Missing or malformed dates (BGA-W19)."""
    game_info = context.upload.game_info
    for key in ("date_begin", "date_end"):
        date, pointer = game_info.get(key), game_info_pointer(key)
        if date and not _DATE.fullmatch(str(date)):
            yield problem("malformed", pointer, date=str(date))
    start_date = game_info.get("date_begin")
    if not game_info.get("date_end"):
        repairs = (
            (value_repair("copy", game_info_pointer("date_end"), start_date),) if start_date else ()
        )
        yield problem("missing", game_info_pointer("date_end"), None, *repairs)


@check("M926")
def straight_quotation_marks(context: CheckContext) -> Iterator[Problem]:
    """Straight double quotation marks, which make the site lose settings (BGA-W20).

    All texts share one problem; each label has its own.
    """
    changes: dict[str, object] = {}
    for language, text in context.upload.texts.items():
        for key, value in text.items():
            if isinstance(value, str) and '"' in value:
                place = key if key in TEXT_FIELDS else f"m44/{key}"
                changes[f"/texts/{language}/{place}"] = _curl_quotes(value, language)
    if changes:
        places = listed([pointer.removeprefix("/texts/") for pointer in changes])
        yield problem(
            "texts", next(iter(changes)), None, Repair("curl", changes, {}), places=places
        )
    labels = context.scenario.labels.items()
    labels_with_quotes = {hex_: lines for hex_, lines in labels if '"' in "".join(lines)}
    for hex_, lines in labels_with_quotes.items():
        pointer = f"/labels/{context.hex_name(hex_)}"
        curled_lines = {pointer: [_curl_quotes(line, "en") for line in lines]}
        yield problem("label", pointer, hex_, Repair("curl", curled_lines, {}))


def _curl_quotes(text: str, language: str) -> str:
    """Return a text with typographic quotation marks; inside markup, with straight single ones."""
    opening, closing = site_table()["quotes"].get(language, site_table()["quotes"]["en"])
    parts = _MARKUP.split(text)
    for index, part in enumerate(parts):
        if index % 2:
            parts[index] = part.replace('"', "'")
        else:
            parts[index] = _OPENING.sub(rf"\g<1>{opening}", part).replace('"', closing)
    return "".join(parts)


@check("M927")
def language_not_shown(context: CheckContext) -> Iterator[Problem]:
    """Texts in languages that the site never shows (BGA-W21); only a note."""
    languages = list(context.upload.texts)
    if len(languages) > 1:
        shown_language = _shown_language(context)
        other_languages = listed([language for language in languages if language != shown_language])
        yield problem(
            "unseen", f"/texts/{shown_language}", shown=shown_language, others=other_languages
        )


def _shown_language(context: CheckContext) -> str:
    """Return the language whose texts the site shows; empty if there is none."""
    return shown_language(context.upload.texts)


@check("M928")
def malformed_or_empty_label(context: CheckContext) -> Iterator[Problem]:
    """Labels that are not lists of lines, or are shown as empty boxes (BGA-W22).

    A label without any text is read but not shown.
    """
    if any(map(_is_text_without_list, list_entries(context.upload.board.get("labels")))):
        has_invalid_label = any(
            map(_is_text_without_list, list_entries(context.scenario.board_extra.get("labels")))
        )
        repairs = () if has_invalid_label else (rewrite_repair("write", context),)
        yield problem("no-list", "/labels", None, *repairs)
    empty_labels = _empty_label_pointers(context)
    if empty_labels:
        yield problem(
            "empty",
            empty_labels[-1],
            None,
            removal_repair("remove", *empty_labels),
            number=len(empty_labels),
        )


def _is_text_without_list(label: object) -> bool:
    text = object_or_empty(label).get("text")
    return text is not None and not isinstance(text, list)


def _empty_label_pointers(context: CheckContext) -> list[str]:
    """Return the pointers of labels without text, the last first, for their removal."""
    unread_labels = list_entries(context.scenario.board_extra.get("labels"))
    unread_pointers = [
        f"/board/m44/labels/{number}"
        for number, label in enumerate(unread_labels)
        if object_or_empty(label).get("text") == [""]
    ]
    blank_pointers = [
        f"/labels/{context.hex_name(hex_)}"
        for hex_, lines in context.scenario.labels.items()
        if not "".join(lines).strip()
    ]
    return [*unread_pointers, *blank_pointers][::-1]


@check("M931")
def rules_text_without_options(context: CheckContext) -> Iterator[Problem]:
    """Special rules in the text although no option is set.

    The site plays only options (BGA-W25). This is only a note, because many special rules merely
    explain what is on the board.
    """
    shown_language, rules = _shown_rules(context)
    is_set = any(context.upload.options.get(option) for option in known_options())
    if rules.strip() and not is_set:
        yield problem("unsaid", f"/texts/{shown_language}/rules")


@check("M934")
def unplayed_rule_in_text(context: CheckContext) -> Iterator[Problem]:
    """Special rules in the text that restrict units, change dice or destroy something.

    The site plays none of these (BGA-W25). In a published scenario, recognized by its number, every
    rule that only the texts state is reported, unless the site plays it. A sentence that repeats a
    rule of the game or of the data is skipped.
    """
    shown_language, rules = _shown_rules(context)
    pointer = f"/texts/{shown_language}/rules"
    unplayed_sentences = {
        rule_sentence.key: rule_sentence.text
        for rule_sentence in [*_unplayed_sentences(context, shown_language, rules)][::-1]
    }
    for key, sentence in sorted(unplayed_sentences.items(), reverse=True):
        yield problem(
            key, pointer, passage=shorten(sentence, _MAX_QUOTED_LENGTH, placeholder="...")
        )
    site_rules = [
        option
        for key in context.upload.site_rules
        for option in rule_implementations()[key].options
    ]
    missing_rules = [*unplayed_rule_names(context.scenario, site_rules)]
    if missing_rules:
        number = published_number(context.scenario)
        yield problem("published", "/meta", number=number, rules=enumerated(missing_rules))


def _shown_rules(context: CheckContext) -> tuple[str, str]:
    """Return the language the site shows, and the rules text in it; both empty if there is none."""
    shown_language = _shown_language(context)
    return shown_language, str(context.upload.texts.get(shown_language, {}).get("rules") or "")


def _unplayed_sentences(
    context: CheckContext, shown_language: str, rules: str
) -> Iterator[RuleSentence]:
    """Yield the sentences of *rules* that the data do not implement.

    There are none if the language *shown_language* is not supported.
    """
    for language_texts in context.texts.readable:
        if language_texts.code == shown_language and language_texts.language:
            for rule_sentence in language_texts.language.rule_sentences(rules, act_terms()):
                if not is_sentence_implemented(context, language_texts.language, rule_sentence):
                    yield rule_sentence
