"""Regular expressions of a language, compiled by the build if possible.

Compiling the 900 patterns of a scenario in seven languages took 1,920 of the 3,130 million
instructions of its check. So the build compiles all patterns that a language may need and stores
the resulting codes. A pattern made of these codes equals the one that :func:`re.compile` returns.
The codes are valid only for the same Python, file and modules; otherwise a pattern is compiled on
first use.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # as `re` does; only `codes_of` and `_made_of` use it
import marshal
import re
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from m44core.data_files import BUILT, PACKAGE, checksum_line
from m44core.validation.time_budget import untimed

T = TypeVar("T")

_SOURCE_MODULES = (
    "compiled_patterns",
    "inferred_statements",
    "language_patterns",
    "rule_sentences",
    "tokenizer",
)
_PYTHON = f"{sys.implementation.cache_tag} {sys.byteorder} {_sre.MAGIC} {_sre.CODESIZE}".encode()
_FORMAT = 2  # of marshal: equal data give equal bytes
_TYPECODES = ((1 << 8, "B"), (1 << 16, "H"), (1 << 32, "I"))


class PatternCache:
    """The compiled patterns and word lists of one language, keyed by name.

    Args:
        source: The file of the language; the build may have compiled its patterns.
    """

    def __init__(self, source: Path | None = None) -> None:
        self._source = source
        self._compiled: dict[str, re.Pattern[str]] = {}

    def compiled(self, name: str, make: Callable[[], str], flags: int = 0) -> re.Pattern[str]:
        """Return the compiled pattern *name*; *make* returns its source if the build has none."""
        if name not in self._compiled:
            with untimed():
                self._compiled[name] = self._create(name, make, flags)
        return self._compiled[name]

    def _create(self, name: str, make: Callable[[], str], flags: int) -> re.Pattern[str]:
        built_pattern = self._built(name)
        return re.compile(make(), flags) if built_pattern is None else unpack_pattern(built_pattern)

    def words(self, name: str, make: Callable[[], list[str]]) -> list[str]:
        """Return the list of words *name*; *make* returns it if the build has none."""
        built_words = self._built(name)
        if built_words is None:
            return make()
        words: list[str] = marshal.loads(built_words)
        return words

    def _built(self, name: str) -> bytes | None:
        """Return the built content of a name; None if it was not built."""
        indexes, contents = self._built_content
        index = indexes.get(name)
        return None if index is None else contents[index]

    @cached_property
    def _built_content(self) -> tuple[Mapping[str, int], Sequence[bytes]]:
        """The index of each name, and the contents of the built file; empty if it is not usable."""
        if self._source is None:
            return {}, ()
        try:
            with patterns_path(self._source).open("rb") as file:
                if file.readline() == patterns_stamp(self._source):
                    data: tuple[Mapping[str, int], Sequence[bytes]] = marshal.loads(file.read())
                    return data
        except (OSError, ValueError, EOFError, TypeError):
            pass  # incomplete or damaged
        return {}, ()


class PatternCollector(PatternCache):
    """Compiles patterns and lists words, and collects them in the form the build writes."""

    def __init__(self) -> None:
        super().__init__()
        self.collected: dict[str, bytes] = {}

    def _create(self, name: str, make: Callable[[], str], flags: int) -> re.Pattern[str]:
        """Return a compiled pattern, and collect its codes if they give an equal pattern."""
        pattern = re.compile(make(), flags)
        codes = pack_pattern(pattern, flags)
        if codes and unpack_pattern(codes) == pattern:
            self.collected[name] = codes
        return pattern

    def words(self, name: str, make: Callable[[], list[str]]) -> list[str]:
        """Return the words from *make*, and collect them under their name."""
        words = make()
        self.collected[name] = marshal.dumps(words, _FORMAT)
        return words


def built_content(source: Path, collected_contents: Mapping[str, bytes]) -> bytes:
    """Return the content of the built file for *source*, the file of a language."""
    indexes: dict[bytes, int] = {}
    indexes_by_name = {
        name: indexes.setdefault(patterns, len(indexes))
        for name, patterns in collected_contents.items()
    }
    return patterns_stamp(source) + marshal.dumps((indexes_by_name, list(indexes)), _FORMAT)


def patterns_path(source: Path) -> Path:
    """Return the path of the built file for *source*, the file of a language."""
    return BUILT / source.relative_to(PACKAGE).with_name(f"{source.stem}.patterns.built")


def pack_pattern(pattern: re.Pattern[str], flags: int) -> bytes | None:
    """Return a pattern as bytes for :func:`unpack_pattern`; None if Python hides the codes."""
    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]  # re has no public names for them

        parsed_pattern = _parser.parse(pattern.pattern, flags)
        codes = [int(code) for code in _compiler._code(parsed_pattern, flags)]
    except (AttributeError, ImportError):
        return None
    groups = [""] * parsed_pattern.state.groups
    for name, group in parsed_pattern.state.groupdict.items():
        groups[group] = name
    typecode = next(typecode for limit, typecode in _TYPECODES if max(codes) < limit)
    content = array(typecode, codes).tobytes()
    return marshal.dumps((pattern.pattern, pattern.flags, typecode, content, groups), _FORMAT)


def unpack_pattern(packed_pattern: bytes) -> re.Pattern[str]:
    """Return the pattern that :func:`pack_pattern` packed."""
    pattern, flags, typecode, content, names = marshal.loads(packed_pattern)
    codes: Any = array(typecode)
    codes.frombytes(content)
    numbers = {name: group for group, name in enumerate(names) if name}
    groups = tuple(name or None for name in names)
    compiled: re.Pattern[str] = _sre.compile(
        pattern, flags, codes.tolist(), len(names) - 1, numbers, groups
    )
    return compiled


def patterns_stamp(source: Path) -> bytes:
    """Return the first line of the built file for *source*, the file of a language.

    It changes with the version of Python, the source modules and the file.
    """
    return checksum_line(_code_digest() + source.read_bytes()) + b"\n"


@cache
def _code_digest() -> bytes:
    code = (Path(__file__).with_name(f"{name}.py").read_bytes() for name in _SOURCE_MODULES)
    return b"".join((_PYTHON, *code))
