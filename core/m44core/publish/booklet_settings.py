"""The settings of a booklet: ``book.yaml`` in the folder of its scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from m44core.errors import ReadError
from m44core.messages.message import message
from m44core.publish.content.folder_settings import read_folder_settings
from m44core.values import dataclass

SETTINGS = "book.yaml"
"""The settings file of a booklet in the folder of its scenarios."""
_TEXTS = ("title", "subtitle", "foreword", "credits", "author", "version", "cover", "group")
_PARTS = "parts"


class Grouping(StrEnum):
    """How the scenarios of a booklet are divided into parts if the settings do not list them."""

    DATE = "date"
    FRONT = "front"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class BookPart:
    """A part of a booklet, such as a campaign.

    Attributes:
        title: Its title.
        text: The text on its first page.
        scenarios: The file names of its scenarios in order.
    """

    title: str = ""
    text: str = ""
    scenarios: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookSettings:
    """The settings of a booklet.

    Attributes:
        title: The title; "" for the name of the folder.
        subtitle: The subtitle.
        foreword: The foreword.
        credits: The credits.
        author: The author on the cover.
        version: The version on the cover, such as ``2.1`` or ``June 2024``.
        cover: The file name of the scenario whose map is on the cover; "" for the first.
        group: How to divide the scenarios into parts; None to decide by their number and dates.
        parts: The parts, if the settings list them.
        order: The file names in order; empty to sort by the dates of the battles.
    """

    title: str = ""
    subtitle: str = ""
    foreword: str = ""
    credits: str = ""
    author: str = ""
    version: str = ""
    cover: str = ""
    group: Grouping | None = None
    parts: tuple[BookPart, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The file names that the settings mention, each once."""
        listed_names = (name for part in self.parts for name in part.scenarios)
        return tuple(dict.fromkeys((*self.order, *listed_names, *filter(None, [self.cover]))))


def book_settings(folder: Path) -> BookSettings:
    """Return the settings in the ``book.yaml`` of a folder; the defaults if there is none.

    Raises:
        ReadError: the file cannot be read, or is invalid.
    """
    path = folder / SETTINGS
    settings = read_folder_settings(path, _TEXTS, ("order",), {_PARTS: ("title", "text")})
    texts = {**settings.texts}
    group = _parse_grouping(path, texts.pop("group", ""))
    parts = tuple(BookPart(**part.texts, scenarios=tuple(part.names)) for part in settings.groups)
    order = tuple(settings.lists.get("order", ()))
    return BookSettings(**texts, group=group, parts=parts, order=order)


def _parse_grouping(path: Path, name: str) -> Grouping | None:
    if not name:
        return None
    if name not in list(Grouping):
        groupings = ", ".join(Grouping)
        text = message(
            "{file}: unknown group {name!r}; the known groups are {known}",
            file=str(path),
            name=name,
            known=groupings,
        )
        raise ReadError(text)
    return Grouping(name)


def names_without_file(paths: Iterable[Path], settings: BookSettings) -> list[str]:
    """Return the names in the settings for which the folder has no file."""
    names = {path.name for path in paths}
    return [name for name in settings.names if name not in names]


def with_default_title(folder: Path, settings: BookSettings) -> BookSettings:
    """Return the settings with a title: their own, or the name of the folder."""
    if settings.title.strip():
        return settings
    return replace(settings, title=folder.resolve().name)
