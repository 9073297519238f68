"""How a site is made: what its folder says of it, and what was asked for."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from m44core.errors import NotationError
from m44core.messages.message import message
from m44core.publish.content.folder_settings import read_folder_settings
from m44core.values import dataclass

SETTINGS = "site.yaml"
"""The file of a folder that says what its site is called, and what is left out of it."""
_TEXTS = ("title", "subtitle", "about", "credits")
_LISTS = ("leave-out",)


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """What a folder says of its site.

    Attributes:
        title: What it is called; the name of the folder where that is not said.
        subtitle: What stands below.
        about: What is read first.
        credits: Who made it.
        leave_out: Which files are none of it: patterns of paths below the folder.
    """

    title: str
    subtitle: str = ""
    about: str = ""
    credits: str = ""
    leave_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What was asked for.

    Attributes:
        out: The folder the pages are written to.
        language: The language of the pages, by its code.
        title: What the site is called; "" for what its folder says.
        url: Where they will be found, ending in a slash; "" where that is not said.
        templates: A folder of templates that are taken before ours; None for none.
        pdf: Whether sheets and posters are made.
        pictures: Whether pictures for other sites are made.
        leave_out: Patterns of files that have no page, besides those the folder names.
    """

    out: Path
    language: str = "en"
    title: str = ""
    url: str = ""
    templates: Path | None = None
    pdf: bool = False
    pictures: bool = False
    leave_out: tuple[str, ...] = ()


def site_settings(folder: Path) -> SiteSettings:
    """Return what the ``site.yaml`` of a folder says; the usual where there is none.

    Raises:
        ReadError: it cannot be read, or says something else.
    """
    said = read_folder_settings(folder / SETTINGS, _TEXTS, _LISTS)
    texts = {key: said.texts.get(key, "").strip() for key in _TEXTS}
    texts["title"] = texts["title"] or folder.resolve().name
    return SiteSettings(**texts, leave_out=tuple(said.lists.get("leave-out", ())))


def site_address(text: str) -> str:
    """Return an address pages can be found at, ending in a slash.

    Raises:
        NotationError: it is none, such as ``example.org`` without ``https://``.
    """
    wrong = message("{url!r} is no address of a site; it begins with https:// or http://", url=text)
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_one = False
    if not is_one or not text.isascii() or not text.isprintable() or set(text) & set(" <>\"'?#"):
        raise NotationError(wrong)
    return text.rstrip("/") + "/"
