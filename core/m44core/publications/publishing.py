"""Publishes a scenario or a folder, with the functions that the commands use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from m44core.drawing.board.scenario_drawing import ALL_LAYERS
from m44core.errors import M44Error, ReadError, WriteError
from m44core.faults import boundary
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.save import write
from m44core.messages.message import Message, Value, message, several
from m44core.messages.renderers import renderer_in
from m44core.missing_characters import missing_characters_message, omitted_characters_message
from m44core.publications.booklet_folder import (
    SkippedFiles,
    possible_scenario_files,
    typeset_folder_booklet,
)
from m44core.publications.publication import Publication, PublicationKind, require_suffix
from m44core.publish.content.missing_pieces import missing_pieces, pieces_needed
from m44core.publish.paper_pieces import typeset_pieces
from m44core.publish.poster import typeset_poster
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import TypesetDocument, Typesetter, open_typesetter
from m44core.translate.collection import collection_members
from m44core.translate.exchange.export_texts import ExportedScenario, export_texts
from m44core.translate.text_languages import source_language, target_languages
from m44core.translate.text_record_file import read_record
from m44core.values import dataclass
from m44core.work.job_progress import iterate_with_progress, report_progress
from m44core.work.parallel_map import parallel_map

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")
_PREVIEW_DPI = 50.0


@dataclass(frozen=True, slots=True)
class PublishResult:
    """The result of publishing.

    Attributes:
        path: The file to open: the file written, or the first page of a site; for several files,
            their folder.
        summary: What was written, in a sentence.
        notes: Notes to the user, such as files that were left out.
    """

    path: Path
    summary: Message
    notes: tuple[Value, ...] = ()


def publish(publication: Publication, executor: Executor | None = None) -> PublishResult:
    """Publish a scenario or a folder, report progress as a job, and return what was written.

    Args:
        publication: The request. Pictures are not supported, because drawing them needs Qt.
        executor: The executor that plays the games of a balance report and makes the pages of a
            site; None for this process.

    Raises:
        M44Error: something cannot be read, made or written; the message says why.
        CancelledError: the job was canceled.
    """
    require_suffix(publication.kind, publication.out)
    with boundary(publication.path, expected=(CancelledError,)):
        match publication.kind:
            case PublicationKind.SITE:
                return _publish_site(publication, executor)
            case PublicationKind.TRANSLATIONS:
                return _publish_translations(publication)
            case PublicationKind.BALANCE:
                return _publish_balance(publication, executor)
            case PublicationKind.BOOKLET:
                return _publish_booklet(publication)
            case _:
                with open_typesetter() as typesetter:
                    return _write_pdf(publication, _typeset_publication(publication, typesetter))


def preview_pages(publication: Publication, dpi: float = _PREVIEW_DPI) -> tuple[bytes, ...]:
    """Return the pages of a sheet, a poster or paper pieces as PNG pictures, as published.

    Raises:
        M44Error: the pages cannot be typeset.
    """
    with boundary(publication.path), open_typesetter() as typesetter:
        recording = _RecordingTypesetter(typesetter.folder)
        return recording.page_pictures(_typeset_publication(publication, recording), dpi)


class _RecordingTypesetter(Typesetter):
    """Records the input of each document, to draw its pages as pictures."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._inputs: list[
            tuple[TypesetDocument, str, Mapping[str, object], Mapping[str, str]]
        ] = []

    def typeset(
        self, template: str, data: Mapping[str, object], pictures: Mapping[str, str] | None = None
    ) -> TypesetDocument:
        """Return the document of a template filled with data, and record its input."""
        document = super().typeset(template, data, pictures)
        self._inputs.append((document, template, data, pictures or {}))
        return document

    def page_pictures(self, document: TypesetDocument, dpi: float) -> tuple[bytes, ...]:
        """Return the pages of a document typeset before as PNG pictures."""
        recorded_input = next(each for each in self._inputs if each[0] is document)
        return tuple(self.pictures(recorded_input[1], recorded_input[2], recorded_input[3], dpi))


def _typeset_publication(publication: Publication, typesetter: Typesetter) -> TypesetDocument:
    scenario, options = publication.scenario, publication.options
    languages = [renderer_in(code) for code in options.languages]
    show = replace(ALL_LAYERS, hex_names=options.hex_names, units=options.units)
    match publication.kind:
        case PublicationKind.SHEET:
            return typeset_sheet(
                typesetter, scenario, languages, options.paper, options.ink, show, options.style
            )
        case PublicationKind.POSTER:
            paper = None if options.one_page else options.paper
            return typeset_poster(typesetter, scenario, languages[0], paper, options.ink, show=show)
        case _:
            owned_boxes, first = options.owned, languages[0]
            pieces = (
                pieces_needed(scenario)
                if options.all_pieces
                else missing_pieces(scenario, owned_boxes)
            )
            title = scenario.title_in(first.language.code) or first.render(message("(no title)"))
            return typeset_pieces(typesetter, title, pieces, first, options.paper, options.ink)


def _write_pdf(
    publication: Publication, document: TypesetDocument, skipped_reasons: Sequence[Value] = ()
) -> PublishResult:
    """Write a PDF, and return the result with notes on what is missing from it."""
    out = publication.out
    write(document.pdf, out, backup=False)
    summary = several(
        "Saved {file} ({number} page)",
        "Saved {file} ({number} pages)",
        document.pages,
        file=out.name,
    )
    return PublishResult(out, summary, (*_missing_character_notes(document, out), *skipped_reasons))


