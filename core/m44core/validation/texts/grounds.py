"""Where the texts say that objectives lie, and whether they are kept: M823, M824."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from m44core.findings.kinds import Sayable, say
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import remove
from m44core.validation.placed import PlacedPiece, PlacedTag
from m44core.validation.prose.names import in_language, in_languages
from m44core.validation.prose.prose import Told

_LIKE: Mapping[str, tuple[str, ...]] = {
    "town": ("buildings", "village", "station"),
    "hill": ("hill",),
    "forest": ("forest", "woods"),
    "bridge": ("bridge",),
}
"""What the palette group or the key of a piece has that a text calls so."""

_PLAIN = ("town", "village", "hill", "forest", "bridge", "river", "beach", "road")
_NAME = re.compile(r"\d{3}|[^\W\d_]{4,}|[\u4e00-\u9fff]{2,}")
_ODD = 3  # objectives of which one may lie elsewhere by a slip


@check("M823")
def objective_on_other_ground(context: Context) -> Iterator[Problem]:
    """Objectives on other ground than the only one of which the texts speak (LINT-T8).

    Only where all sentences about objectives name one kind of ground, and the same; what has
    a name of its own, as a church, or a label may be named by that.
    """
    objectives = [tag for tag in context.tags if tag.element.medal]
    for told in context.prose.read if objectives else ():
        kind = _kind(told)
        off = [tag for tag in objectives if kind and not _lies_on(context, tag, kind)]
        if _names_places(context, told) or not all(_is_plain(context, tag) for tag in off):
            continue
        said: dict[str, Sayable] = {"language": in_language(told), "kind": say(kind or "town")}
        if off and len(off) == len(objectives):
            yield problem("none", f"/texts/{told.code}/victory", off[0].hex, **said)
            return
        if len(off) == 1 and len(objectives) >= _ODD:
            where = context.pointer(off[0].hex, "tags", off[0].number), off[0].hex
            yield problem("odd", *where, **said, hex=context.name(off[0].hex))
            return


@check("M824")
def objective_kept_unlike_the_text(context: Context) -> Iterator[Problem]:
    """Medals kept for good on the board that every text lets go with their hex (LINT-T8)."""
    medals = [tag for tag in context.tags if tag.element.medal]
    kept = [tag for tag in medals if tag.tag.medal and tag.tag.medal.permanent]
    lost = [told for told in context.prose.read if _speaks_of_losing(told)]
    keeps = any(told.names("permanent-medals") for told in context.prose.read)
    if kept and lost and not keeps and len(kept) == len(medals):
        first = kept[0]
        pointers = [context.pointer(tag.hex, "tags", tag.number, "permanent") for tag in kept]
        repair = remove("let-go", *pointers)
        places = context.names(tag.hex for tag in kept)
        said: dict[str, Sayable] = {"language": in_languages(lost), "hexes": places}
        yield problem("kept", pointers[0], first.hex, repair, **said)


def _kind(told: Told) -> str | None:
    """Return the ground of which all sentences about objectives speak, if it is one."""
    assert told.language
    kinds = [told.language.grounds(each) for each in told.about_objectives]
    return next(iter(kinds[0])) if kinds and len(kinds[0]) == 1 and _same(kinds) else None


def _same(kinds: list[frozenset[str]]) -> bool:
    return all(each == kinds[0] for each in kinds)


def _speaks_of_losing(told: Told) -> bool:
    assert told.language
    text = told.filled.get("victory", "")
    return bool(told.about_objectives) and told.language.lets_go(text)


def _names_places(context: Context, told: Told) -> bool:
    """Tell whether a text may call objectives by their names, as labels have them."""
    said = "\n".join(told.about_objectives)
    labels = (line for lines in context.scenario.labels.values() for line in lines)
    return any(word in said for line in labels for word in _NAME.findall(line))


def _is_plain(context: Context, tag: PlacedTag) -> bool:
    """Tell whether nothing lies there that a text may call otherwise, as a church."""
    return all(piece.element.key.endswith(_PLAIN) for piece in _on(context, tag))


def _on(context: Context, tag: PlacedTag) -> list[PlacedPiece]:
    hexes = {tag.hex, *(tag.tag.group or ())}
    return [piece for piece in context.pieces if piece.hex in hexes]


def _lies_on(context: Context, tag: PlacedTag, kind: str) -> bool:
    """Tell whether a hex of an objective has a piece of a kind, or one that is not known."""
    hexes = {tag.hex, *(tag.tag.group or ())}
    strange = any(unknown.hex in hexes for unknown in context.unknown)
    return strange or any(_is(piece, kind) for piece in _on(context, tag))


def _is(piece: PlacedPiece, kind: str) -> bool:
    told = f"{piece.element.group} {piece.element.key}"
    return any(part in told for part in _LIKE[kind])


CHECKS = (objective_on_other_ground, objective_kept_unlike_the_text)
