"""The prebuilt help of ``m44``, in every language and for every width.

Starting Python takes 40 million instructions, and laying out the help another 200 million. So the
build stores the help with a checksum of its sources; if a source has changed, the help is laid out
again.
"""

from __future__ import annotations

import marshal
import os
import sys
from zlib import compress, crc32, decompress

from m44core.arguments.help_widths import MARGIN, MAX_WIDTH, MIN_WIDTH
from m44core.language_tags import language_of_environment, language_of_tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HELP_ARGUMENTS = (["-h"], ["--help"], ["help"])
_PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 -- pathlib takes 40 million
_BUILT_FILE = ("_built", "help.built")
_SOURCES = (
    *(("version.py",), ("cli", "main.py"), ("cli", "shared_options.py"), ("cli", "built_help.py")),
    *(("arguments", "help_pages.py"), ("arguments", "line_wrapping.py")),
    *(("arguments", "parser.py"), ("arguments", "help_widths.py")),
    *(("messages", "languages.yaml"), ("messages", "renderers.py"), ("messages", "message.py")),
)
_COLOURED_SINCE = (3, 14)  # from then on argparse paints its help
_DEFAULT_COLUMNS = 80
_AFFECTING_VARIABLES = (
    "COLUMNS",
    "M44_LOG",
)  # of the environment: with these it is not the usual help


def print_built_help(arguments: list[str]) -> bool:
    """Print the built help if only help is requested and the file is current.

    Return whether it was printed.
    """
    if arguments not in _HELP_ARGUMENTS or not _does_default_help_apply():
        return False
    try:
        text = _help_for_environment(os.environ, _line_width())
        if not text:
            return False
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # it is a file
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, ValueError, EOFError, TypeError, AttributeError, LookupError):
        return False  # the normal way reports what is wrong
    return True


def built_help_bytes(
    tags: Mapping[str, str], help_by_language: Mapping[str, Mapping[int, str]]
) -> bytes:
    """Return the content of the built help file, from the help by language code and width."""
    help_data = {
        code: compress(marshal.dumps(dict(each), 2), 9) for code, each in help_by_language.items()
    }
    checksums = {code: help_checksum(code) for code in help_by_language}
    return marshal.dumps((dict(tags), checksums, help_data), 2)


def built_help_path() -> str:
    """Return the path of the built help."""
    return os.path.join(_PACKAGE, *_BUILT_FILE)  # noqa: PTH118 -- as above


def is_help_up_to_date(codes: Sequence[str]) -> bool:
    """Return whether the built help in these languages matches its current sources."""
    try:
        checksums = _read_built_file()[1]
        return checksums == {code: help_checksum(code) for code in codes}
    except (OSError, ValueError, EOFError, TypeError):
        return False


def current_built_help(codes: Sequence[str]) -> dict[str, Mapping[int, str]]:
    """Return the built help, keyed by language, in the languages whose sources have not changed."""
    try:
        _, checksums, help_by_code = _read_built_file()
        current_codes = [
            code
            for code in codes
            if code in help_by_code and checksums[code] == help_checksum(code)
        ]
        return {code: marshal.loads(decompress(help_by_code[code])) for code in current_codes}
    except (OSError, ValueError, EOFError, TypeError, LookupError):
        return {}


def help_checksum(code: str) -> int:
    """Return a checksum of the sources of the help in a language, and of the Python version."""
    checksum = crc32(repr(sys.version_info[:3]).encode())
    for source in (*_SOURCES, ("messages", "locale", code, "m44.mo")):
        path = os.path.join(_PACKAGE, *source)  # noqa: PTH118 -- as above
        if os.path.exists(path):  # noqa: PTH110 -- as above
            with open(path, "rb") as file:  # noqa: PTH123 -- as above
                checksum = crc32(file.read(), checksum)
    return checksum


def _read_built_file() -> tuple[Mapping[str, str], Mapping[str, int], Mapping[str, bytes]]:
    with open(built_help_path(), "rb") as file:  # noqa: PTH123 -- as above
        content: tuple[Mapping[str, str], Mapping[str, int], Mapping[str, bytes]]
        content = marshal.loads(file.read())
        return content


def _help_for_environment(environment: Mapping[str, str], width: int) -> str:
    """Return the help in the language of the environment; "" if it is missing or outdated."""
    tags, checksums, help_by_code = _read_built_file()
    own_language = environment.get("M44_LANGUAGE", "")
    code = (
        language_of_tag(own_language, tags)
        if own_language
        else language_of_environment(environment, tags) or "en"
    )
    if code not in help_by_code or checksums[code] != help_checksum(code):
        return ""
    texts: Mapping[int, str] = marshal.loads(decompress(help_by_code[code]))
    return texts[width]


def _does_default_help_apply() -> bool:
    """Return whether the default help applies.

    It does not on Windows, under a Python that colors help, or if an environment variable changes
    the help.
    """
    is_unsupported = sys.platform == "win32" or sys.version_info >= _COLOURED_SINCE
    return (
        not is_unsupported
        and not any(map(os.environ.get, _AFFECTING_VARIABLES))
        and sys.stdout is not None
    )


def _line_width() -> int:
    """Return the line width, as :mod:`shutil` determines it without ``COLUMNS``."""
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]  # tried: there may be none
    except (AttributeError, OSError, ValueError):
        columns = 0
    return max(MIN_WIDTH, min(MAX_WIDTH, (columns or _DEFAULT_COLUMNS) - MARGIN))
