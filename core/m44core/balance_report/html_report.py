"""A balance report as one self-contained HTML page, which needs no script and loads nothing."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_report.report_content import report_content
from m44core.balance_report.report_pictures import report_pictures
from m44core.html_templates import render_page, require_jinja
from m44core.messages.message import Renderer

_TEMPLATES = Path(__file__).parent / "templates"


def html_report(results: BalanceResults, renderer: Renderer) -> str:
    """Return the report in a language as an HTML page.

    Raises:
        TemplateError: Jinja is not installed.
    """
    require_jinja()
    pictures = report_pictures(results, renderer)
    data = {
        **report_content(results, renderer),
        "style": (_TEMPLATES / "report.css").read_text("utf-8"),
        "board": {
            "svg": _svg_with_board_id(pictures.map, pictures.alt),
            "width": pictures.width,
            "height": pictures.height,
            "shape": pictures.shape,
        },
        "heats": [
            {
                "title": heat.title,
                "most": heat.most,
                "overlay": _svg_data_url(heat.overlay),
                "legend": _svg_data_url(heat.legend),
            }
            for heat in pictures.heats
        ],
    }
    return render_page([_TEMPLATES], "report.html", data)


def _svg_with_board_id(svg: str, alt: str) -> str:
    """Return the map as an SVG element with an id, so that heat maps can reuse it."""
    return svg.replace("<svg ", f'<svg id="board" role="img" aria-label="{escape(alt)}" ', 1)


def _svg_data_url(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode("ascii")
