"""References: every name is known, and on its layer (M10x).

Hexes off the board and orientations a piece does not have cannot be in a scenario: the reader
finds them in the file (M028 to M031).
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Layer
from m44core.diagnostics import Fix, Severity
from m44core.validation.check import Problem, check, error
from m44core.validation.context import Context
from m44core.validation.placed import Unknown
from m44core.validation.repairs import put, remove
from m44core.validation.wording import name_of

_KINDS = {
    Layer.TERRAIN: ("a", "tile"),
    Layer.STRUCTURE: ("a", "structure"),
    Layer.OBSTACLE: ("an", "obstacle"),
    Layer.UNIT: ("a", "unit"),
    Layer.BADGE: ("a", "badge"),
    Layer.TAG: ("a", "tag"),
}
"""What the pieces of a layer are called, with the article."""


@check("M101", "unknown-piece", Severity.ERROR, source="V-04")
def unknown_piece(context: Context) -> Iterator[Problem]:
    """A piece has a name that no piece of the game has.

    Why it matters:
        Nobody can put on the table what they cannot find in a box. The piece is
        kept in the file, but it is not drawn, counted or played.

    Example:
        A tile called ``wood`` on G5: the forest is called ``woods`` in ``.m44``
        files and ``forest`` in ours.

    Instead:
        Correct the name, or remove the piece and say in a label or in the special
        rules what it was meant to be.
    """
    for unknown in context.unknown:
        if not context.catalogue.get(unknown.name):
            similar = context.catalogue.similar(unknown.name, unknown.layer)
            hint = f"; did you mean {similar!r}?" if similar else ""
            yield error(
                f"no {_KINDS[unknown.layer][1]} is called {unknown.name!r}{hint}",
                _name_pointer(context, unknown),
                unknown.hex,
                (*_correction(context, unknown, similar), _removal(context, unknown)),
            )


@check("M102", "piece-on-wrong-layer", Severity.ERROR, source="V-04")
def piece_on_wrong_layer(context: Context) -> Iterator[Problem]:
    """A piece is written as something it is not: a bunker as a hex tile, a medal as a unit.

    Why it matters:
        Each program looks for a piece where the format puts it. Written elsewhere
        it disappears from the board, or replaces what really lies there.

    Example:
        ``bridge`` among the tiles of G5. A bridge is a structure and lies on a
        river tile.

    Instead:
        Write it on its own layer.
    """
    for unknown in context.unknown:
        element = context.catalogue.get(unknown.name)
        if element:
            yield error(
                f"{unknown.name!r} is {_a(element.layer)}, not {_a(unknown.layer)}",
                _name_pointer(context, unknown),
                unknown.hex,
                (_removal(context, unknown),),
            )


def _a(layer: Layer) -> str:
    return " ".join(_KINDS[layer])


def _correction(context: Context, unknown: Unknown, similar: str | None) -> tuple[Fix, ...]:
    """Offer the name that resembles an unknown one."""
    catalogue = context.catalogue
    element = similar and (
        catalogue.get(similar, unknown.layer) or catalogue.by_key(unknown.layer, similar)
    )
    if not element:
        return ()
    return (put(f"Make it {name_of(element)}", _name_pointer(context, unknown), element.key),)


def _removal(context: Context, unknown: Unknown) -> Fix:
    return remove(f"Remove {unknown.name!r}", context.pointer(unknown.hex, unknown.place))


def _name_pointer(context: Context, unknown: Unknown) -> str:
    """Return where the name stands; a badge is no more than its name."""
    place = context.pointer(unknown.hex, unknown.place)
    return place if unknown.layer is Layer.BADGE else f"{place}/is"


CHECKS = (unknown_piece, piece_on_wrong_layer)
