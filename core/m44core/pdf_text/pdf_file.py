"""Reads the text of a PDF file, with limits on size and time, in a process of its own."""

from __future__ import annotations

from concurrent.futures import TimeoutError as TimeOutError
from concurrent.futures import wait
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.pdf_text.page_furniture import without_furniture
from m44core.pdf_text.page_words import WORDS_SHARE, PdfProblem, limit_memory, read_pdf_words
from m44core.pdf_text.reading_order import page_lines
from m44core.pip_command import extra_install_command
from m44core.untrusted_files import read_truncated
from m44core.work.job_progress import iterate_with_progress, report_progress

if TYPE_CHECKING:
    from m44core.work.executors import Job

INSTALL_COMMAND = extra_install_command("pdf")
PDF_SUFFIX = ".pdf"
_SIGNATURE = b"%PDF-"
_MAX_BYTES = 100 << 20
_MAX_CHARACTERS = 200_000
_MAX_SECONDS = 20.0
_REPORT_INTERVAL = 0.1  # seconds between two reports of the progress


class PdfText(NamedTuple):
    """The text of a PDF file.

    Attributes:
        text: Its text, column by column.
        notes: Remarks about pages that were not read.
    """

    text: str
    notes: tuple[Message, ...] = ()


class _TextOfPages(NamedTuple):
    text: str
    pages: int
    page_count: int
    problem: PdfProblem


def is_pdf_file(path: Path) -> bool:
    """Return whether a file is a PDF file by its suffix or its first bytes."""
    if path.suffix.lower() == PDF_SUFFIX:
        return True
    try:
        return read_truncated(path, len(_SIGNATURE)).startswith(_SIGNATURE)
    except (OSError, ValueError):  # whoever opens it reports why
        return False


def read_pdf_text(path: Path) -> PdfText:
    """Return the text of a PDF file; in a job, report the progress and stop if it is canceled.

    Raises:
        ReadError: the file cannot be read or has no text, or a library is missing.
        CancelledError: the job was canceled.
    """
    data = _read_data(path)
    if find_spec("pypdfium2") is None:
        raise ReadError(
            message(
                "reading {file} needs pypdfium2, which is not installed; install it with: {how} - "
                "or open the file in another program, copy the text and paste it",
                file=path.name,
                how=INSTALL_COMMAND,
            )
        )
    result = _read_in_process(path.name, data)
    if result.problem:
        raise ReadError(_problem_message(path.name, result.problem))
    if result.pages == result.page_count:
        return PdfText(result.text)
    note = message(
        "Only the first {number} of {total} pages are read",
        number=result.pages,
        total=result.page_count,
    )
    return PdfText(result.text, (note,))


def _read_data(path: Path) -> bytes:
    try:
        data = read_truncated(path, _MAX_BYTES)
    except OSError as error:
        text = message("cannot read {file}: {why}", file=path.name, why=os_error_reason(error))
        raise ReadError(text) from error
    if len(data) > _MAX_BYTES:
        raise ReadError(message("{file} is too large to read", file=path.name))
    if not data.strip(b"\0 \r\n"):
        raise ReadError(message("{file} is empty", file=path.name))
    return data


def _read_in_process(name: str, data: bytes) -> _TextOfPages:
    """Read the text in a process, because a hostile file could crash it or take very long."""
    from m44core.work.executors import ProcessDiedError, ProcessExecutor  # 60 ms

    processes = ProcessExecutor(1, initializer=limit_memory)
    try:
        return _result_with_progress(processes.submit(_text_of_pages, data))
    except TimeOutError as error:
        raise ReadError(
            message("{file} takes too long to read; copy its text and paste it", file=name)
        ) from error
    except (ProcessDiedError, MemoryError) as error:
        raise ReadError(_problem_message(name, PdfProblem.DAMAGED)) from error
    finally:
        processes.terminate()


def _result_with_progress(job: Job[_TextOfPages]) -> _TextOfPages:
    """Wait for a job, and pass its progress on to the job of this thread, if it is in one.

    Raises:
        TimeOutError: the job takes too long.
        CancelledError: the job of this thread was canceled.
    """
    end = monotonic() + _MAX_SECONDS
    while not wait([job], min(_REPORT_INTERVAL, max(0.0, end - monotonic()))).done:
        report_progress(job.progress)
        if monotonic() >= end:
            raise TimeOutError
    return job.result()


def _text_of_pages(data: bytes) -> _TextOfPages:
    words = read_pdf_words(data, _MAX_CHARACTERS)
    pages = iterate_with_progress(without_furniture(words.pages), WORDS_SHARE)
    text = "\n\n".join("\n".join(page_lines(page)) for page in pages)
    return _TextOfPages(text, len(words.pages), words.page_count, words.problem)


def _problem_message(name: str, problem: PdfProblem) -> Message:
    match problem:
        case PdfProblem.PASSWORD:
            return message(
                "{file} needs a password: open it in another program, copy the text and paste it",
                file=name,
            )
        case PdfProblem.NO_TEXT:
            return message(
                "{file} contains no text, only pictures: save a page as a picture, show it under "
                "the pieces with View > Underlay in the editor, and place the pieces on it",
                file=name,
            )
        case _:
            return message("{file} is damaged: it cannot be read", file=name)
