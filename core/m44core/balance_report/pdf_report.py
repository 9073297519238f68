"""A balance report as a PDF document."""

from __future__ import annotations

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_report.report_content import report_content
from m44core.balance_report.report_pictures import report_pictures
from m44core.messages.message import Renderer
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import TypesetDocument, Typesetter

REPORT_TEMPLATE = "balance.typ"
"""The template of balance reports."""


def pdf_report(
    typesetter: Typesetter, results: BalanceResults, renderer: Renderer, paper: Paper = Paper.A4
) -> TypesetDocument:
    """Return the report in a language as a PDF document.

    Args:
        typesetter: The typesetter, with its templates.
        results: The results.
        renderer: Renders the texts in the language of the report.
        paper: The paper size.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    pictures = report_pictures(results, renderer)
    data = {
        **report_content(results, renderer),
        "paper": paper.value,
        "ink": Ink.COLOUR.value,
        "board": {"shape": pictures.shape, "alt": pictures.alt},
        "heats": [{"title": heat.title, "most": heat.most} for heat in pictures.heats],
    }
    svgs = {"map": pictures.map, "board": pictures.small_map}
    for number, heat in enumerate(pictures.heats):
        svgs |= {f"heat-{number}": heat.overlay, f"legend-{number}": heat.legend}
    return typesetter.typeset(REPORT_TEMPLATE, data, svgs)
