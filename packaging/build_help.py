"""Write the built help of ``m44`` to standard output.

``build_hook.py`` runs this; it lays out the help of the core in this checkout, in the languages
that have changed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from m44core.arguments.help_widths import MARGIN, MAX_WIDTH, MIN_WIDTH
from m44core.cli.built_help import built_help_bytes, current_built_help
from m44core.cli.main import program_help
from m44core.messages.languages import codes_by_tag, languages


def _help_at_width(width: int, code: str) -> str:
    os.environ["COLUMNS"] = str(width + MARGIN)
    return program_help(code)


if __name__ == "__main__":
    help_by_language = current_built_help(list(languages()))
    for code in languages().keys() - help_by_language.keys():
        help_by_language[code] = {
            w: _help_at_width(w, code) for w in range(MIN_WIDTH, MAX_WIDTH + 1)
        }
    in_fixed_order = {code: help_by_language[code] for code in languages()}  # reproducible
    sys.stdout.buffer.write(built_help_bytes(codes_by_tag(), in_fixed_order))
