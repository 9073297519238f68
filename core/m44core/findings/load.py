"""Loading the kinds of findings, one family when the first finding of it is made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from m44core.data_files import Entry, yaml_mapping
from m44core.diagnostics import Severity
from m44core.errors import CatalogueError
from m44core.findings.kinds import Family, FindingKind, Statement, Title

DATA = Path(__file__).parent / "data"

FAMILIES: Mapping[str, str] = {
    "M0": "document",
    "M1": "board",
    "M2": "components",
    "M3": "setup",
    "M4": "units",
    "M5": "terrain",
    "M6": "objectives",
    "M7": "playability",
    "M8": "texts",
    "M9": "arena",
    "P1": "publication",
}
"""The data file of each family of codes, by how the codes begin."""

RETIRED: Mapping[str, str] = {"M113": "rules-not-known-yet"}
"""Codes that are no longer used, with their names: files and settings may still speak of them."""


def kind(code: str) -> FindingKind:
    """Return the kind of finding a code stands for.

    Raises:
        CatalogueError: there is none, or our own data is wrong.
    """
    kinds = family(code[:2]).kinds
    if code not in kinds:
        raise CatalogueError(f"there is no finding {code!r}")
    return kinds[code]


def all_kinds() -> Mapping[str, FindingKind]:
    """Return every kind of finding by code, in the order of the codes.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return {
        code: found for beginning in FAMILIES for code, found in family(beginning).kinds.items()
    }


@cache
def family(beginning: str) -> Family:
    """Return the family of the codes that begin so (``M4``); read once.

    Raises:
        CatalogueError: there is none, or our own data is wrong.
    """
    if beginning not in FAMILIES:
        raise CatalogueError(f"there are no findings {beginning}xx")
    return read_family(DATA / f"{FAMILIES[beginning]}.yaml", beginning)


def read_family(path: Path, beginning: str = "") -> Family:
    """Return the family of findings a data file describes, whose codes begin so.

    Raises:
        CatalogueError: the file is missing or wrong; the message names it.
    """
    try:
        said = yaml_mapping(path)
        kinds = {code: _kind(code, of) for code, of in said["kinds"].items()}
        return Family(beginning, said["title"], kinds)
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error!r}") from error


def _kind(code: str, said: Entry) -> FindingKind:
    own = dict(said)
    own["messages"] = {key: _message(of) for key, of in own["messages"].items()}
    own["fixes"] = {key: _title(of) for key, of in own.get("fixes", {}).items()}
    own["sources"] = tuple(own.get("sources", ()))
    return FindingKind(code=code, **own)


def _title(said: str | Mapping[str, str]) -> Title:
    return Title(said) if isinstance(said, str) else Title(said["safe"], safe=True)


def _message(said: Mapping[str, str]) -> Statement:
    ((severity, template),) = said.items()
    return Statement(Severity(severity), template)
