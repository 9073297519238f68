"""The settings of a site in its folder, and the options of a build."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from m44core.errors import NotationError
from m44core.messages.message import message
from m44core.publish.content.folder_settings import read_folder_settings
from m44core.values import dataclass

SETTINGS = "site.yaml"
"""The settings file of a site in the folder of its scenarios."""
_TEXTS = ("title", "subtitle", "about", "credits")
_LISTS = ("leave-out",)


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings of a site.

    Attributes:
        title: The title; by default the name of the folder.
        subtitle: The subtitle.
        about: The introduction.
        credits: The credits.
        leave_out: Patterns of paths below the folder that get no page.
    """

    title: str
    subtitle: str = ""
    about: str = ""
    credits: str = ""
    leave_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The options of a build.

    Attributes:
        out: The folder the pages are written to.
        language: The language code of the pages.
        title: The title; "" for that in the settings.
        url: The address of the site, ending in a slash; "" if it is unknown.
        templates: A folder of templates that override the built-in ones; None if there is none.
        pdf: Whether sheets and posters are made.
        pictures: Whether preview pictures for other sites are made.
        leave_out: Patterns of files that get no page, in addition to those in the settings.
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
    """Return the settings in the ``site.yaml`` of a folder; the defaults if there is none.

    Raises:
        ReadError: the file cannot be read, or is invalid.
    """
    content = read_folder_settings(folder / SETTINGS, _TEXTS, _LISTS)
    texts = {key: content.texts.get(key, "").strip() for key in _TEXTS}
    texts["title"] = texts["title"] or folder.resolve().name
    return SiteSettings(**texts, leave_out=tuple(content.lists.get("leave-out", ())))


def site_address(text: str) -> str:
    """Return the address of a site, ending in a slash.

    Raises:
        NotationError: it is not a valid address, such as ``example.org`` without ``https://``.
    """
    wrong = message(
        "{url!r} is not a web address; it must start with https:// or http://", url=text
    )
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_one = False
    if not is_one or not text.isascii() or not text.isprintable() or set(text) & set(" <>\"'?#"):
        raise NotationError(wrong)
    return text.rstrip("/") + "/"
