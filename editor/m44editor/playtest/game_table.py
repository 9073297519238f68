"""The table of a game: board, hand, side panel and playback bar."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.rules.game.actions import Action
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import ordered_hexes
from m44core.rules.game.side_names import SIDES
from m44core.rules.game.state import GameState
from m44editor.accessibility.reduced_motion import is_motion_reduced
from m44editor.board.board_view import BoardView
from m44editor.interface_text import language, tr
from m44editor.playtest.board_controller import BoardController
from m44editor.playtest.cards.card_widgets import Card
from m44editor.playtest.cards.cards_in_play import face_down_cards, hand_cards, hand_owner
from m44editor.playtest.cards.hand_view import Curtain, HandView
from m44editor.playtest.game.computer_player import DecisionExplainer
from m44editor.playtest.game.game_log import Trace
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import human_sides
from m44editor.playtest.game.secrecy import Viewer, side_needing_cards
from m44editor.playtest.game.timeline import GameTimeline, Playback
from m44editor.playtest.playback_bars import DEFAULT_SPEED, STEP_DELAYS_MS, PlaybackBar
from m44editor.playtest.side_panel.game_page import GamePage, GamePageContent
from m44editor.theme import art_palette

_PANEL_WIDTH, _NARROW_PANEL_WIDTH = 372, 300  # logical pixels; narrow if the cards need the space
_SMALL_TABLE_WIDTH = 1000  # logical pixels: width of a small table
_MIN_INTERVAL_MS = 40  # minimum milliseconds that a replay shows a moment
_LOOKING_BACK, _PAUSE, _STEPS = "looking back", "pause", "steps"


class GameTable(QWidget):
    """Shows a running game at any of its moments, or a recorded game.

    Signals:
        action_chosen: The action a person chose.
        refreshed: The displayed content has changed.
        replay_left: The user left a recorded game.
    """

    action_chosen = Signal(object)
    refreshed = Signal()
    replay_left = Signal()

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: GameSession | None = None
        self.board = BoardView(scenario.with_labels_in(language()), palette=art_palette())
        self.board_controller = BoardController(self.board)
        self.playback = Playback(self)
        self.playback_bar = PlaybackBar(self.playback)
        self.hand = HandView()
        self.page = GamePage()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.page)
        self.explainer = DecisionExplainer(self)
        self._players: Mapping[Side, str] = {}
        self._seed = ""
        self._teams: Mapping[Side, int] = {}
        self._cards: list[Card] = []
        self._side_alone: Side | None = None  # the side that confirmed that it is alone
        self._side_alone_moment = -1  # the moment of that confirmation or request
        self._side_that_needed_cards: Side | None = (
            None  # the side whose cards the last decision needed
        )
        self._wants_hand = False  # whether a hand was requested without a decision
        self._last_question: object = None  # the last decision asked for
        self._speed_index = DEFAULT_SPEED
        self._user_resized = False  # whether the user resized the side panel
        self._lay_out()
        self.curtain = Curtain(self.hand)
        self.playback.hides_action = self._is_action_hidden
        self._connect()

    # Layout

    def _lay_out(self) -> None:
        board_side = QWidget()
        column = QVBoxLayout(board_side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.playback_bar)
        column.addWidget(self.board, 1)
        column.addWidget(self.hand)
        self.hand.hide()
        self.page.setMinimumWidth(_NARROW_PANEL_WIDTH)
        self._splitter = splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(board_side)
        splitter.addWidget(self.pages)
        splitter.setStretchFactor(0, 1)
        splitter.setCollapsible(1, False)
        splitter.splitterMoved.connect(self._on_resized)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the side panel narrow on a small table, unless the user resized it."""
        super().resizeEvent(event)
        if not self._user_resized:
            column = _NARROW_PANEL_WIDTH if self.width() < _SMALL_TABLE_WIDTH else _PANEL_WIDTH
            self._splitter.setSizes([self.width() - column, column])

    def _on_resized(self) -> None:
        self._user_resized = True

    def _connect(self) -> None:
        self.board_controller.action_chosen.connect(self.action_chosen)
        self.board_controller.selection_changed.connect(self._show_page)
        self.board_controller.refused.connect(self.page.show_message)
        self.page.chosen.connect(self.action_chosen)
        self.page.buttons.pointed_at.connect(self.board_controller.preview)
        self.page.cancel_order.clicked.connect(self.board_controller.cancel_order)
        self.page.log.moment_requested.connect(self.playback.go_to)
        self.page.replay_requested.connect(self.replay)
        self.hand.chosen.connect(self._choose_card)
        self.playback.changed.connect(self.refresh)
        self.explainer.explained.connect(self._show_page)
        self.playback_bar.exit_requested.connect(self.exit_playback)
        self.board.cancelled.connect(lambda: self.board_controller.choose_unit(None))
        self.curtain.clicked.connect(self.hand.ignore_double_click)
        self.curtain.opened.connect(self._open_curtain)
        self.hand.reveal_requested.connect(self.focus_hand)

    # Display

    def show_session(self, session: GameSession) -> None:
        """Show a running game."""
        self.session = session
        self._teams = session.teams
        self._players = session.players
        self._seed = session.seed
        self._side_alone, self._wants_hand = None, False
        self.board_controller.chosen = None
        session.changed.connect(self.playback.refresh)
        self.set_speed(self._speed_index)
        self.pages.setCurrentWidget(self.page)
        self.curtain.hide()  # a curtain for this game has to take the focus
        self.playback.show(session.timeline)

    def show_recorded_game(
        self, timeline: GameTimeline, players: Mapping[Side, str], seed: str
    ) -> None:
        """Show a recorded game from its beginning.

        Args:
            timeline: The game.
            players: The player of each side.
            seed: The seed of the game, to explain decisions of the computer.
        """
        self.session = None
        self._players, self._seed, self._teams = players, seed, {}
        self.pages.setCurrentWidget(self.page)
        self.playback.show(timeline, 0)

    def copy_from(self, other: GameTable) -> None:
        """Take over the game and the moment shown by another table, which then shows no game."""
        playback, timeline = other.playback, other.playback.timeline
        moment = None if playback.is_at_end else playback.moment
        is_playing, chosen_hex = playback.is_playing, other.board_controller.chosen
        self.session, other.session = other.session, None
        self._players, self._teams = other._players, other._teams
        self._seed = other._seed
        self._side_alone, self._side_alone_moment = other._side_alone, other._side_alone_moment
        if self.session:
            self.session.changed.disconnect(playback.refresh)
            self.session.changed.connect(self.playback.refresh)
        playback.show(None)
        self._user_resized = other._user_resized
        self._splitter.setSizes(other._splitter.sizes())
        if timeline is not None:
            self.pages.setCurrentWidget(self.page)
            self.playback.show(timeline, moment)
            self.board_controller.choose_unit(chosen_hex)
            self.playback.set_playing(is_playing)

    def show_scenario(self, scenario: Scenario, page: QWidget) -> None:
        """Show a scenario without a game, with *page* next to the board."""
        self.session = None
        self.pages.setCurrentWidget(page)
        self.playback.show(None)
        self.board_controller.clear()
        self.board.set_scenario(scenario.with_labels_in(language()))

    @property
    def is_now(self) -> bool:
        """Whether the latest moment of a running game is shown."""
        return self.session is not None and self.playback.is_at_end

    @property
    def hides_hands(self) -> bool:
        """Whether two people hide their cards from each other."""
        return self.session is not None and self.session.hides_hands

    def hide_hands(self, is_hidden: bool) -> None:
        """Hide the hands of two people from each other, or stop hiding them."""
        self._side_alone, self._wants_hand = None, False
        if self.session:
            self.session.hide_hands(is_hidden)
        self.refresh()

    @property
    def viewer(self) -> Viewer:
        """The viewer of the screen, who determines what may be shown."""
        side_alone = self._side_alone if self.is_now else None
        return Viewer(self._players, self.hides_hands, side_alone, self.session is not None)

    @property
    def state(self) -> GameState | None:
        """The position on display, as the viewer may see it; None if there is no game."""
        return self.session.visible_state if self.session and self.is_now else self.playback.state

    def refresh(self) -> None:
        """Show the current moment of the playback on the board, the side panel and the hand."""
        state = self.state
        if state is None:
            self.playback_bar.hide()
            self.hand.show_cards([])
        else:
            self._set_paused(_LOOKING_BACK, not self.is_now)
            self._unhide_hand_of_last_person()
            self._hide_hand_after_decision(state)
            self._show_board(state)
            self._request_reason()
            self._show_page()
            self._update_curtain(state)
            self._update_playback_bar(state)
            self._move_focus_to_new_decision(state)
        self.refreshed.emit()

    def restyle(self, layers: VisibleLayers) -> None:
        """Redraw the board with *layers* visible, in the colors of the current theme."""
        self.board.set_style(layers, art_palette())
        self.board_controller.refresh()

    def _request_reason(self) -> None:
        """Look up the reason for the last decision before the moment shown.

        Look up nothing at the latest moment of a running game or during playback.
        """
        timeline = self.playback.timeline
        if self.is_now or timeline is None or self.playback.is_playing:
            self.explainer.clear()
        else:
            self.explainer.explain(timeline, self.playback.moment, self._seed, self.viewer)

    def _show_board(self, state: GameState) -> None:
        session = self._interactive_session()
        actions = session.legal_actions() if session else ()
        if not actions:
            self.board_controller.chosen = None
        orders = frozenset(
            hex_
            for hex_ in (ordered_hexes(state) if actions else ())
            if session and session.cancelable_order_index(self.board.board.name(hex_)) is not None
        )
        self.board_controller.show_state(state, actions, self._traces(), orders)

    def _interactive_session(self) -> GameSession | None:
        """Return the session; None while looking back, or while a hand waits to be revealed."""
        state = self.state if self.is_now else None
        return None if state is None or self._must_cover_hand(state) else self.session

    def _traces(self) -> tuple[Trace, ...]:
        timeline = self.playback.timeline
        if self.is_now and self.session:
            return self.session.traces
        return timeline.log.traces(0, self.playback.moment) if timeline else ()

    def _show_page(self) -> None:
        timeline, state = self.playback.timeline, self.state
        if timeline is None or state is None:
            return
        session, explanation = (self.session if self.is_now else None), self.explainer.explanation
        log = self.session.visible_log if self.session else timeline.log
        self.page.show_moment(
            GamePageContent(
                state,
                self.playback.moment,
                log,
                self._players,
                self.board_controller.choices,
                unit_chosen=self.board_controller.chosen is not None,
                can_cancel_order=self.board_controller.cancellable_hex is not None,
                is_asking=session is not None and session.waits_for_person,
                is_now=self.is_now,
                reason=self._visible_reason(session)
                if session
                else explanation.reason
                if explanation
                else None,
                alternatives=explanation.alternatives if explanation else (),
                teams=self._teams,
            )
        )
        self._show_hand(state)

    def _show_hand(self, state: GameState) -> None:
        people = human_sides(self._players)
        owner = hand_owner(state, people)
        side = state.field.sides[owner]
        if side not in self.viewer.visible_sides(self._latest_state(state)):
            self._cards = face_down_cards(state, owner)
            label = tr("{side}: face-down cards. Click to reveal them.", side=SIDES[side])
            self.hand.show_caption(label if self.is_now else "")
        else:
            self.hand.show_caption("")
            can_keep = self.is_now and state.side in people
            self._cards = hand_cards(
                state, owner, self.board_controller.choices.cards, keeps=can_keep
            )
        self.hand.show_cards(self._cards)

    def _visible_reason(self, session: GameSession) -> Message | None:
        """Return the part of the reason for the computer's last decision that the viewer may see.

        Return None if there is no such part.
        """
        side = session.explained_side
        if side is None or side in self.viewer.visible_sides(session.state):
            return session.reason
        return session.open_reason

    def _latest_state(self, state: GameState) -> GameState:
        """Return the latest position, which decides what is visible.

        Once the game is over, its earlier positions are no longer secret.
        """
        if self.session:
            return self.session.visible_state
        return self.playback.timeline.state if self.playback.timeline else state

    def _is_action_hidden(self, action: Action) -> bool:
        timeline = self.playback.timeline
        return timeline is not None and self.viewer.hides_action(timeline.state, action)

    def _update_playback_bar(self, state: GameState) -> None:
        if self.is_now:
            self.playback_bar.hide()
            return
        last_index = len(self.playback.stops) - 1
        turn = tr("Turn {turn}", turn=state.turn) if state.turn else tr("Before the first turn")
        position = tr("{number} of {all}", number=self.playback.stop_index, all=last_index)
        exit_label = tr("Return to Game") if self.session else tr("Leave Replay")
        self.playback_bar.show_moment(f"{turn} · {position}", exit_label)

    # Two people at one screen

    def _hide_hand_after_decision(self, state: GameState) -> None:
        """Turn the hand face down again after its owner has made the decision that required it."""
        has_decided = (
            self._side_that_needed_cards is not None
            and side_needing_cards(state) is not self._side_that_needed_cards
        )
        if self.is_now and (has_decided or self.playback.moment != self._side_alone_moment):
            still_needs_cards = (
                self._side_that_needed_cards is self._side_alone
                and side_needing_cards(state) is self._side_alone
            )
            self._side_alone = self._side_alone if still_needs_cards else None
            self._side_alone_moment, self._wants_hand = self.playback.moment, False
        if self.is_now:
            self._side_that_needed_cards = side_needing_cards(state)

    def _unhide_hand_of_last_person(self) -> None:
        """Stop hiding the hand of the only person left once that person was alone."""
        if self.session and human_sides(self._players) == {self._side_alone}:
            self.session.hide_hands(False)

    def _update_curtain(self, state: GameState) -> None:
        """Cover the hand while its owner wants or needs to see it but may not be alone."""
        if self._must_cover_hand(state) or (self._wants_hand and self._is_hand_face_down(state)):
            self.curtain.close_for(SIDES[self._hand_owner(state)])
        else:
            self.curtain.hide()

    def _must_cover_hand(self, state: GameState) -> bool:
        """Return whether the next decision needs cards that its maker cannot see yet."""
        side = side_needing_cards(state) if self.is_now else None
        return side in human_sides(self._players) and side not in self.viewer.visible_sides(state)

    def _is_hand_face_down(self, state: GameState) -> bool:
        return self.is_now and self._hand_owner(state) not in self.viewer.visible_sides(state)

    def _hand_owner(self, state: GameState) -> Side:
        """Return the side whose hand is below the board."""
        return state.field.sides[hand_owner(state, human_sides(self._players))]

    def focus_hand(self) -> None:
        """Focus the first playable card, or else the first card.

        If the hand is face down, ask its owner to confirm being alone.
        """
        state = self.state
        if state is not None and self._is_hand_face_down(state):
            self._wants_hand, self._side_alone_moment = True, self.playback.moment
            self._update_curtain(state)
            self.curtain.setFocus()
        elif card := self.hand.first_playable_button() or next(iter(self.hand.cards), None):
            card.focus_card()

    def _open_curtain(self) -> None:
        state = self.state
        self._side_alone = self._hand_owner(state) if state else None
        self._side_alone_moment, self._wants_hand = self.playback.moment, False
        self.refresh()
        self.hand.take_focus()

    # Navigation in time

    def exit_playback(self) -> None:
        """Return to the running game, or leave a recorded game."""
        if self.session is None:
            self.replay_left.emit()
        else:
            self.playback.go_to_end()

    def replay(self) -> None:
        """Play the game back from its beginning."""
        if self.playback.timeline:
            self.playback.go_to(0)
            self.playback.set_playing(True)

    def step_forward(self) -> None:
        """Show the next moment; at the latest moment, let the computer take a step."""
        if not self.is_now:
            self.playback.step(1)
        elif self.session and self.session.waits_for_computer:
            self.session.step()

    def set_speed(self, index: int) -> None:
        """Set the speed of the computer and of replays, as an index of `STEP_DELAYS_MS`."""
        self._speed_index = index
        self.playback.set_interval(
            max(
                STEP_DELAYS_MS[index],
                STEP_DELAYS_MS[0] if is_motion_reduced() else _MIN_INTERVAL_MS,
            )
        )
        if self.session:
            self.session.set_delay(STEP_DELAYS_MS[index])

    def set_user_pause(self, is_paused: bool) -> None:
        """Pause the computer, or let it continue."""
        self._set_paused(_PAUSE, is_paused)

    def set_single_steps(self, enabled: bool) -> None:
        """Turn single steps of the computer on or off."""
        self._set_paused(_STEPS, enabled)

    def _set_paused(self, reason: str, is_paused: bool) -> None:
        if self.session:
            self.session.set_paused(reason, is_paused)

    # Choices

    def _choose_card(self, index: int) -> None:
        actions = self.board_controller.choices.cards.get(self._cards[index].key, ())
        if actions:
            self.board_controller.choose_action(actions, self.hand.menu_position(index))

    def _is_keyboard_shared(self) -> bool:
        return len(human_sides(self._players)) > 1

    def _move_focus_to_new_decision(self, state: GameState) -> None:
        """Move the keyboard focus when a person has a new kind of decision to make."""
        session = self._interactive_session()
        phase_asked = state.phase if session and session.waits_for_person else None
        question_key = phase_asked, state.turn, len(state.handed_cards)
        if question_key == self._last_question:
            return
        self._last_question = question_key
        card, button = self.hand.first_playable_button(), self.page.buttons.first_button()
        if phase_asked in (Phase.PLAY, Phase.COMMISSAR, Phase.KEEP) and card:
            self.hand.take_focus() if self.hides_hands else card.setFocus()
        elif phase_asked in (Phase.AMBUSH, Phase.BATTLE_BACK) and self._is_keyboard_shared():
            self.board.setFocus()  # a second key press of the attacker must not answer
        elif phase_asked in (Phase.AMBUSH, Phase.SECTION, Phase.BATTLE_BACK) and button:
            button.setFocus()
        elif phase_asked is not None:
            self.board.setFocus()
