"""The page of a check as the windows show it: word for word what ``m44 explain`` prints."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from m44core.findings.kinds import FindingKind
from m44core.findings.load import all_kinds
from m44core.findings.render import EXAMPLE, INSTEAD, SEVERITIES, WHY, page, sources_of
from m44core.messages.message import enumerated
from m44editor.words import language, told


def page_of(code: str) -> str:
    """Return the page of a code as HTML, in the language of the window; empty where it has none."""
    kind = all_kinds().get(code)
    return "" if kind is None else "".join(f"<p>{words}</p>" for words in _paragraphs(kind))


def _paragraphs(kind: FindingKind) -> Iterator[str]:
    severities = told(enumerated(SEVERITIES[severity] for severity in kind.severities))
    yield f"<b>{html.escape(kind.code)} {html.escape(kind.name)}</b> ({html.escape(severities)})"
    headings = tuple(told(heading) for heading in (WHY, EXAMPLE, INSTEAD))
    paragraph: list[str] = []
    for line in (line.strip() for line in page(kind, language()).splitlines()):
        if not line or line.startswith(headings):
            yield from _paragraph(paragraph, headings)
            paragraph = []
        paragraph.append(line)
    yield from _paragraph(paragraph, headings)
    if kind.sources:
        yield html.escape(told(sources_of(kind)))


def _paragraph(lines: list[str], headings: tuple[str, ...]) -> Iterator[str]:
    """Yield the words of a paragraph, its heading bold; none where there are none."""
    words = " ".join(lines).strip()
    heading = next((heading for heading in headings if words.startswith(heading)), "")
    rest = html.escape(words.removeprefix(heading).strip())
    marked = re.sub("``(.+?)``", r"<code>\1</code>", rest)
    if words:
        yield f"<b>{html.escape(heading)}</b> {marked}" if heading else marked
