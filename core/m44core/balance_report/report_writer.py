"""Writing a balance report as an HTML page or as PDF, by the suffix of the file."""

from __future__ import annotations

from pathlib import Path

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_report.html_report import html_report
from m44core.balance_report.pdf_report import pdf_report
from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.messages.languages import ENGLISH
from m44core.messages.message import message
from m44core.messages.renderers import renderer_in
from m44core.publish.paper_and_ink import Paper
from m44core.publish.typesetter import TypesetDocument, open_typesetter

_HTML = {".html", ".htm"}
_PDF = ".pdf"


def write_report(
    results: BalanceResults,
    path: Path,
    language: str = ENGLISH,
    paper: Paper = Paper.A4,
    templates: Path | None = None,
) -> TypesetDocument | None:
    """Write the report on the balance of a scenario, replacing an existing file.

    Args:
        results: The results.
        path: The file; its suffix is ``.html``, ``.htm`` or ``.pdf``.
        language: The code of the language.
        paper: The paper size of a PDF.
        templates: A folder of Typst templates that override the built-in ones for a PDF.

    Returns:
        The document of a PDF, with the characters that no font has; None for an HTML page.

    Raises:
        NotationError: the program is not translated into the language.
        TemplateError: an HTML page needs Jinja, which is not installed.
        TypesettingError: a PDF needs Typst, which is not installed, or the template is wrong.
        WriteError: the suffix is a different one, or the file cannot be written.
    """
    require_report_suffix(path)
    report_renderer = renderer_in(language)
    if path.suffix.lower() in _HTML:
        write(html_report(results, report_renderer).encode("utf-8"), path, backup=False)
        return None
    with open_typesetter(templates) as typesetter:
        typeset = pdf_report(typesetter, results, report_renderer, paper)
    write(typeset.pdf, path, backup=False)
    return typeset


def require_report_suffix(path: Path) -> None:
    """Check that a report can be written to a path, before its games are played.

    Raises:
        WriteError: the path does not end in ``.html``, ``.htm`` or ``.pdf``.
    """
    if path.suffix.lower() not in {*_HTML, _PDF}:
        raise WriteError(
            message("the name of a report must end in .html or .pdf: {file}", file=path.name)
        )
