"""The layout of help: paragraphs, examples and options, wrapped to the terminal."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from m44core.arguments.help_widths import MARGIN, MAX_WIDTH, MIN_WIDTH
from m44core.arguments.line_wrapping import cell_width, wrap_text
from m44core.messages.message import Message, Renderer, message

Part: TypeAlias = Message | Mapping[str, Message | None]
"""A paragraph, or examples: each command line with a remark about it, or None."""

_MAX_ALIGNED_WIDTH = 44  # longer command lines do not push the other remarks to the right


def format_help_text(parts: Iterable[Part], renderer: Renderer) -> str:
    """Return paragraphs and examples as text, wrapped to the terminal width where possible."""
    width = _help_width()
    return "\n\n".join(
        "\n".join(wrap_text(renderer.render(part), width))
        if isinstance(part, Message)
        else "\n".join(_example_lines(part, renderer, width))
        for part in parts
    )


def _example_lines(
    examples: Mapping[str, Message | None], renderer: Renderer, width: int
) -> Iterator[str]:
    yield renderer.render(message("examples:"))
    lengths = [len(command) for command, remark in examples.items() if remark]
    column = 2 + max((length for length in lengths if length <= _MAX_ALIGNED_WIDTH), default=0) + 3
    for command, remark in examples.items():
        text = renderer.render(remark) if remark else ""
        yield from _example_entry_lines(command, text, column, width)


def _example_entry_lines(command: str, remark: str, column: int, width: int) -> Iterator[str]:
    """Yield a command line with its remark next to it, or below it if the line is too narrow."""
    line = f"  {command}"
    if not remark:
        yield line
        return
    start = max(column, len(line) + 3)
    if start + cell_width(remark) <= width:
        yield f"{line:{start}}{remark}"
        return
    yield line
    yield from wrap_text(remark, width, " " * 6)


def _help_width() -> int:
    return max(MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size().columns - MARGIN))


def help_formatter(renderer: Renderer) -> type[argparse.HelpFormatter]:
    """Return the formatter class of argparse for help in a language."""

    class Formatter(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            super().__init__(prog, width=_help_width())

        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[argparse._MutuallyExclusiveGroup],
            prefix: str | None = None,
        ) -> None:
            if prefix is None:
                prefix = renderer.render(message("usage:")) + " "
            super().add_usage(usage, actions, groups, prefix)

        def start_section(self, heading: str | None) -> None:
            colon = renderer.render(message("{title}:", title=heading or "")).removesuffix(":")
            super().start_section(heading and colon)

        def _split_lines(self, text: str, width: int) -> list[str]:
            return wrap_text(" ".join(text.split()), width)

        def _get_help_string(self, action: argparse.Action) -> str | None:
            return action.help and action.help.replace(
                "%", "%%"
            )  # help texts have no argparse placeholders

    return Formatter
