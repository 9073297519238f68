"""All texts of the playtest are translated, and fit in any language."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from tests.editor.interface_texts import (
    InterfaceText,
    run_at_twice_the_size,
    texts_cut_off,
    untranslated_texts,
)
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    LEFT,
    TWO_PEOPLE,
    WATCHING,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
    skirmish,
)
from tests.editor.playtest.test_overlord import ADJACENT_UNITS, overlord
from tests.editor.playtest.test_tactic_cards import scenario_with_free_air_drop

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.rules.game.phases import Phase
from m44editor.interface_language import switch_language
from m44editor.panels.keys_dialog import KeysDialog
from m44editor.playtest.playtest_dialogs import show_keys_dialog, show_warning
from m44editor.playtest.playtest_window import PlaytestWindow

pytestmark = pytest.mark.usefixtures("pseudo_language")

MIN_WINDOW_SIZE = (1024, 700)
CLASH = (
    "  e4: {unit: american-infantry}\n  f4: {unit: american-armor}\n"
    "  g4: {unit: american-artillery}\n  h4: {unit: american-infantry}\n"
    "  E5: {unit: german-infantry}\n  F5: {unit: german-armor, obstacle: sandbags}\n"
    "  G5: {unit: german-infantry, obstacle: wire}\n  H5: {unit: german-artillery}\n"
)
OVERRUN = "".join(
    f"  {name}: {{unit: {unit}}}\n"
    for unit, names in {
        "american-armor": ("e4", "f4", "g4"),
        "german-infantry": ("E5", "F5", "G5", "e6"),
        "german-artillery": ("d6", "f6"),
    }.items()
    for name in names
)
BOARDS: Mapping[str, Callable[[], Scenario]] = {
    "overlord": lambda: overlord(ADJACENT_UNITS),
    "airdrop": lambda: scenario_with_free_air_drop(read_shipped_scenario("sainte-mere-eglise")),
}
USUAL_PHASES = {Phase.PLAY, Phase.ORDER, Phase.MOVE, Phase.BATTLE, Phase.RETREAT}
MAX_DECISIONS = 260  # decisions of one game
_SETTLING_ROUNDS = 5  # rounds of Qt until rows within columns have their places


def small_window(player: PlaytestDriver) -> PlaytestWindow:
    player.window.resize(*MIN_WINDOW_SIZE)
    QApplication.processEvents()
    return player.window


def faulty_texts(window: QWidget, *allowed_words: str) -> list[InterfaceText | str]:
    """Return the untranslated texts, and those that do not fit."""
    for _ in range(_SETTLING_ROUNDS):
        QApplication.processEvents()
    return [*untranslated_texts(window, *allowed_words), *texts_cut_off(window)]


def texts_without_translation(window: PlaytestWindow) -> tuple[str, ...]:
    """Return the texts that are not translated: the title, the file name and the status line."""
    return (window.board.scenario.title, "game.m44", window.status_label.text())


def kind_of_moment(window: PlaytestWindow) -> tuple[object, ...]:
    """Return a key for the kind of moment, so that each kind is checked once."""
    session = window.session
    assert session
    state = session.state
    strikes = state.command is not None and state.command.strike is not None
    return state.phase, state.side, window.chosen is not None, strikes, bool(state.targets)


def play_at_random(
    player: PlaytestDriver,
    seed: int,
    on_new_prompt: Callable[[], None],
    max_decisions: int = MAX_DECISIONS,
) -> set[Phase]:
    """Make random decisions; call *on_new_prompt* whenever a new kind of prompt appears.

    Return the phases in which it was called.
    """
    rng, seen, phases = random.Random(seed), set[tuple[object, ...]](), set[Phase]()
    window = player.window
    for _ in range(max_decisions):
        player.qtbot.waitUntil(lambda: player.session.waits_for_person or is_over(player))
        if is_over(player):
            break
        if window.choices.units and rng.random() < 0.5:
            window.table.board_controller.choose_unit(
                rng.choice(sorted(window.choices.units, key=str))
            )
        if (now := kind_of_moment(window)) not in seen:
            seen.add(now)
            phases.add(player.state.phase)
            on_new_prompt()
        window.carry_out(rng.choice(player.session.legal_actions()))
    on_new_prompt()
    return phases


def has_advanced(player: PlaytestDriver, before: int) -> bool:
    return player.session.timeline.length > before


def is_over(player: PlaytestDriver) -> bool:
    return player.state.result is not None


SCENARIOS: Mapping[str, Callable[[], Scenario]] = {
    "standard": lambda: read_shipped_scenario("pegasus-bridge"),
    "beach": lambda: read_shipped_scenario("sword-beach"),
    "overlord": lambda: overlord(ADJACENT_UNITS),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_start_page_is_translated_and_fits(open_playtest: OpenPlaytest, name: str) -> None:
    player = open_playtest(SCENARIOS[name]())
    window = small_window(player)
    window.start_page.choose_players(TWO_PEOPLE)
    window.start_page.variants.rulings_button.click()
    assert faulty_texts(window, *texts_without_translation(window)) == []


@pytest.mark.parametrize(
    ("scenario", "teams", "seed", "phases"),
    [
        (
            CLASH,
            (1, 1),
            2,
            {*USUAL_PHASES, Phase.SECTION, Phase.AMBUSH, Phase.TAKE_GROUND, Phase.KEEP},
        ),
        (CLASH, (3, 2), 2, {*USUAL_PHASES, Phase.SECTION, Phase.KEEP}),
        (OVERRUN, (1, 1), 5, {Phase.BATTLE, Phase.TAKE_GROUND, Phase.OVERRUN}),
        ("airdrop", (1, 1), 4, {Phase.AIM}),
        ("overlord", (1, 1), 5, USUAL_PHASES),
    ],
    ids=["clash", "in-teams", "overrun", "airdrop", "overlord"],
)
def test_every_prompt_is_translated_and_fits(
    open_playtest: OpenPlaytest,
    scenario: str,
    teams: tuple[int, int],
    seed: int,
    phases: set[Phase],
) -> None:
    player = open_playtest(BOARDS[scenario]() if scenario in BOARDS else skirmish(scenario))
    window = small_window(player)
    for side, size in zip((Side.ALLIES, Side.AXIS), teams, strict=True):
        window.start_page.teams.boxes[side].choose(size)
    player.start(TWO_PEOPLE, seed=str(seed))
    text_problems: list[InterfaceText | str] = []
    prompts = play_at_random(
        player,
        seed,
        lambda: text_problems.extend(faulty_texts(window, *texts_without_translation(window))),
    )
    assert prompts >= phases
    assert text_problems == []


def test_the_computer_states_its_reasons(open_playtest: OpenPlaytest, pegasus: Scenario) -> None:
    player = open_playtest(pegasus)
    window = small_window(player)
    player.start({**AGAINST_AXIS, Side.AXIS: "sergeant"})
    window.set_single_steps(True)
    text_problems: list[InterfaceText | str] = []
    reasons = 0
    for _ in range(60):
        if player.session.waits_for_person:
            window.carry_out(player.session.legal_actions()[-1])
        else:
            before = player.session.timeline.length
            window.table.step_forward()
            player.qtbot.waitUntil(partial(has_advanced, player, before))
        if window.game_page.reason.isVisible():
            reasons += 1
            text_problems += faulty_texts(window, *texts_without_translation(window))
    assert reasons > 5
    assert text_problems == []


def test_replays_are_translated_and_fit(open_playtest: OpenPlaytest, pegasus: Scenario) -> None:
    player = open_playtest(pegasus)
    window = small_window(player)
    player.start(WATCHING)
    player.qtbot.waitUntil(lambda: player.session.timeline.length > 60)
    window.table.playback.go_to(30)
    assert window.table.playback_bar.isVisible()
    assert faulty_texts(window, *texts_without_translation(window)) == []


def test_the_curtain_is_translated_and_fits(open_playtest: OpenPlaytest, pegasus: Scenario) -> None:
    player = open_playtest(pegasus)
    window = small_window(player)
    window.start_page.choose_players(TWO_PEOPLE)
    window.start_page.curtain.click()
    QTest.mouseClick(window.start_page.start, LEFT)
    assert window.table.curtain.isVisible()
    assert faulty_texts(window.table.curtain) == []


def test_message_boxes_are_translated(
    open_playtest: OpenPlaytest, pegasus: Scenario, tmp_path: Path
) -> None:
    player = open_playtest(pegasus)
    window = small_window(player)
    show_keys_dialog(window)
    show_warning(window, "⟦⟧")
    (tmp_path / "a.txt").write_text("march\n", encoding="utf-8")
    window.open_replay(tmp_path / "a.txt")
    window.open_game(tmp_path / "none.txt")
    boxes = [*window.findChildren(QMessageBox), *window.findChildren(KeysDialog)]
    assert len(boxes) == 4
    of_file = "march", "a.txt", "none.txt", str(tmp_path)
    for box in boxes:
        assert faulty_texts(box, *of_file) == []
        box.close()


def test_every_command_is_translated(open_playtest: OpenPlaytest, pegasus: Scenario) -> None:
    window = open_playtest(pegasus).window
    actions = window.actions_by_name.values()
    assert all(isinstance(action, QAction) and "⟦" in action.text() for action in actions)


def test_everything_fits_at_twice_the_resolution() -> None:
    """Runs only the game that has nearly all prompts; the texts do not depend on the size."""
    checks_of_size = "fit or reasons or boxes"
    other_games = "in-teams or overrun or airdrop or every_prompt and overlord"
    selection = f"({checks_of_size}) and not (twice or {other_games})"
    assert run_at_twice_the_size(__file__, "-k", selection) == ""


# Another language amid a game


def test_a_game_continues_in_another_language(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(skirmish(CLASH))
    small_window(player)
    player.start(TWO_PEOPLE, seed="1")
    player.play_any_card()
    before, session, actions = player.window, player.session, list(player.session.timeline.actions)
    switch_language("fr")
    player.window = before.recreate()
    assert player.session is session
    assert session.timeline.actions == actions
    assert not before.isVisible()
    assert player.window.isVisible()
    assert player.window.geometry() == before.geometry()
    assert player.window.game_page.prompt.text() == "Cliquez sur les unités à activer."
    assert any(line.startswith("Les Alliés jouent ") for line in player.log)
    player.session.choose(player.session.legal_actions()[0])
    assert player.window.game_page.log.count() == len(session.log.lines)
    player.window.undo()
    assert list(session.timeline.actions) == actions


def test_the_computer_continues_thinking_when_the_language_changes(
    open_playtest: OpenPlaytest, pegasus: Scenario
) -> None:
    player = open_playtest(pegasus)
    player.start(WATCHING)
    player.qtbot.waitUntil(lambda: player.session.timeline.length > 20)
    player.window = player.window.recreate()
    length = player.session.timeline.length
    player.qtbot.waitUntil(lambda: player.session.timeline.length > length)
    assert player.window.table.playback.moment == player.session.timeline.length


def test_a_past_moment_stays_shown_in_another_language(
    open_playtest: OpenPlaytest, pegasus: Scenario
) -> None:
    player = open_playtest(pegasus)
    player.start(WATCHING)
    player.qtbot.waitUntil(lambda: player.session.timeline.length > 40)
    player.window.table.playback.go_to(17)
    player.window = player.window.recreate()
    assert player.window.table.playback.moment == 17
    assert player.window.table.playback_bar.isVisible()


def test_a_fitted_board_stays_fitted_in_another_language(
    open_playtest: OpenPlaytest, pegasus: Scenario
) -> None:
    player = open_playtest(pegasus)
    player.start(WATCHING)
    for zoom_in, is_fitted in ((False, True), (True, False)):
        if zoom_in:
            player.window.board.zoom_in()
        scale = player.window.board.requested_scale
        player.window = player.window.recreate()
        QApplication.processEvents()
        assert player.window.board.requested_scale == scale
        assert (scale is None) == is_fitted


def test_start_settings_stay_in_another_language(
    open_playtest: OpenPlaytest, pegasus: Scenario
) -> None:
    player = open_playtest(pegasus)
    page = player.window.start_page
    page.choose_players({Side.ALLIES: "general", Side.AXIS: "person"})
    page.seed.setText("17")
    page.variants.boxes["tactic_cards"].click()
    page.variants.plateau.setCurrentIndex(1)
    chosen_settings = page.settings
    player.window = player.window.recreate()
    assert player.window.start_page.settings == chosen_settings
