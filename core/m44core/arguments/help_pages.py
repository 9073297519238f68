"""How the help of a command looks: paragraphs, examples and options, as wide as the terminal."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from m44core.arguments.line_wrapping import cell_width, wrap_text
from m44core.arguments.widths import MARGIN, NARROWEST, WIDEST
from m44core.messages.message import Message, Words, message

Part: TypeAlias = Message | Mapping[str, Message | None]
"""A paragraph, or examples: what is typed, and what is to be said about it."""

_BESIDE = 44  # typed words longer than this do not push the other remarks to the right


def format_help_text(parts: Iterable[Part], told: Words) -> str:
    """Return paragraphs and examples, no line longer than the terminal is wide if it can be."""
    width = _width()
    return "\n\n".join(
        "\n".join(wrap_text(told.render(part), width))
        if isinstance(part, Message)
        else "\n".join(_examples(part, told, width))
        for part in parts
    )


def _examples(examples: Mapping[str, Message | None], told: Words, width: int) -> Iterator[str]:
    yield told.render(message("examples:"))
    lengths = [len(typed) for typed, about in examples.items() if about]
    column = 2 + max((length for length in lengths if length <= _BESIDE), default=0) + 3
    for typed, about in examples.items():
        yield from _example(typed, told.render(about) if about else "", column, width)


def _example(typed: str, about: str, column: int, width: int) -> Iterator[str]:
    """Yield what is typed with the remark beside it, or below where there is no room."""
    line = f"  {typed}"
    if not about:
        yield line
        return
    start = max(column, len(line) + 3)
    if start + cell_width(about) <= width:
        yield f"{line:{start}}{about}"
        return
    yield line
    yield from wrap_text(about, width, " " * 6)


def _width() -> int:
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns - MARGIN))


def help_formatter(told: Words) -> type[argparse.HelpFormatter]:
    """Return what lays out the help in a language; a class, for argparse makes one each time."""

    class Formatter(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            super().__init__(prog, width=_width())

        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[argparse._MutuallyExclusiveGroup],
            prefix: str | None = None,
        ) -> None:
            if prefix is None:
                prefix = told.render(message("usage:")) + " "
            super().add_usage(usage, actions, groups, prefix)

        def start_section(self, heading: str | None) -> None:
            colon = told.render(message("{title}:", title=heading or "")).removesuffix(":")
            super().start_section(heading and colon)

        def _split_lines(self, text: str, width: int) -> list[str]:
            return wrap_text(" ".join(text.split()), width)

        def _get_help_string(self, action: argparse.Action) -> str | None:
            return action.help and action.help.replace("%", "%%")  # no text of ours has names in it

    return Formatter
