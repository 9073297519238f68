"""Drawing objectives and exits on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from m44editor.tools.tool import Bench, Tool

LATE = frozenset({"objective", "exit"})
"""The names of the tools that are made when they are first used."""


def late_tool(name: str, bench: Bench) -> Tool:
    """Return one of these tools."""
    if name == "exit":
        from m44editor.tools.goals.exit import ExitTool  # 205 ms

        return ExitTool(bench)
    from m44editor.tools.goals.objective import ObjectiveTool  # 204 ms

    return ObjectiveTool(bench)
