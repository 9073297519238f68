"""What the page of a scenario says of it, as plain data: texts, bill, findings."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.boxes import box_of
from m44core.diagnostics import Diagnostic
from m44core.findings.render import SEVERITIES, message_of
from m44core.library.wording import words_of_value
from m44core.messages.languages import languages
from m44core.messages.message import Words, message, titled
from m44core.messages.words import words
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.publish.content.texts import sections
from m44core.validation.arena.verdict import PROFILE
from m44core.validation.basis.selection import PROFILES, Selection
from m44core.validation.box.bill import by_name, component_bill
from m44core.validation.box.stock import rows
from m44core.validation.running.runner import FileReport

MOST_BOXES = 4
"""Up to how many base boxes a page counts what is there."""
_MOST_FINDINGS = 100  # that a page lists


def texts_of(scenario: Scenario, told: Words) -> list[dict[str, object]]:
    """Return the texts in each language that has some, that of the page first, then English."""
    order = {code: place for place, code in enumerate((told.language.code, "en"))}
    codes = sorted(scenario.texts, key=lambda code: order.get(code, len(order)))
    said = [_texts(code, scenario.texts[code], told) for code in codes]
    return [texts for texts in said if texts["title"] or texts["sections"]]


def _texts(code: str, texts: Texts, told: Words) -> dict[str, object]:
    own = words(code) if code in languages() else told
    return {
        "code": code,
        "language": told.render(words_of_value("language", code)),
        "title": (texts.name or "").strip() or told.render(message("(no title)")),
        "subtitle": (texts.subtitle or "").strip(),
        "sections": sections(texts, own),
        "sources": " ".join((texts.bibliography or "").split()),
    }


def bill_of(scenario: Scenario, told: Words) -> dict[str, object]:
    """Return what a scenario takes out of the boxes.

    Returns:
        ``boxes``, how many base boxes its board stands for; ``rows``, each with its ``name``, how
        many are ``needed`` and how many so many base boxes have (``there``); ``others``, the other
        boxes, each with its ``name``, its ``code``, and its ``pieces``.
    """
    bill = component_bill(scenario)
    counted = [list(rows(bill, number)) for number in range(1, MOST_BOXES + 1)]
    lines = [
        {
            "name": told.sentence(same[0].component),
            "needed": same[0].needed,
            "there": [row.there for row in same] if same[0].there is not None else None,
        }
        for same in zip(*counted, strict=True)
        if same[0].needed is not None
    ]
    catalogue = scenario.catalogue
    others = [
        {
            "code": code,
            "name": told.sentence(titled(catalogue.box_called(code))),
            "known": box_of(code) is not None,
            "pieces": by_name(pieces, told),
        }
        for code, pieces in bill.others.items()
    ]
    return {"boxes": bill.boxes, "rows": lines, "others": others}


def findings_of(report: FileReport, counted: Selection, told: Words) -> list[dict[str, str]]:
    """Return what the checks find in a file.

    Each is a mapping: ``severity``, its ``word``, ``code``, what is ``said``, and the ``hex`` it is
    about, or "".
    """
    found = [each for each in report.diagnostics if each.code in counted]
    return list(_findings(found[:_MOST_FINDINGS], report, told))


def arena_of(report: FileReport, verdict: str, told: Words) -> dict[str, object] | None:
    """Return what Board Game Arena makes of a scenario; None where that was not asked for.

    It is a mapping: ``value`` (``green``), what is ``said``, and the ``findings`` it stands on.
    """
    if not verdict:
        return None
    family = PROFILES[PROFILE]
    found = [each for each in report.diagnostics if each.code.startswith(family)]
    return {
        "value": verdict,
        "said": told.render(words_of_value("arena", verdict)),
        "findings": list(_findings(found[:_MOST_FINDINGS], report, told)),
    }


def _findings(found: list[Diagnostic], report: FileReport, told: Words) -> Iterator[dict[str, str]]:
    for each in found:
        yield {
            "severity": each.severity.value,
            "word": told.sentence(SEVERITIES[each.severity]),
            "code": each.code,
            "said": told.sentence(message_of(each)),
            "hex": report.hex_name(each) or "",
        }
