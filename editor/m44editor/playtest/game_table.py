"""Everything of a game that is on the screen: board, hand, column, and the way through time."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from m44core.catalogue.types import Side
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
from m44editor.playtest.cards.cards_in_play import cards_face_down, hand_cards, hand_owner
from m44editor.playtest.cards.hand_view import Curtain, HandView
from m44editor.playtest.game.computer_player import DecisionExplainer
from m44editor.playtest.game.game_log import Trace
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import human_sides
from m44editor.playtest.game.secrecy import Viewer, side_needing_cards
from m44editor.playtest.game.timeline import GameTimeline, Playback
from m44editor.playtest.playback_bars import DEFAULT_SPEED, STEP_DELAYS_MS, PlaybackBar
from m44editor.playtest.side_panel.game_page import GamePage, PageContent
from m44editor.theme import art_palette

_COLUMN, _NARROW = 372, 300  # logical pixels; narrow where the cards need the room
_SMALL = 1000  # logical pixels: tables that are narrower
_QUICKEST = 40  # milliseconds a moment of a replay is shown at least
_LOOKING, _PAUSE, _STEPS = "looking back", "pause", "steps"


class GameTable(QWidget):
    """Shows a game that is played, at any of its moments, or one that was recorded.

    Signals:
        decided: The action a person chose.
        shown: Something else is on the screen.
        left: The way out of a recorded game was taken.
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
        self._alone: Side | None = None  # who said that he is alone, where hands are hidden
        self._since = -1  # how many actions were done when he said so, or wanted to see his hand
        self._needed: Side | None = None  # whose cards the decision shown last needed
        self._wants_hand = False  # whether a hand was asked for that no decision needs
        self._asked: object = None  # what the person had to do last
        self._pace = DEFAULT_SPEED
        self._divided = False  # whether a person chose how wide the column is
        self._lay_out()
        self.curtain = Curtain(self.hand)
        self.playback.hides_action = self._conceals
        self._connect()

    # What is there

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.playback_bar)
        column.addWidget(self.board, 1)
        column.addWidget(self.hand)
        self.hand.hide()
        self.page.setMinimumWidth(_NARROW)
        self._splitter = splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(left)
        splitter.addWidget(self.pages)
        splitter.setStretchFactor(0, 1)
        splitter.setCollapsible(1, False)
        splitter.splitterMoved.connect(self._note_division)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the cards the room they need, unless the column was made wider by hand."""
        super().resizeEvent(event)
        if not self._divided:
            column = _NARROW if self.width() < _SMALL else _COLUMN
            self._splitter.setSizes([self.width() - column, column])

    def _note_division(self) -> None:
        self._divided = True

    def _connect(self) -> None:
        self.board_controller.action_chosen.connect(self.action_chosen)
        self.board_controller.selection_changed.connect(self._show_page)
        self.board_controller.refused.connect(self.page.show_message)
        self.page.chosen.connect(self.action_chosen)
        self.page.log.moment_requested.connect(self.playback.go_to)
        self.page.replay_requested.connect(self.replay)
        self.hand.chosen.connect(self._choose_card)
        self.playback.changed.connect(self.refresh)
        self.explainer.explained.connect(self._show_page)
        self.playback_bar.exit_requested.connect(self.back_to_now)
        self.board.cancelled.connect(lambda: self.board_controller.choose_unit(None))
        self.curtain.clicked.connect(self.hand.ignore_double_click)
        self.curtain.opened.connect(self._open_curtain)
        self.hand.reveal_requested.connect(self.focus_hand)

    # What is shown

    def show_session(self, session: GameSession) -> None:
        """Show a game that is played."""
        self.session = session
        self._teams = session.teams
        self._players = session.players
        self._seed = session.seed
        self._alone, self._wants_hand = None, False
        self.board_controller.chosen = None
        session.changed.connect(self.playback.refresh)
        self.set_speed(self._pace)
        self.pages.setCurrentWidget(self.page)
        self.curtain.hide()  # one for this game takes the keyboard, which the last page had
        self.playback.show(session.timeline)

    def show_recorded_game(
        self, film: GameTimeline, players: Mapping[Side, str], seed: str
    ) -> None:
        """Show a recorded game from its beginning."""
        self.session = None
        self._players, self._seed, self._teams = players, seed, {}
        self.pages.setCurrentWidget(self.page)
        self.playback.show(film, 0)

    def copy_from(self, before: GameTable) -> None:
        """Show what another shows, at the same moment; that one shows no game any more."""
        viewing, film = before.playback, before.playback.timeline
        moment = None if viewing.is_at_end else viewing.moment
        playing, chosen = viewing.is_playing, before.board_controller.chosen
        self.session, before.session = before.session, None
        self._players, self._teams = before._players, before._teams
        self._seed = before._seed
        self._alone, self._since = before._alone, before._since
        if self.session:
            self.session.changed.disconnect(viewing.refresh)
            self.session.changed.connect(self.playback.refresh)
        viewing.show(None)
        self._divided = before._divided
        self._splitter.setSizes(before._splitter.sizes())
        if film is not None:
            self.pages.setCurrentWidget(self.page)
            self.playback.show(film, moment)
            self.board_controller.choose_unit(chosen)
            self.playback.play(playing)

    def show_scenario(self, scenario: Scenario, page: QWidget) -> None:
        """Show no game, but a scenario with another page beside it."""
        self.session = None
        self.pages.setCurrentWidget(page)
        self.playback.show(None)
        self.board_controller.clear()
        self.board.set_scenario(scenario.with_labels_in(language()))

    @property
    def is_now(self) -> bool:
        """Whether the latest moment of a game that is played is on the screen."""
        return self.session is not None and self.playback.is_at_end

    @property
    def hides_hands(self) -> bool:
        """Whether two people hide their cards from each other."""
        return self.session is not None and self.session.hides_hands

    def hide_hands(self, hidden: bool) -> None:
        """Let two people hide their cards from each other, or no longer."""
        self._alone, self._wants_hand = None, False
        if self.session:
            self.session.hide_hands(hidden)
        self.refresh()

    @property
    def viewer(self) -> Viewer:
        """Who is before the screen: what may be shown depends on it."""
        alone = self._alone if self.is_now else None
        return Viewer(self._players, self.hides_hands, alone, self.session is not None)

    @property
    def state(self) -> GameState | None:
        """The game at the moment shown, as everybody may see it; None where none is shown."""
        return self.session.visible_state if self.session and self.is_now else self.playback.state

    def refresh(self) -> None:
        """Show the moment the viewing has come to."""
        state = self.state
        if state is None:
            self.playback_bar.hide()
            self.hand.show_cards([])
        else:
            self._hold(_LOOKING, not self.is_now)
            self._note_who_is_alone(state)
            self._show_board(state)
            self._ask_why()
            self._show_page()
            self._show_curtain(state)
            self._show_bar(state)
            self._lead_keyboard(state)
        self.refreshed.emit()

    def restyle(self, show: VisibleLayers) -> None:
        """Draw in the colours of the present theme."""
        self.board.set_style(show, art_palette())
        self.board_controller.refresh()

    def _ask_why(self) -> None:
        """Ask why the last decision before the moment was made, where one looks back at it."""
        film = self.playback.timeline
        if self.is_now or film is None or self.playback.is_playing:
            self.explainer.clear()
        else:
            self.explainer.explain(film, self.playback.moment, self._seed, self.viewer)

    def _show_board(self, state: GameState) -> None:
        session = self._session_that_asks()
        actions = session.legal_actions() if session else ()
        if not actions:
            self.board_controller.chosen = None
        orders = frozenset(
            hex_
            for hex_ in (ordered_hexes(state) if actions else ())
            if session and session.order_number(self.board.board.name(hex_)) is not None
        )
        self.board_controller.show_state(state, actions, self._traces(), orders)

    def _session_that_asks(self) -> GameSession | None:
        """Return the game if a person may decide something in it at the moment shown."""
        state = self.state if self.is_now else None
        return None if state is None or self._is_covered(state) else self.session

    def _traces(self) -> tuple[Trace, ...]:
        film = self.playback.timeline
        if self.is_now and self.session:
            return self.session.traces
        return film.log.traces(0, self.playback.moment) if film else ()

    def _show_page(self) -> None:
        film, state = self.playback.timeline, self.state
        if film is None or state is None:
            return
        session, why = (self.session if self.is_now else None), self.explainer.explanation
        report = self.session.visible_log if self.session else film.log
        self.page.show_moment(
            PageContent(
                state,
                self.playback.moment,
                report,
                self._players,
                self.board_controller.choices,
                unit_chosen=self.board_controller.chosen is not None,
                is_asking=session is not None and session.waits_for_person,
                is_now=self.is_now,
                reason=self._reason(session) if session else why.reason if why else None,
                alternatives=why.alternatives if why else (),
                teams=self._teams,
            )
        )
        self._show_hand(state)

    def _show_hand(self, state: GameState) -> None:
        people = human_sides(self._players)
        owner = hand_owner(state, people)
        side = state.field.sides[owner]
        if side not in self.viewer.visible_sides(self._latest(state)):
            self._cards = cards_face_down(state, owner)
            words = tr("{side}: cards face down. Click to ask to see them.", side=SIDES[side])
            self.hand.setToolTip(words if self.is_now else "")
        else:
            self.hand.setToolTip("")
            keeps = self.is_now and state.side in people
            self._cards = hand_cards(state, owner, self.board_controller.choices.cards, keeps=keeps)
        self.hand.show_cards(self._cards)

    def _reason(self, session: GameSession) -> Message | None:
        """Return why the computer did what it did last, as far as whoever looks may know of it."""
        side = session.explained_side
        if side is None or side in self.viewer.visible_sides(session.state):
            return session.reason
        return session.open_reason

    def _latest(self, state: GameState) -> GameState:
        """Return the game as it stands: once it is over, nothing of its past is secret."""
        if self.session:
            return self.session.visible_state
        return self.playback.timeline.state if self.playback.timeline else state

    def _conceals(self, action: Action) -> bool:
        film = self.playback.timeline
        return film is not None and self.viewer.hides_action(film.state, action)

    def _show_bar(self, state: GameState) -> None:
        if self.is_now:
            self.playback_bar.hide()
            return
        last = len(self.playback.stops) - 1
        turn = tr("Turn {turn}", turn=state.turn) if state.turn else tr("Before the first turn")
        place = tr("{number} of {all}", number=self.playback.stop_index, all=last)
        way_out = tr("Back to the game") if self.session else tr("Leave the replay")
        self.playback_bar.show_moment(f"{turn} · {place}", way_out)

    # Two people at one screen

    def _note_who_is_alone(self, state: GameState) -> None:
        """Lay the hand face down again once its owner has decided what he needed it for."""
        decided = self._needed is not None and side_needing_cards(state) is not self._needed
        if self.is_now and (decided or self.playback.moment != self._since):
            still = self._needed is self._alone and side_needing_cards(state) is self._alone
            self._alone = self._alone if still else None
            self._since, self._wants_hand = self.playback.moment, False
        if self.is_now:
            self._needed = side_needing_cards(state)

    def _show_curtain(self, state: GameState) -> None:
        """Cover the hand where somebody has to see it, or wants to, who is not alone yet."""
        if self._is_covered(state) or (self._wants_hand and self._is_face_down(state)):
            self.curtain.close_for(SIDES[self._owner(state)])
        else:
            self.curtain.hide()

    def _is_covered(self, state: GameState) -> bool:
        """Tell whether the next decision waits for somebody who cannot see his cards."""
        side = side_needing_cards(state) if self.is_now else None
        return side in human_sides(self._players) and side not in self.viewer.visible_sides(state)

    def _is_face_down(self, state: GameState) -> bool:
        return self.is_now and self._owner(state) not in self.viewer.visible_sides(state)

    def _owner(self, state: GameState) -> Side:
        """Return whose hand lies below the board."""
        return state.field.sides[hand_owner(state, human_sides(self._players))]

    def focus_hand(self) -> None:
        """Lead the keyboard to the cards; where they lie face down, ask their owner to be alone."""
        state = self.state
        if state is not None and self._is_face_down(state):
            self._wants_hand, self._since = True, self.playback.moment
            self._show_curtain(state)
            self.curtain.setFocus()
        elif card := self.hand.first_playable() or next(iter(self.hand.cards), None):
            card.focus_card()

    def _open_curtain(self) -> None:
        state = self.state
        self._alone = self._owner(state) if state else None
        self._since, self._wants_hand = self.playback.moment, False
        self.refresh()
        self.hand.take_focus()

    # Through time

    def back_to_now(self) -> None:
        """Return to the game, or leave a recorded one."""
        if self.session is None:
            self.replay_left.emit()
        else:
            self.playback.go_to_end()

    def replay(self) -> None:
        """Play the game that is shown from its beginning."""
        if self.playback.timeline:
            self.playback.go_to(0)
            self.playback.play(True)

    def step_forward(self) -> None:
        """Show the next moment; now, let the computer take its next step."""
        if not self.is_now:
            self.playback.step(1)
        elif self.session and self.session.waits_for_computer:
            self.session.step()

    def set_speed(self, number: int) -> None:
        """Let the computer and replays go on at another speed."""
        self._pace = number
        self.playback.set_interval(
            max(STEP_DELAYS_MS[number], STEP_DELAYS_MS[0] if is_motion_reduced() else _QUICKEST)
        )
        if self.session:
            self.session.set_delay(STEP_DELAYS_MS[number])

    def set_pause(self, paused: bool) -> None:
        """Let the computer wait, or go on."""
        self._hold(_PAUSE, paused)

    def set_steps(self, steps: bool) -> None:
        """Let the computer wait before every step, or no longer."""
        self._hold(_STEPS, steps)

    def _hold(self, why: str, held: bool) -> None:
        if self.session:
            self.session.hold(why, held)

    # What is chosen

    def _choose_card(self, number: int) -> None:
        ways = self.board_controller.choices.cards.get(self._cards[number].key, ())
        if ways:
            self.board_controller.choose_action(ways, self.hand.menu_position(number))

    def _share_keyboard(self) -> bool:
        return len(human_sides(self._players)) > 1

    def _lead_keyboard(self, state: GameState) -> None:
        """Put the keyboard where a person has something else to do than before."""
        session = self._session_that_asks()
        asked = state.phase if session and session.waits_for_person else None
        now = asked, state.turn, len(state.handed_cards)
        if now == self._asked:
            return
        self._asked = now
        card, button = self.hand.first_playable(), self.page.buttons.first()
        if asked in (Phase.PLAY, Phase.COMMISSAR, Phase.KEEP) and card:
            self.hand.take_focus() if self.hides_hands else card.setFocus()
        elif asked in (Phase.AMBUSH, Phase.BATTLE_BACK) and self._share_keyboard():
            self.board.setFocus()  # a key the attacker pressed twice answers nothing
        elif asked in (Phase.AMBUSH, Phase.SECTION, Phase.BATTLE_BACK) and button:
            button.setFocus()
        elif asked is not None:
            self.board.setFocus()
