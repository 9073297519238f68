"""The scenarios of a collection, with the names of their translation files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from m44core.io.files.companion_files import is_companion, scenario_of_companion
from m44core.io.files.scenario_files import backed_up_name, scenario_paths_below
from m44core.values import dataclass

TEMPLATES = "templates"
"""The name of the folder with the templates, next to the folders of the languages."""


@dataclass(frozen=True, slots=True)
class CollectionMember:
    """A scenario of a collection.

    Attributes:
        path: The path of its file.
        name: The path relative to the collection: ``1944/arras.yaml``.
        stem: The relative path of its translations without their suffix: ``1944/arras``; if
            several scenarios would share it, the *name* including its suffix.
    """

    path: Path
    name: str
    stem: str


def collection_members(arguments: Iterable[str]) -> tuple[CollectionMember, ...]:
    """Return the distinct scenarios given by files and folders, in order.

    A folder is a collection, and the names in it are relative to it. The name of a single file is
    its file name. A pattern such as ``scenarios/*`` also gives the files next to scenarios: a
    companion stands for its scenario, and a backup is left out if its original is given.
    """
    names_by_path: dict[Path, str] = {}
    for argument in _scenario_arguments(tuple(arguments)):
        folder = Path(argument)
        if folder.is_dir():
            for each in map(Path, scenario_paths_below(argument)):
                is_unreadable = each == folder  # the reader reports it
                name = folder.name if is_unreadable else each.relative_to(folder).as_posix()
                names_by_path.setdefault(each, name or str(folder))
        else:
            names_by_path.setdefault(folder, folder.name)
    stems_by_path = {
        path: str(PurePosixPath(name).with_suffix("")) for path, name in names_by_path.items()
    }
    stem_counts = Counter(stems_by_path.values())
    return tuple(
        CollectionMember(
            path, name, stems_by_path[path] if stem_counts[stems_by_path[path]] == 1 else name
        )
        for path, name in names_by_path.items()
    )


def _scenario_arguments(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the arguments, with scenarios in place of their companions, and without backups."""
    given = frozenset(map(Path, arguments))
    for argument in arguments:
        path = Path(argument)
        original = path.with_name(backed_up_name(path.name)) if path.name else path
        if original != path and original in given:
            continue
        scenario = scenario_of_companion(path) if is_companion(path) and not path.is_dir() else None
        yield str(scenario or path)


def translation_path(out: Path, member: CollectionMember, language: str, suffix: str) -> Path:
    """Return the path of a scenario's translation file in the folder of translations *out*."""
    return out / language / f"{member.stem}{suffix}"
