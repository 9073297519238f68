"""Jinja templates that users can copy and change, filled with data in a sandbox."""

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
"""The built-in templates."""
ASSETS = _HERE / "assets"
"""The files that all pages share: styles, scripts, an icon."""
INSTALL = "python3 -m pip install 'm44-workshop[site]'"
_ENDINGS = {".html", ".xml"}
_UNREADABLE = dict.fromkeys((*range(32), 127, 65534, 65535), "�")
_UNREADABLE |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd") | {ord(sign): sign for sign in "\t\n"}


class TemplateError(M44Error):
    """A page cannot be made: its template is wrong, or Jinja is not installed."""


def require_jinja() -> None:
    """Check that Jinja is installed.

    Raises:
        TemplateError: it is not installed.
    """
    if find_spec("jinja2") is None:
        problem = message(
            "a site needs Jinja, which is not installed; install it with: {how}", how=INSTALL
        )
        raise TemplateError(problem)


def render_template(user_templates: Path | None, name: str, data: Mapping[str, object]) -> str:
    """Return a template filled with data.

    Every text is escaped; characters that are invalid in a page become U+FFFD.

    Args:
        user_templates: A folder of templates that override the built-in ones, or None.
        name: The file name of the template.
        data: The plain data.

    Raises:
        TemplateError: the template is wrong; the message has its file and line.
    """
    from jinja2 import TemplateError as JinjaError  # 25 ms
    from jinja2 import TemplateSyntaxError  # 23 ms

    try:
        return _environment(user_templates).get_template(name).render(clean_text(data))
    except TemplateSyntaxError as error:
        raise _template_error(error.name or name, error.lineno, str(error.message)) from error
    except (JinjaError, ArithmeticError, LookupError, TypeError, ValueError, OSError) as error:
        place = _error_location(error, user_templates)
        raise _template_error(*place, str(error) or type(error).__name__) from error


def clean_text(data: object) -> object:
    """Return plain data with characters that are invalid in a page replaced by U+FFFD."""
    match data:
        case str():
            return data if data.isprintable() else data.translate(_UNREADABLE)
        case Mapping():
            return {key: clean_text(value) for key, value in data.items()}
        case list() | tuple():
            return [clean_text(value) for value in data]
    return data


@lru_cache(maxsize=2)
def _environment(user_templates: Path | None) -> Environment:
    from jinja2 import FileSystemLoader, StrictUndefined  # 23 ms
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # 26 ms

    folders = [str(folder) for folder in (user_templates, TEMPLATES) if folder is not None]
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _error_location(error: BaseException, user_templates: Path | None) -> tuple[str, int]:
    """Return the template and the line of an error; "" and 0 if they are unknown."""
    folders = {folder for folder in (user_templates, TEMPLATES) if folder is not None}
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        path = Path(frame.filename)
        if path.suffix in _ENDINGS and any(path.is_relative_to(folder) for folder in folders):
            return path.name, frame.lineno or 1
    return "", 0


def _template_error(name: str, line: int, why: str) -> TemplateError:
    if not name:
        return TemplateError(message("cannot fill the template: {why}", why=why))
    return TemplateError(message("{file}, line {line}: {why}", file=name, line=line, why=why))


def shared_files(user_templates: Path | None) -> Mapping[str, Path]:
    """Return the files that all pages share, by name; those of the user override the built-in ones.

    Raises:
        TemplateError: the folder does not exist.
    """
    if user_templates is not None and not user_templates.is_dir():
        raise TemplateError(
            message("{folder} is not a template folder", folder=str(user_templates))
        )
    folders = [ASSETS] if user_templates is None else [ASSETS, user_templates]
    files = [path for folder in folders for path in sorted(folder.iterdir())]
    return {
        path.name: path
        for path in files
        if path.is_file() and path.suffix not in _ENDINGS and not path.name.startswith(".")
    }
