"""Templates: files anybody can copy and change, filled with data that stays data."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.messages.message import message

if TYPE_CHECKING:
    from jinja2 import Environment

_HERE = Path(__file__).parent
TEMPLATES = _HERE / "templates"
"""Our templates."""
ASSETS = _HERE / "assets"
"""What all pages share as it stands: styles, scripts, an icon."""
INSTALL = "python3 -m pip install 'm44-workshop[site]'"
_ENDINGS = {".html", ".xml"}
_UNREADABLE = dict.fromkeys((*range(32), 127, 65534, 65535), "�")
_UNREADABLE |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd") | {ord(sign): sign for sign in "\t\n"}


class TemplateError(M44Error):
    """A page cannot be made: its template is wrong, or what fills it is not installed."""


def require_jinja() -> None:
    """Say so where what fills templates is not installed.

    Raises:
        TemplateError: it is not.
    """
    if find_spec("jinja2") is None:
        said = message(
            "a site needs Jinja, which is not installed; install it with: {how}", how=INSTALL
        )
        raise TemplateError(said)


def render_template(own: Path | None, name: str, data: Mapping[str, object]) -> str:
    """Return the page a template makes of data.

    Every text is escaped; signs that no page can hold become the mark of what is unreadable.

    Args:
        own: A folder of templates that are taken before ours; None for none.
        name: The file of the template.
        data: What it is filled with, as plain data.

    Raises:
        TemplateError: the template is wrong; the message has its file and line.
    """
    from jinja2 import TemplateError as JinjaError  # 25 ms
    from jinja2 import TemplateSyntaxError  # 23 ms

    try:
        return _environment(own).get_template(name).render(clean_text(data))
    except TemplateSyntaxError as error:
        raise _explained(error.name or name, error.lineno, str(error.message)) from error
    except (JinjaError, ArithmeticError, LookupError, TypeError, ValueError, OSError) as error:
        place = _place(error, own)
        raise _explained(*place, str(error) or type(error).__name__) from error


def clean_text(said: object) -> object:
    """Return plain data in which no text has a sign that no page can hold."""
    match said:
        case str():
            return said if said.isprintable() else said.translate(_UNREADABLE)
        case Mapping():
            return {key: clean_text(value) for key, value in said.items()}
        case list() | tuple():
            return [clean_text(value) for value in said]
    return said


@lru_cache(maxsize=2)
def _environment(own: Path | None) -> Environment:
    from jinja2 import FileSystemLoader, StrictUndefined  # 23 ms
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # 26 ms

    folders = [str(folder) for folder in (own, TEMPLATES) if folder is not None]
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _place(error: BaseException, own: Path | None) -> tuple[str, int]:
    """Return the template an error arose in, and the line."""
    folders = {folder for folder in (own, TEMPLATES) if folder is not None}
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        path = Path(frame.filename)
        if path.suffix in _ENDINGS and any(path.is_relative_to(folder) for folder in folders):
            return path.name, frame.lineno or 1
    return "", 0


def _explained(name: str, line: int, why: str) -> TemplateError:
    if not name:
        return TemplateError(message("the template cannot be filled: {why}", why=why))
    return TemplateError(message("{file}, line {line}: {why}", file=name, line=line, why=why))


def shared_files(own: Path | None) -> Mapping[str, Path]:
    """Return the files all pages share, by their names: ours, and those of a user before them.

    Raises:
        TemplateError: there is no such folder.
    """
    if own is not None and not own.is_dir():
        raise TemplateError(message("{folder} is no folder of templates", folder=str(own)))
    folders = [ASSETS] if own is None else [ASSETS, own]
    files = [path for folder in folders for path in sorted(folder.iterdir())]
    return {
        path.name: path
        for path in files
        if path.is_file() and path.suffix not in _ENDINGS and not path.name.startswith(".")
    }
