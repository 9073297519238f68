"""The pages of the manual in each language, as Markdown files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from m44core.messages.languages import ENGLISH
from m44core.resources import manual_folder
from m44core.values import dataclass

CONTENTS_PAGE = "index"
"""The name of the page with the contents."""
_LINK = re.compile(r"\]\((?P<name>[\w-]+)\.md\)")


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page of the manual.

    Attributes:
        name: Its name in links, such as ``playtest``.
        title: Its heading.
        path: Its Markdown file.
    """

    name: str
    title: str
    path: Path

    @property
    def text(self) -> str:
        """The Markdown text of the page."""
        return self.path.read_text(encoding="utf-8")


def manual_pages(language: str) -> Mapping[str, ManualPage]:
    """Return the pages by name, in the order of the contents, which are the first page.

    Pages missing in a language are in English.
    """
    contents = manual_page(CONTENTS_PAGE, language)
    names = dict.fromkeys((CONTENTS_PAGE, *_LINK.findall(contents.text)))
    return {name: manual_page(name, language) for name in names}


def manual_page(name: str, language: str) -> ManualPage:
    """Return a page in a language, or in English if that language does not have it.

    Raises:
        FileNotFoundError: there is no page of this name.
    """
    folder = manual_folder()
    path = folder / language / f"{name}.md"
    if not path.is_file():
        path = folder / ENGLISH / f"{name}.md"
    with path.open(encoding="utf-8") as file:
        title = file.readline().lstrip("# ").strip()
    return ManualPage(name, title, path)
