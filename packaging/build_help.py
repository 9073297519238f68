"""Write the built help of ``m44`` to standard output.

``build_hook.py`` runs this; it lays out the help of the core in this checkout.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from m44core.arguments.widths import MARGIN, MAX_WIDTH, MIN_WIDTH
from m44core.cli.built_help import pack_help
from m44core.cli.main import full_help
from m44core.messages.languages import codes_by_tag, languages


def _help_at_width(width: int, code: str) -> str:
    os.environ["COLUMNS"] = str(width + MARGIN)
    return full_help(code)


if __name__ == "__main__":
    helps = {
        code: {width: _help_at_width(width, code) for width in range(MIN_WIDTH, MAX_WIDTH + 1)}
        for code in languages()
    }
    sys.stdout.buffer.write(pack_help(codes_by_tag(), helps))
