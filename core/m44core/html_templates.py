"""Rendering HTML and XML pages from Jinja templates and plain data, in a sandbox."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.pip_command import extra_install_command

if TYPE_CHECKING:
    from jinja2 import Environment

INSTALL_COMMAND = extra_install_command("site")
_SUFFIXES = {".html", ".xml"}
_UNREADABLE_CHARACTERS = dict.fromkeys((*range(32), 127, 65534, 65535), "�")
_UNREADABLE_CHARACTERS |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd") | {
    ord(character): character for character in "\t\n"
}


class TemplateError(M44Error):
    """A page cannot be rendered: its template is invalid, or Jinja is not installed."""


def require_jinja() -> None:
    """Check that Jinja is installed.

    Raises:
        TemplateError: Jinja is not installed.
    """
    if find_spec("jinja2") is None:
        problem = message(
            "HTML pages need Jinja, which is not installed; install it with: {how}",
            how=INSTALL_COMMAND,
        )
        raise TemplateError(problem)


def render_page(folders: Sequence[Path], name: str, data: Mapping[str, object]) -> str:
    """Return a template filled with data.

    Every text is escaped; characters that are invalid in a page become U+FFFD.

    Args:
        folders: The folders of templates; the first one with the template is used.
        name: The file name of the template.
        data: The plain data.

    Raises:
        TemplateError: the template is invalid; the message gives its file and line.
    """
    from jinja2 import TemplateError as JinjaError  # 25 ms
    from jinja2 import TemplateSyntaxError  # 23 ms

    try:
        return (
            _jinja_environment(tuple(folders))
            .get_template(name)
            .render(replace_invalid_characters(data))
        )
    except TemplateSyntaxError as error:
        raise _template_error(error.name or name, error.lineno, str(error.message)) from error
    except (JinjaError, ArithmeticError, LookupError, TypeError, ValueError, OSError) as error:
        location = _error_location(error, folders)
        raise _template_error(*location, str(error) or type(error).__name__) from error


def replace_invalid_characters(data: object) -> object:
    """Return plain data with characters that are invalid in a page replaced by U+FFFD."""
    match data:
        case str():
            return data if data.isprintable() else data.translate(_UNREADABLE_CHARACTERS)
        case Mapping():
            return {key: replace_invalid_characters(value) for key, value in data.items()}
        case list() | tuple():
            return [replace_invalid_characters(value) for value in data]
    return data


@lru_cache(maxsize=4)
def _jinja_environment(folders: tuple[Path, ...]) -> Environment:
    from jinja2 import FileSystemLoader, StrictUndefined  # 23 ms
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # 26 ms

    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([*map(str, folders)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _error_location(error: BaseException, folders: Iterable[Path]) -> tuple[str, int]:
    """Return the template and the line of an error; "" and 0 if unknown."""
    folder_list = [*folders]
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        path = Path(frame.filename)
        if path.suffix in _SUFFIXES and any(path.is_relative_to(folder) for folder in folder_list):
            return path.name, frame.lineno or 1
    return "", 0


def _template_error(name: str, line: int, reason: str) -> TemplateError:
    if not name:
        return TemplateError(message("cannot fill the template: {why}", why=reason))
    return TemplateError(message("{file}, line {line}: {why}", file=name, line=line, why=reason))
