"""What lies on a hex, from a workshop document: pieces, units, tags and their terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.io.vocabulary.official import KEYS
from m44core.io.vocabulary.official_values import (
    medal_terms,
)
from m44core.io.vocabulary.pieces import (
    named_hex,
    orientation_of,
    plain_piece,
    plain_unit,
)
from m44core.io.vocabulary.plain_values import as_text
from m44core.io.vocabulary.words import code, name, word
from m44core.io.workshop.values import (
    M44,
    Raw,
    Rest,
    T,
    as_number,
    as_side,
    object_in,
)
from m44core.model.parts import (
    HexContent,
    MedalTerms,
    Piece,
    Tag,
    Unit,
)


def content_of(raw: object, board: Board, catalogue: Catalogue) -> HexContent:
    """Return what lies on a hex, as far as it can be understood with what is known of pieces."""
    if not isinstance(raw, dict):
        return HexContent(extra={} if raw is None else {"content": raw})
    rest = Rest(raw)
    terrain = rest.take("terrain", "terrain", _piece_on(Layer.TERRAIN, catalogue))
    structure = rest.take("structure", KEYS["structure"], _piece_on(Layer.STRUCTURE, catalogue))
    obstacle = rest.take("obstacle", "obstacle", _piece_on(Layer.OBSTACLE, catalogue))
    unit = rest.take("unit", "unit", _unit)
    tags = rest.take("tags", "tags", lambda value: value if isinstance(value, list) else None)
    read = [(tag, _tag(tag, board)) for tag in tags or ()]
    extra = rest.extra()
    left = [tag for tag, known in read if known is None]
    unread = object_in(raw.get(M44)).get("tags")
    if left or (isinstance(unread, list) and tags is not None):
        extra["tags"] = [*left, *(unread if isinstance(unread, list) else ())]
    known = tuple(tag for _, tag in read if tag)
    return HexContent(terrain, structure, obstacle, unit, known, extra)


def _piece_on(layer: Layer, catalogue: Catalogue) -> Callable[[object], Piece | None]:
    return lambda raw: _piece(raw, layer, catalogue)


def _piece(raw: object, layer: Layer, catalogue: Catalogue) -> Piece | None:
    """Return a terrain tile, a structure or an obstacle, or None where it is none."""
    if isinstance(raw, str):
        return plain_piece(name(raw, layer), 1) if raw else None
    kind = _kind(raw, layer)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = Rest(raw)
    rest.take("is", "name", as_text)
    return Piece(
        name=kind,
        orientation=_turned(rest, kind, layer, catalogue) or 1,
        owner=rest.take("owner", KEYS["owner"], as_side),
        behavior=rest.take("behaves", KEYS["behaves"], _behavior),
        extra=rest.extra(),
    )


def _kind(raw: object, layer: Layer) -> str | None:
    """Return the name in the catalogue of what a description says it is."""
    said = raw.get("is") if isinstance(raw, dict) else None
    return name(said, layer) if isinstance(said, str) and said else None


def _turned(rest: Rest, kind: str, layer: Layer, catalogue: Catalogue) -> int | None:
    """Take the orientation of a piece: by its facing, or counted as .m44 files do."""
    counted = rest.take("orientation", "orientation", orientation_of(kind, catalogue))
    known = catalogue.get(kind, layer)
    facings = known.facings if known else ()
    facing = rest.take(
        "facing", KEYS["facing"], lambda raw: facings.index(raw) + 1 if raw in facings else None
    )
    return facing or counted


def _behavior(raw: object) -> str | None:
    return word(code(raw)) if isinstance(raw, str) and raw else None


def _unit(raw: object) -> Unit | None:
    if isinstance(raw, str):
        return plain_unit(name(raw, Layer.UNIT)) if raw else None
    kind = _kind(raw, Layer.UNIT)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = Rest(raw)
    rest.take("is", "name", as_text)
    return Unit(
        name=kind,
        figures=rest.take("figures", KEYS["figures"], as_number),
        badge=rest.take("badge", "badge", _badge),
        behavior=rest.take("behaves", KEYS["behaves"], _behavior),
        equipment=rest.take("equipment", "equipment", as_text),
        extra=rest.extra(),
    )


def _badge(raw: object) -> str | None:
    return name(raw, Layer.BADGE) if isinstance(raw, str) and raw else None


def _tag(raw: object, board: Board) -> Tag | None:
    if isinstance(raw, str):
        return Tag(name(raw, Layer.TAG)) if raw else None
    kind = _kind(raw, Layer.TAG)
    if not isinstance(raw, dict) or kind is None:
        return None
    rest = Rest(raw)
    rest.take("is", "name", as_text)
    side = rest.take("side", "side", as_side)
    behavior = rest.take("behaves", KEYS["behaves"], _behavior)
    names = rest.take("hexes", "group", lambda value: value if isinstance(value, list) else None)
    medal = _terms(rest)
    extra = rest.extra()
    group = None if names is None else _group(names, raw, extra, board)
    return Tag(kind, behavior, side, group, medal, extra)


def _group(names: list[object], raw: Raw, extra: Raw, board: Board) -> tuple[Hex, ...]:
    """Return the hexes that are named; leave the names that are none of this board."""
    found = [(each, named_hex(each, board)) for each in names]
    unread = object_in(raw.get(M44)).get("group")
    left = [each for each, hex_ in found if hex_ is None]
    left += unread if isinstance(unread, list) else []
    if left:
        extra["group"] = left
    return tuple(hex_ for _, hex_ in found if hex_)


_TERMS = ("permanent", "counts-for", "hexes-needed", "terms")


def _terms(rest: Rest) -> MedalTerms | None:
    """Take the terms of a medal, which stand beside the tag's own keys."""
    if not any(term in rest for term in _TERMS):
        return None
    further = rest.take("terms", "medal", lambda raw: raw if isinstance(raw, dict) else None)
    terms = medal_terms(further or {}) or MedalTerms()
    left: Raw = {}
    permanent = _term(rest, "permanent", left, lambda raw: raw if type(raw) is bool else None)
    counts = _term(rest, "counts-for", left, as_number)
    needed = _term(rest, "hexes-needed", left, as_number)
    return replace(
        terms,
        permanent=terms.permanent if permanent is None else permanent,
        counts_for=terms.counts_for if counts is None else counts,
        hexes_needed=terms.hexes_needed if needed is None else needed,
        extra={**terms.extra, **left},
    )


_NUMBERS = {"permanent": "permanent", "counts-for": "counts_for", "hexes-needed": "nbr_hex"}


def _term(rest: Rest, word_: str, left: Raw, read: Callable[[object], T | None]) -> T | None:
    theirs = _NUMBERS[word_]
    value = rest.take(word_, theirs, read)
    if theirs in rest.left:
        left[theirs] = rest.left.pop(theirs)
    return value
