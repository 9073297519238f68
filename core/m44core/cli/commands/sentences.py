"""``m44 sentences``: write the standard sentences of a briefing from the scenario's data."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import OK
from m44core.cli.output_file import add_report_output_option
from m44core.cli.piped_input import refuse_piped_input
from m44core.cli.shared_options import (
    LANGUAGE_VARIABLE,
    add_language_option,
    language_code_or_tag,
    renderer_of,
)
from m44core.io.files.file_reader import read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.io.files.save import save
from m44core.messages.languages import ENGLISH, PSEUDO, language_code, languages
from m44core.messages.message import Message, enumerated, message, message_in
from m44core.model.scenario import Scenario
from m44core.standard_sentences.sentence_insertion import (
    SentenceOffer,
    SentenceStatus,
    sentence_offers,
    with_sentences,
)
from m44core.translate.text_languages import source_language
from m44core.translate.text_record import TextRecord
from m44core.translate.text_record_file import read_record, write_record

_ABOUT_INSERTING = message(
    "With --insert, the sentences are written into the scenario text in that language. "
    "NAME.texts.yaml records them, so they are updated when the data change. Sentences that "
    "you edited or removed are left alone."
)
_EXAMPLES = {
    "m44 sentences arras.yaml": None,
    "m44 sentences arras.yaml --texts fr --insert": None,
}
_STATUS = message("exit status: 0 printed or written, 2 failed")
_STANDINGS: Mapping[SentenceStatus, Message] = {
    SentenceStatus.NEW: message_in("standing of a sentence", "new"),
    SentenceStatus.CHANGED: message_in("standing of a sentence", "changed"),
    SentenceStatus.GONE: message_in("standing of a sentence", "no longer true"),
    SentenceStatus.SAME: message_in("standing of a sentence", "present"),
    SentenceStatus.REWORDED: message_in("standing of a sentence", "present in other words"),
    SentenceStatus.EDITED: message_in("standing of a sentence", "edited by you"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Write the standard sentences for a briefing from the data: cards, first player, "
            "medals, objectives, exits, bunkers, mines and special rules."
        ),
        _ABOUT_INSERTING,
        _EXAMPLES,
        _STATUS,
    )
    add, text = parser.add_argument, parser.text
    add("file", metavar="FILE", help=text(message("a scenario file")))
    add("--insert", action="store_true", help=text(message("insert them into the file")))
    language_list = enumerated(languages())
    texts = message(
        "language of the sentences: {known} (default: that of the text)", known=language_list
    )
    add(
        "--texts",
        metavar="LANGUAGE",
        type=language_code_or_tag,
        choices=languages(),
        help=text(texts),
    )
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the sentences and, with ``--insert``, also insert them into the file; return 0.

    Raises:
        ReadError: the file holds no scenario, or its record is damaged.
        WriteError: the file cannot be written.
    """
    renderer, path = renderer_of(arguments), Path(arguments.file)
    if arguments.insert:
        refuse_piped_input(path, "--insert")
    read, record = read_file(path), read_record(path)
    read_scenario = scenario_in(read, path)
    language = _sentences_language(arguments, read_scenario, record)
    sentences = sentence_offers(read_scenario, record, language)
    for offer in sentences:
        standing_text = renderer.render(_STANDINGS[offer.status])
        print(escape_controls(f"{offer.field}: {offer.after or offer.before} [{standing_text}]"))
    if arguments.insert and language != PSEUDO:
        scenario, record = with_sentences(
            read_scenario, record, language, _insertable_sentences(sentences)
        )
        if scenario is not read_scenario:
            save(scenario, path, read.fingerprint, read.format, read.origin)
        write_record(record, path)
    return OK


def _sentences_language(
    arguments: argparse.Namespace, scenario: Scenario, record: TextRecord
) -> str:
    """Return the language of the sentences.

    It is the value of ``--texts``, else the language requested for messages, else the language of
    the scenario's texts. The system language is ignored.
    """
    if arguments.texts:
        return str(arguments.texts)
    requested_language = arguments.language or os.environ.get(LANGUAGE_VARIABLE, "")
    source = source_language(scenario, record)
    return (
        renderer_of(arguments).language.code
        if requested_language
        else language_code(source) or ENGLISH
    )


def _insertable_sentences(sentences: Sequence[SentenceOffer]) -> list[SentenceOffer]:
    return [
        offer
        for offer in sentences
        if offer.status not in (SentenceStatus.EDITED, SentenceStatus.REWORDED)
    ]
