"""Problems to fix before a scenario or a folder is published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import message_of
from m44core.messages.message import Value, several
from m44core.messages.renderers import renderer_in
from m44core.publications.booklet_folder import (
    SkippedFiles,
    possible_scenario_files,
    read_scenarios,
)
from m44core.publications.publication import KINDS, Publication, PublicationKind
from m44core.publish.content.sheet_content import missing_text_sentences
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import PROFILES, Selection
from m44core.validation.runner import CheckSettings, check_scenario
from m44core.values import dataclass

_TEXTLESS = frozenset(
    {
        PublicationKind.POSTER,
        PublicationKind.PIECES,
        PublicationKind.PICTURE,
        PublicationKind.BALANCE,
    }
)
_COUNTED_SEVERITIES = frozenset({Severity.ERROR, Severity.WARNING})


@dataclass(frozen=True, slots=True)
class Shortcoming:
    """A problem to fix before publishing.

    Attributes:
        text: The problem, in a sentence.
        severity: Its severity.
        finding: The result of a check that it reports; None if no check reported it.
    """

    text: Value
    severity: Severity
    finding: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """The problems to fix before publishing, and, for a folder, the scenarios published.

    Attributes:
        shortcomings: The problems, most serious first.
        titles: The titles of the scenarios in the folder; empty for a single scenario.
    """

    shortcomings: tuple[Shortcoming, ...]
    titles: tuple[str, ...] = ()


def readiness(publication: Publication, settings: CheckSettings) -> Readiness:
    """Return the problems to fix before publishing.

    Args:
        publication: The request.
        settings: The settings of the checks; for a single scenario, those about publishing are
            added.
    """
    if KINDS[publication.kind].takes_folder:
        return _folder_readiness(publication, settings)
    shortcomings = [
        *_shortcomings_found_by_checks(publication, settings),
        *_missing_text_shortcomings(publication),
    ]
    return Readiness(tuple(sorted(shortcomings, key=_severity_rank)))


def _severity_rank(shortcoming: Shortcoming) -> int:
    return list(Severity).index(shortcoming.severity)


def publishing_settings(
    settings: CheckSettings, kind: PublicationKind, languages: tuple[str, ...]
) -> CheckSettings:
    """Return settings that also check what a kind of publication needs."""
    codes = frozenset(code for code in CHECKS if code in settings.selection)
    if kind not in _TEXTLESS:
        codes |= {code for code in CHECKS if code.startswith(PROFILES["publish"])}
    all_languages = tuple(dict.fromkeys((*settings.languages, *languages)))
    return replace(settings, selection=Selection(codes), languages=all_languages)


def _shortcomings_found_by_checks(
    publication: Publication, settings: CheckSettings
) -> Iterator[Shortcoming]:
    kind, languages = publication.kind, publication.options.languages
    publishing = publishing_settings(settings, kind, languages)
    for finding in check_scenario(publication.scenario, publishing):
        is_counted = finding.severity in _COUNTED_SEVERITIES or finding.code.startswith(
            PROFILES["publish"]
        )
        if is_counted:
            yield Shortcoming(message_of(finding), finding.severity, finding)


def _missing_text_shortcomings(publication: Publication) -> Iterator[Shortcoming]:
    """Yield a shortcoming for each text missing from a language of a sheet."""
    if publication.kind is PublicationKind.SHEET:
        for code in publication.options.languages:
            for text in missing_text_sentences(publication.scenario, renderer_in(code)):
                yield Shortcoming(text, Severity.WARNING)


def _folder_readiness(publication: Publication, settings: CheckSettings) -> Readiness:
    """Return the files that cannot be read, and how many errors the others have."""
    skipped_files = SkippedFiles()
    scenarios_by_path = dict(
        read_scenarios(possible_scenario_files(publication.folder), skipped_files)
    )
    shortcomings = [Shortcoming(text, Severity.ERROR) for text in skipped_files.reasons]
    shortcomings += [Shortcoming(text, Severity.WARNING) for text in skipped_files.notes]
    for path, scenario in scenarios_by_path.items():
        errors = sum(each.severity is Severity.ERROR for each in check_scenario(scenario, settings))
        if errors:
            text = several(
                "{file}: {number} error", "{file}: {number} errors", errors, file=path.name
            )
            shortcomings.append(Shortcoming(text, Severity.WARNING))
    code = publication.options.languages[0]
    titles = tuple(s.title_in(code) or path.name for path, s in scenarios_by_path.items())
    return Readiness(tuple(shortcomings), titles)
