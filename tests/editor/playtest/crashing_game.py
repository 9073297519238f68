"""A playtest for a test to kill: plays at intervals and prints the number of actions.

Run as ``python crashing_game.py SCENARIO [SCRIPT]``. Every decision is the first legal action that
is possible, whether or not a question is asked only for secrecy.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44editor.app import make_application, run_until_ended
from m44editor.playtest.game.chance_script import NO_SCRIPT
from m44editor.playtest.game.game_files import load_script
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.playtest.start_page import GameSettings

DECISION_INTERVAL_MS = 40  # milliseconds from one decision to the next


def main() -> int:
    """Play until killed; after each decision, print the number of actions."""
    path, *script_path = map(Path, sys.argv[1:])
    application = make_application()
    scenario = read_file(path).scenario
    assert scenario
    script, _ = load_script(script_path[0]) if script_path else (NO_SCRIPT, "")
    window = PlaytestWindow(scenario, path.name, script=script, path=path)
    window.show()
    window.start(GameSettings(dict.fromkeys(Side, "person"), "7", hides_hands=True))

    def decide() -> None:
        session = window.session
        assert session
        session.choose(next(each for each in session.legal_actions() if not session.is_feint(each)))
        print(session.timeline.length, flush=True)

    timer = QTimer(interval=DECISION_INTERVAL_MS)
    timer.timeout.connect(decide)
    timer.start()
    return run_until_ended(application, window)


sys.exit(main())
