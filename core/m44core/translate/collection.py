"""The scenarios of a collection, each with the name of its translations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from m44core.io.files.scenario_files import scenarios_below
from m44core.values import dataclass

TEMPLATES = "templates"
"""The folder of the templates, next to those of the languages."""


@dataclass(frozen=True, slots=True)
class CollectionMember:
    """A scenario of a collection.

    Attributes:
        path: Its file.
        name: The path of the file relative to the collection: ``1944/arras.yaml``.
        stem: The relative path of its translations without suffix: ``1944/arras``; with the suffix
            of the file if two scenarios share it.
    """

    path: Path
    name: str
    stem: str


def members_of(arguments: Iterable[str]) -> tuple[CollectionMember, ...]:
    """Return the scenarios that files and folders stand for, each once, in order.

    A folder is a collection, and names in it are relative to it. A file has its own name.
    """
    named: dict[Path, str] = {}
    for argument in arguments:
        folder = Path(argument)
        if folder.is_dir():
            for each in map(Path, scenarios_below(argument)):
                named.setdefault(each, each.relative_to(folder).as_posix())
        else:
            named.setdefault(folder, folder.name)
    plain = {path: str(PurePosixPath(name).with_suffix("")) for path, name in named.items()}
    often = Counter(plain.values())
    return tuple(
        CollectionMember(path, name, plain[path] if often[plain[path]] == 1 else name)
        for path, name in named.items()
    )


def translation_path(out: Path, member: CollectionMember, language: str, suffix: str) -> Path:
    """Return the path of a scenario's translation in a folder of translations."""
    return out / language / f"{member.stem}{suffix}"
