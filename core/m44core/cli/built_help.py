"""The help of ``m44`` as the build laid it out, in every language and for every width.

Python takes 40 million instructions to start, and loading what lays the help out another 200. So
the build keeps it, with what it was made of; where any of that is another, it is laid out anew.
"""

from __future__ import annotations

import marshal
import os
import sys
from zlib import compress, crc32, decompress

from m44core.arguments.widths import MARGIN, NARROWEST, WIDEST
from m44core.language_tags import language_of_environment, language_of_tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ASKED = (["-h"], ["--help"], ["help"])
_PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 -- pathlib takes 40 million
_FILE = ("_built", "help.built")
_SOURCES = (
    *(("version.py",), ("cli", "main.py"), ("cli", "shared_options.py"), ("cli", "built_help.py")),
    *(("arguments", "help_pages.py"), ("arguments", "line_wrapping.py")),
    *(("arguments", "parser.py"), ("arguments", "widths.py")),
    *(("messages", "languages.yaml"), ("messages", "words.py"), ("messages", "message.py")),
)
_COLOURED = (3, 14)  # from then on argparse paints its help
_USUAL = 80
_OTHERWISE = ("COLUMNS", "M44_LOG")  # of the environment: with these it is not the usual help


def print_built_help(words: list[str]) -> bool:
    """Print the help if it is all that is asked for, and was built; tell whether it is printed."""
    if words not in _ASKED or not _is_usual():
        return False
    try:
        text = _built(os.environ, _width())
        if not text:
            return False
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # it is a file
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, ValueError, EOFError, TypeError, AttributeError, LookupError):
        return False  # the usual way complains of what is wrong
    return True


def form_to_build(tags: Mapping[str, str], helps: Mapping[str, Mapping[int, str]]) -> bytes:
    """Return what the build writes: help by the code of its language and by its width."""
    made = {code: compress(marshal.dumps(dict(each), 2), 9) for code, each in helps.items()}
    stamps = {code: stamp_of_help(code) for code in helps}
    return marshal.dumps((dict(tags), stamps, made), 2)


def path_of_help() -> str:
    """Return where the build puts the help."""
    return os.path.join(_PACKAGE, *_FILE)  # noqa: PTH118 -- as above


def is_built(codes: Sequence[str]) -> bool:
    """Tell whether the help in some languages is built of what is there now."""
    try:
        stamps = _file()[1]
        return stamps == {code: stamp_of_help(code) for code in codes}
    except (OSError, ValueError, EOFError, TypeError):
        return False


def stamp_of_help(code: str) -> int:
    """Return a checksum of all that the help in a language is made of, and of Python."""
    found = crc32(repr(sys.version_info[:3]).encode())
    for source in (*_SOURCES, ("messages", "locale", code, "m44.mo")):
        path = os.path.join(_PACKAGE, *source)  # noqa: PTH118 -- as above
        if os.path.exists(path):  # noqa: PTH110 -- as above
            with open(path, "rb") as file:  # noqa: PTH123 -- as above
                found = crc32(file.read(), found)
    return found


def _file() -> tuple[Mapping[str, str], Mapping[str, int], Mapping[str, bytes]]:
    with open(path_of_help(), "rb") as file:  # noqa: PTH123 -- as above
        found: tuple[Mapping[str, str], Mapping[str, int], Mapping[str, bytes]]
        found = marshal.loads(file.read())
        return found


def _built(environment: Mapping[str, str], width: int) -> str:
    """Return the help in the language of the environment; "" where it was not built."""
    tags, stamps, made = _file()
    own = environment.get("M44_LANGUAGE", "")
    code = language_of_tag(own, tags) if own else language_of_environment(environment, tags) or "en"
    if code not in made or stamps[code] != stamp_of_help(code):
        return ""
    texts: Mapping[int, str] = marshal.loads(decompress(made[code]))
    return texts[width]


def _is_usual() -> bool:
    """Tell whether the help looks as it was built here; only Windows names languages otherwise."""
    apart = sys.platform == "win32" or sys.version_info >= _COLOURED
    return not apart and not any(map(os.environ.get, _OTHERWISE)) and sys.stdout is not None


def _width() -> int:
    """Return how wide the lines are, as :mod:`shutil` finds out where nothing names it."""
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]  # tried: there may be none
    except (AttributeError, OSError, ValueError):
        columns = 0
    return max(NARROWEST, min(WIDEST, (columns or _USUAL) - MARGIN))
