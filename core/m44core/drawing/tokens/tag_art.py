"""Tags: medals and other tokens, side by side at the upper right of their hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.drawing.tokens.markers import (
    battle_star,
    camouflage,
    exit_marker,
    mine,
    numbered_token,
)
from m44core.drawing.tokens.medal_art import MEDALS, draw_term_sign

_ICON_SCALE = 2.7  # a token shown alone fills the hex
_FIRST_TAG_OFFSET = (26.0, -25.0)
_TOKENS_PER_ROW = 3  # tokens in a row
_PITCH = 25.0
_SIGN_POSITIONS = ((-12.0, 9.5), (2.5, 15.0), (-14.5, -5.0))  # places of the term signs on a medal

# The drawing of a token for a side: "ALLIES", "AXIS", or "" for neither.
_TOKENS: Mapping[str, Callable[[str], Drawing]] = {
    "tag1": battle_star,
    "tag3": mine,
    "tag4": partial(exit_marker, turn=0),
    "tag5": partial(exit_marker, turn=90),
    "tag9": partial(numbered_token, number=9, ground="piece-paper", ink="piece-ink"),
    "tag10": partial(numbered_token, number=10, ground="piece-ink", ink="piece-white"),
    "tag11": partial(numbered_token, number=11, ground="piece-yellow", ink="piece-ink"),
    "tag12": partial(numbered_token, number=12, ground="piece-blue", ink="piece-white"),
    "tag13": partial(numbered_token, number=13, ground="piece-red-dark", ink="piece-white"),
    "tag14": partial(
        camouflage, ground="piece-green-light", blot="piece-green", deep="piece-green-dark"
    ),
    "tag15": partial(camouflage, ground="piece-snow", blot="piece-silver", deep="piece-steel"),
}


def tag_position(index: int, count: int) -> tuple[float, float, float]:
    """Return x, y and scale of token *index* of *count*, counted from 0 and from the right."""
    if count <= 1:
        return (*_FIRST_TAG_OFFSET, 1.0)
    scale = 0.86 if count == 2 else 0.72
    column, row = index % _TOKENS_PER_ROW, index // _TOKENS_PER_ROW
    x = 31 - column * _PITCH * scale * 1.02
    y = -21 - column * 11.5 * scale + row * _PITCH * scale
    return x, y, scale


def _token_painter(token: Callable[[str], Drawing]) -> Callable[[Art], Drawing]:
    def paint(art: Art) -> Drawing:
        if not art.detail:
            return (Group(token(""), scale=_ICON_SCALE),)
        index, count, side, *terms = art.detail
        x, y, scale = tag_position(int(index), int(count))
        drawing = (*token(str(side)), *_term_signs(map(str, terms)))
        return (Group(drawing, dx=x, dy=y, scale=scale),)

    return paint


def _term_signs(terms: Iterable[str]) -> Drawing:
    """Return the signs of a medal's terms, on its lower edge."""
    places = zip(terms, _SIGN_POSITIONS, strict=False)  # no medal has more terms than places
    return tuple(Group(draw_term_sign(term), dx=x, dy=y, scale=1.12) for term, (x, y) in places)


def tag_painter(drawing: Drawing) -> Callable[[Art], Drawing]:
    """Return the painter of a token that looks the same for both sides."""
    return _token_painter(_for_both_sides(lambda: drawing))


def _for_both_sides(drawing: Callable[[], Drawing]) -> Callable[[str], Drawing]:
    return lambda _: drawing()


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    **{name: _token_painter(_for_both_sides(medal)) for name, medal in MEDALS.items()},
    **{name: _token_painter(token) for name, token in _TOKENS.items()},
}
