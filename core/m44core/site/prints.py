"""What typesetting adds to a page: a picture for other sites, and PDF documents to print."""

from __future__ import annotations

from functools import cache

from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.publish.maps import PrintedMap
from m44core.publish.poster import typeset_poster
from m44core.publish.sheet import typeset_sheet
from m44core.publish.typesetting.typesetter import TEMPLATES, Typesetter
from m44core.site.settings import Terms

PICTURE = "preview.png"
"""The picture other sites show of a page: 600 pixels wide and 315 high, as they ask for."""


def prints_of(scenario: Scenario, told: Words, map_: PrintedMap, terms: Terms) -> dict[str, bytes]:
    """Return the files that are asked for, by their names.

    Args:
        scenario: What they are of.
        told: Their language.
        map_: The map.
        terms: Which are asked for.

    Raises:
        TypesettingError: Typst is not installed.
    """
    made = {}
    if terms.pictures:
        made[PICTURE] = _typesetter().picture("preview.typ", {"map": map_.small})
    if terms.pdf:
        made["sheet.pdf"] = typeset_sheet(_typesetter(), scenario, [told], map_=map_).pdf
        made["poster.pdf"] = typeset_poster(_typesetter(), scenario, told, map_=map_).pdf
    return made


@cache
def _typesetter() -> Typesetter:
    """Return what typesets with our own templates, one a process."""
    return Typesetter(TEMPLATES)
