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
from m44editor.playtest.board_controller import BoardPlay
from m44editor.playtest.cards.card_widgets import Card
from m44editor.playtest.cards.cards_in_play import cards_face_down, cards_shown, hand_owner
from m44editor.playtest.cards.hand_view import Curtain, Hand
from m44editor.playtest.game.computer_player import Hindsight
from m44editor.playtest.game.game_log import Trace
from m44editor.playtest.game.game_session import Session
from m44editor.playtest.game.players import people_among
from m44editor.playtest.game.secrecy import Looking, needs_cards
from m44editor.playtest.game.timeline import Film, Viewing
from m44editor.playtest.playback_bars import PACES, USUAL, FilmBar
from m44editor.playtest.side_panel.game_page import GamePage, Shown
from m44editor.theme import art_palette

_COLUMN, _NARROW = 372, 300  # logical pixels; narrow where the cards need the room
_SMALL = 1000  # logical pixels: tables that are narrower
_QUICKEST = 40  # milliseconds a moment of a replay is shown at least
_LOOKING, _PAUSE, _STEPS = "looking back", "pause", "steps"


class Table(QWidget):
    """Shows a game that is played, at any of its moments, or one that was recorded.

    Signals:
        decided: The action a person chose.
        shown: Something else is on the screen.
        left: The way out of a recorded game was taken.
    """

    decided = Signal(object)
    shown = Signal()
    left = Signal()

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.board = BoardView(scenario.with_labels_in(language()), palette=art_palette())
        self.play = BoardPlay(self.board)
        self.viewing = Viewing(self)
        self.bar = FilmBar(self.viewing)
        self.hand = Hand()
        self.page = GamePage()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.page)
        self.hindsight = Hindsight(self)
        self._players: Mapping[Side, str] = {}
        self._seed = ""
        self._teams: Mapping[Side, int] = {}
        self._cards: list[Card] = []
        self._alone: Side | None = None  # who said that he is alone, where hands are hidden
        self._since = -1  # how many actions were done when he said so, or wanted to see his hand
        self._needed: Side | None = None  # whose cards the decision shown last needed
        self._wants_hand = False  # whether a hand was asked for that no decision needs
        self._asked: object = None  # what the person had to do last
        self._pace = USUAL
        self._divided = False  # whether a person chose how wide the column is
        self._lay_out()
        self.curtain = Curtain(self.hand)
        self.viewing.conceals = self._conceals
        self._connect()

    # What is there

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
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
        self.play.decided.connect(self.decided)
        self.play.changed.connect(self._show_page)
        self.play.refused.connect(self.page.tell)
        self.page.chosen.connect(self.decided)
        self.page.log.wanted.connect(self.viewing.go_to)
        self.page.watch.connect(self.watch)
        self.hand.chosen.connect(self._choose_card)
        self.viewing.moved.connect(self.refresh)
        self.hindsight.found.connect(self._show_page)
        self.bar.left.connect(self.back_to_now)
        self.board.cancelled.connect(lambda: self.play.choose_unit(None))
        self.curtain.clicked.connect(self.hand.rest)
        self.curtain.opened.connect(self._open_curtain)
        self.hand.wanted.connect(self.look_at_hand)

    # What is shown

    def show_session(self, session: Session) -> None:
        """Show a game that is played."""
        self.session = session
        self._teams = session.teams
        self._players = session.players
        self._seed = session.seed
        self._alone, self._wants_hand = None, False
        self.play.chosen = None
        session.changed.connect(self.viewing.refresh)
        self.set_pace(self._pace)
        self.pages.setCurrentWidget(self.page)
        self.curtain.hide()  # one for this game takes the keyboard, which the last page had
        self.viewing.show(session.film)

    def show_film(self, film: Film, players: Mapping[Side, str], seed: str) -> None:
        """Show a recorded game from its beginning."""
        self.session = None
        self._players, self._seed, self._teams = players, seed, {}
        self.pages.setCurrentWidget(self.page)
        self.viewing.show(film, 0)

    def take_over(self, before: Table) -> None:
        """Show what another shows, at the same moment; that one shows no game any more."""
        viewing, film = before.viewing, before.viewing.film
        moment = None if viewing.is_at_end else viewing.moment
        playing, chosen = viewing.is_playing, before.play.chosen
        self.session, before.session = before.session, None
        self._players, self._teams = before._players, before._teams
        self._seed = before._seed
        self._alone, self._since = before._alone, before._since
        if self.session:
            self.session.changed.disconnect(viewing.refresh)
            self.session.changed.connect(self.viewing.refresh)
        viewing.show(None)
        self._divided = before._divided
        self._splitter.setSizes(before._splitter.sizes())
        if film is not None:
            self.pages.setCurrentWidget(self.page)
            self.viewing.show(film, moment)
            self.play.choose_unit(chosen)
            self.viewing.play(playing)

    def show_scenario(self, scenario: Scenario, page: QWidget) -> None:
        """Show no game, but a scenario with another page beside it."""
        self.session = None
        self.pages.setCurrentWidget(page)
        self.viewing.show(None)
        self.play.show_nothing()
        self.board.set_scenario(scenario.with_labels_in(language()))

    @property
    def is_now(self) -> bool:
        """Whether the latest moment of a game that is played is on the screen."""
        return self.session is not None and self.viewing.is_at_end

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
    def looking(self) -> Looking:
        """Who is before the screen: what may be shown depends on it."""
        alone = self._alone if self.is_now else None
        return Looking(self._players, self.hides_hands, alone, self.session is not None)

    @property
    def state(self) -> GameState | None:
        """The game at the moment shown, as everybody may see it; None where none is shown."""
        return self.session.asked_state if self.session and self.is_now else self.viewing.state

    def refresh(self) -> None:
        """Show the moment the viewing has come to."""
        state = self.state
        if state is None:
            self.bar.hide()
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
        self.shown.emit()

    def restyle(self, show: VisibleLayers) -> None:
        """Draw in the colours of the present theme."""
        self.board.set_style(show, art_palette())
        self.play.refresh()

    def _ask_why(self) -> None:
        """Ask why the last decision before the moment was made, where one looks back at it."""
        film = self.viewing.film
        if self.is_now or film is None or self.viewing.is_playing:
            self.hindsight.forget()
        else:
            self.hindsight.look(film, self.viewing.moment, self._seed, self.looking)

    def _show_board(self, state: GameState) -> None:
        session = self._session_that_asks()
        actions = session.legal_actions() if session else ()
        if not actions:
            self.play.chosen = None
        orders = frozenset(
            hex_
            for hex_ in (ordered_hexes(state) if actions else ())
            if session and session.order_of(self.board.board.name(hex_)) is not None
        )
        self.play.show_state(state, actions, self._traces(), orders)

    def _session_that_asks(self) -> Session | None:
        """Return the game if a person may decide something in it at the moment shown."""
        state = self.state if self.is_now else None
        return None if state is None or self._is_covered(state) else self.session

    def _traces(self) -> tuple[Trace, ...]:
        film = self.viewing.film
        if self.is_now and self.session:
            return self.session.traces
        return film.report.traces(0, self.viewing.moment) if film else ()

    def _show_page(self) -> None:
        film, state = self.viewing.film, self.state
        if film is None or state is None:
            return
        session, why = (self.session if self.is_now else None), self.hindsight.why
        report = self.session.asked_report if self.session else film.report
        self.page.show_moment(
            Shown(
                state,
                self.viewing.moment,
                report,
                self._players,
                self.play.choices,
                unit_chosen=self.play.chosen is not None,
                asks=session is not None and session.waits_for_person,
                is_now=self.is_now,
                reason=self._reason(session) if session else why.reason if why else None,
                besides=why.besides if why else (),
                teams=self._teams,
            )
        )
        self._show_hand(state)

    def _show_hand(self, state: GameState) -> None:
        people = people_among(self._players)
        owner = hand_owner(state, people)
        side = state.field.sides[owner]
        if side not in self.looking.may_see(self._latest(state)):
            self._cards = cards_face_down(state, owner)
            words = tr("{side}: cards face down. Click to ask to see them.", side=SIDES[side])
            self.hand.setToolTip(words if self.is_now else "")
        else:
            self.hand.setToolTip("")
            keeps = self.is_now and state.side in people
            self._cards = cards_shown(state, owner, self.play.choices.cards, keeps=keeps)
        self.hand.show_cards(self._cards)

    def _reason(self, session: Session) -> Message | None:
        """Return why the computer did what it did last, as far as whoever looks may know of it."""
        side = session.explained
        if side is None or side in self.looking.may_see(session.state):
            return session.reason
        return session.open_reason

    def _latest(self, state: GameState) -> GameState:
        """Return the game as it stands: once it is over, nothing of its past is secret."""
        if self.session:
            return self.session.asked_state
        return self.viewing.film.state if self.viewing.film else state

    def _conceals(self, action: Action) -> bool:
        film = self.viewing.film
        return film is not None and self.looking.conceals(film.state, action)

    def _show_bar(self, state: GameState) -> None:
        if self.is_now:
            self.bar.hide()
            return
        last = len(self.viewing.stops) - 1
        turn = tr("Turn {turn}", turn=state.turn) if state.turn else tr("Before the first turn")
        place = tr("{number} of {all}", number=self.viewing.place, all=last)
        way_out = tr("Back to the game") if self.session else tr("Leave the replay")
        self.bar.show_moment(f"{turn} · {place}", way_out)

    # Two people at one screen

    def _note_who_is_alone(self, state: GameState) -> None:
        """Lay the hand face down again once its owner has decided what he needed it for."""
        decided = self._needed is not None and needs_cards(state) is not self._needed
        if self.is_now and (decided or self.viewing.moment != self._since):
            still = self._needed is self._alone and needs_cards(state) is self._alone
            self._alone = self._alone if still else None
            self._since, self._wants_hand = self.viewing.moment, False
        if self.is_now:
            self._needed = needs_cards(state)

    def _show_curtain(self, state: GameState) -> None:
        """Cover the hand where somebody has to see it, or wants to, who is not alone yet."""
        if self._is_covered(state) or (self._wants_hand and self._is_face_down(state)):
            self.curtain.close_for(SIDES[self._owner(state)])
        else:
            self.curtain.hide()

    def _is_covered(self, state: GameState) -> bool:
        """Tell whether the next decision waits for somebody who cannot see his cards."""
        side = needs_cards(state) if self.is_now else None
        return side in people_among(self._players) and side not in self.looking.may_see(state)

    def _is_face_down(self, state: GameState) -> bool:
        return self.is_now and self._owner(state) not in self.looking.may_see(state)

    def _owner(self, state: GameState) -> Side:
        """Return whose hand lies below the board."""
        return state.field.sides[hand_owner(state, people_among(self._players))]

    def look_at_hand(self) -> None:
        """Lead the keyboard to the cards; where they lie face down, ask their owner to be alone."""
        state = self.state
        if state is not None and self._is_face_down(state):
            self._wants_hand, self._since = True, self.viewing.moment
            self._show_curtain(state)
            self.curtain.setFocus()
        elif card := self.hand.first() or next(iter(self.hand.cards), None):
            card.look_at()

    def _open_curtain(self) -> None:
        state = self.state
        self._alone = self._owner(state) if state else None
        self._since, self._wants_hand = self.viewing.moment, False
        self.refresh()
        self.hand.take_keyboard()

    # Through time

    def back_to_now(self) -> None:
        """Return to the game, or leave a recorded one."""
        if self.session is None:
            self.left.emit()
        else:
            self.viewing.go_to_end()

    def watch(self) -> None:
        """Play the game that is shown from its beginning."""
        if self.viewing.film:
            self.viewing.go_to(0)
            self.viewing.play(True)

    def forward(self) -> None:
        """Show the next moment; now, let the computer take its next step."""
        if not self.is_now:
            self.viewing.step(1)
        elif self.session and self.session.waits_for_computer:
            self.session.step()

    def set_pace(self, number: int) -> None:
        """Let the computer and replays go on at another speed."""
        self._pace = number
        self.viewing.set_pace(max(PACES[number], PACES[0] if is_motion_reduced() else _QUICKEST))
        if self.session:
            self.session.set_pace(PACES[number])

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
        ways = self.play.choices.cards.get(self._cards[number].key, ())
        if ways:
            self.play.ask(ways, self.hand.place_of(number))

    def _share_keyboard(self) -> bool:
        return len(people_among(self._players)) > 1

    def _lead_keyboard(self, state: GameState) -> None:
        """Put the keyboard where a person has something else to do than before."""
        session = self._session_that_asks()
        asked = state.phase if session and session.waits_for_person else None
        now = asked, state.turn, len(state.handed_cards)
        if now == self._asked:
            return
        self._asked = now
        card, button = self.hand.first(), self.page.buttons.first()
        if asked in (Phase.PLAY, Phase.COMMISSAR, Phase.KEEP) and card:
            self.hand.take_keyboard() if self.hides_hands else card.setFocus()
        elif asked in (Phase.AMBUSH, Phase.BATTLE_BACK) and self._share_keyboard():
            self.board.setFocus()  # a key the attacker pressed twice answers nothing
        elif asked in (Phase.AMBUSH, Phase.SECTION, Phase.BATTLE_BACK) and button:
            button.setFocus()
        elif asked is not None:
            self.board.setFocus()
