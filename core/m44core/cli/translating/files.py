"""Which files of translators the arguments of a command stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from m44core.translate.exchange.formats import TEMPLATE, format_of


def translators_files(arguments: Iterable[str]) -> Iterator[Path]:
    """Yield the files of translators that files and folders stand for, without templates."""
    for argument in map(Path, arguments):
        if argument.is_dir():
            for path in sorted(argument.rglob("*")):
                if path.is_file() and format_of(path) and path.suffix.lower() != TEMPLATE:
                    yield path
        elif format_of(argument):
            yield argument
