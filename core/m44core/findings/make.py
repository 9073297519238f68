"""Making findings and fixes from a code, the key of the words, and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from m44core.diagnostics import Diagnostic, Fix
from m44core.findings.kinds import Sayable
from m44core.findings.load import kind
from m44core.hexes import Hex


def finding(
    code: str,
    key: str,
    pointer: str = "",
    hex_: Hex | None = None,
    fixes: tuple[Fix, ...] = (),
    /,
    **values: Sayable,
) -> Diagnostic:
    """Return the finding *code* that says the message *key* of a place in the document.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the message names.
    """
    return kind(code).diagnostic(key, pointer, hex_, fixes, **values)


def finding_at(place: tuple[int, int], code: str, key: str, /, **values: Sayable) -> Diagnostic:
    """Return the finding *code* that says the message *key* of a line and column, both from 1.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the message names.
    """
    line, column = place
    return replace(finding(code, key, **values), line=line, column=column)


def fix(code: str, key: str, changes: Mapping[str, object], /, **values: Sayable) -> Fix:
    """Return the fix with the title *key* of the finding *code* and what it changes.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the title names.
    """
    return kind(code).fix(key, changes, **values)


def written_anew(code: str) -> tuple[Fix, ...]:
    """Return the fix that writes a file in the normal form, as the finding *code* calls it.

    It says what the document says already, so that nothing but the writing changes.

    Raises:
        CatalogueError: there is no such code, or it has no such fix.
    """
    return (fix(code, "normal", {"/format": 1}),)