def _missing_character_notes(document: TypesetDocument, out: Path) -> Iterator[Value]:
    if document.missing:
        yield missing_characters_message(out.name, document.missing, document.first_context)
    if document.dropped:
        yield omitted_characters_message(out.name, document.dropped, document.first_context)


def _publish_booklet(publication: Publication) -> PublishResult:
    options, folder, skipped_files = publication.options, publication.folder, SkippedFiles()
    booklet, _ = typeset_folder_booklet(
        folder,
        possible_scenario_files(folder),
        renderer_in(options.languages[0]),
        options.paper,
        options.ink,
        skipped_files,
        _progress_reporter,
    )
    return _write_pdf(publication, booklet, (*skipped_files.reasons, *skipped_files.notes))


def _progress_reporter(number: int) -> Callable[[], None]:
    """Return a function that reports the progress of a job with a number of steps."""
    steps_done = 0

    def advance() -> None:
        nonlocal steps_done
        steps_done += 1
        report_progress(steps_done / max(1, number))

    return advance


def _publish_site(publication: Publication, executor: Executor | None) -> PublishResult:
    from m44core.site.builder import build_site  # it loads Jinja
    from m44core.site.site_settings import SiteOptions  # as above

    options, out = publication.options, publication.out
    site_options = SiteOptions(
        out=out,
        language=options.languages[0],
        title=options.title.strip(),
        pdf=options.pdf and find_spec("typst") is not None,
    )

    def map_pages(
        work: Callable[..., T], on_lost: Callable[..., T], *argument_lists: Sequence[object]
    ) -> AbstractContextManager[Iterator[T]]:
        return parallel_map(work, on_lost, 1, *argument_lists, executor=executor)

    site_report = build_site(publication.folder, site_options, map_pages, _progress_reporter)
    summary = several(
        "Saved a website with {number} scenario to {folder}",
        "Saved a website with {number} scenarios to {folder}",
        site_report.pages,
        folder=out.name,
    )
    return PublishResult(out / "index.html", summary, (*site_report.left_out, *site_report.notes))


def _publish_translations(publication: Publication) -> PublishResult:
    options, out = publication.options, publication.out
    files, skipped_files = 0, SkippedFiles()
    if out.exists() and not out.is_dir():
        raise WriteError(message("{file} is a file; choose a folder", file=str(out)))
    for member in iterate_with_progress(collection_members([str(publication.folder)])):
        try:
            with boundary(member.path):
                scenario = read_scenario(member.path)
                exported = ExportedScenario(member, scenario, read_record(member.path))
                source = source_language(scenario, exported.record)
                targets = options.targets or target_languages(scenario, source)
                files += export_texts(exported, source, targets, out, options.exchange)
        except WriteError:
            raise  # it would fail for the others too
        except M44Error as error:
            skipped_files.add(member.path, error)
    if not files and skipped_files.reasons:
        raise ReadError(skipped_files.reasons[0])
    if not files:
        raise ReadError(
            message("no scenario has a second language yet; choose one under Translate into")
        )
    summary = several(
        "Saved {number} file to {folder}",
        "Saved {number} files to {folder}",
        files,
        folder=out.name,
    )
    return PublishResult(out, summary, tuple(skipped_files.reasons))


def _publish_balance(publication: Publication, executor: Executor | None) -> PublishResult:
    from m44core.balance_lab.balance_results import balance_results  # it loads the engine
    from m44core.balance_lab.logged_games import summary_of_logged_games  # as above
    from m44core.balance_lab.results_database import (
        ResultsDatabase,
        default_database_path,
    )  # as above
    from m44core.balance_lab.verdict import VerdictRun  # as above
    from m44core.balance_report.report_writer import write_report  # as above
    from m44core.playtest.games.simulation import SimulationPlan  # as above
    from m44core.playtest.players.levels import Levels  # as above

    out, path, options = publication.out, publication.path, publication.options
    with ResultsDatabase(default_database_path()) as database:
        plan = SimulationPlan(
            publication.scenario, range(0), Levels(options.level, options.level), database.seed
        )
        run = VerdictRun(plan, database, options.precision)
        with closing(run.play(executor=executor)) as verdicts:
            for verdict in verdicts:
                report_progress(min(1.0, run.games / max(1, verdict.allies.planned)))
        if not run.verdict.records:
            raise M44Error(
                run.verdict.failed_games[0].reason if run.verdict.failed_games else _NO_GAMES
            )
        logged_games = (
            summary_of_logged_games(path, run.verdict.setup.fingerprint) if path else None
        )
        results = balance_results(plan, run.verdict, logged_games)
        notes = (database.notice,) if database.notice else ()
    typeset = write_report(results, out, options.languages[0])
    summary = several(
        "Saved {file}, based on {number} game",
        "Saved {file}, based on {number} games",
        run.games,
        file=out.name,
    )
    return PublishResult(
        out, summary, (*notes, *(_missing_character_notes(typeset, out) if typeset else ()))
    )


_NO_GAMES = message("no games could be played")
