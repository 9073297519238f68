"""Badges: a language and its percentage as a small picture, for a page about a collection."""

from __future__ import annotations

from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

_HEIGHT, _EDGE, _LETTER, _WIDE = 20, 8, 6.6, 11.5
_NAMED, _TEXT = "#3b4252", "#ffffff"
_COLOURS = ((100, "#2e7d32"), (75, "#4d7c0f"), (40, "#a16207"), (0, "#b3261e"))
"""The ground of a percentage from so much on; white letters are read on each at 4.5 to 1."""


def badge(name: str, percent: int) -> str:
    """Return an SVG document that says how much of a language is done.

    Args:
        name: What the badge calls the language.
        percent: How much, from 0 to 100.
    """
    said = f"{percent}%"
    left, right = _width(name), _width(said)
    colour = next(shade for least, shade in _COLOURS if percent >= least)
    title = f"{name}: {said}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{_HEIGHT}" '
        f'role="img" aria-label={quoteattr(title)}><title>{escape(title)}</title>'
        f'<rect width="{left + right}" height="{_HEIGHT}" rx="4" fill="{_NAMED}"/>'
        f'<path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v{_HEIGHT - 8}a4 4 0 0 1 -4 4h-{right - 4}z" '
        f'fill="{colour}"/>'
        f'<g fill="{_TEXT}" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" '
        'text-anchor="middle">'
        f'<text x="{left / 2:g}" y="14">{escape(name)}</text>'
        f'<text x="{left + right / 2:g}" y="14">{said}</text></g></svg>\n'
    )


def _width(text: str) -> int:
    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    return round(2 * _EDGE + _WIDE * wide + _LETTER * (len(text) - wide))
