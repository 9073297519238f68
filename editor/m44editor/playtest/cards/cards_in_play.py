"""The cards on display: a hand, the card in play, and the cards handed out in Overlord."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message_in, name
from m44core.rules.board.hex_grid import TOP
from m44core.rules.cards.card_command import Command
from m44core.rules.cards.command_cards import cards, is_counter_attack, mirrored_card
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.side_names import GENERALS
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.legal_actions import cards_to_keep
from m44core.rules.play.overlord import is_overlord, is_played_by_commander
from m44editor.interface_text import tr, translated
from m44editor.playtest.cards.card_widgets import Card, CardPicture
from m44editor.playtest.cards.hand_view import DIGITS

_CHIEF = name("general", "the commander-in-chief")
_SHORT_LABELS: Mapping[Section | None, Message] = {
    None: message_in("handed out to", "C-in-C"),
    Section.LEFT: message_in("handed out to", "Left"),
    Section.CENTRE: message_in("handed out to", "Center"),
    Section.RIGHT: message_in("handed out to", "Right"),
}


@dataclass(frozen=True)
class HandedCard:
    """A card handed out to a general.

    Attributes:
        card: The card.
        general: The general's section; None for the commander-in-chief.
        is_active: Whether it is being carried out.
    """

    card: Card
    general: Section | None
    is_active: bool

    @property
    def owner(self) -> Message:
        """The owner's name: ``the general on the left``."""
        return _CHIEF if self.general is None else GENERALS[self.general]


def handed_out_cards(state: GameState) -> tuple[HandedCard, ...]:
    """Return the cards of this turn in the order they were handed out (B-VAR-OVL-02).

    The result is empty in games without generals, between turns, and once the game is over.
    """
    if state.result is not None:
        return ()
    pairs = zip(
        state.handed_cards, _commands_of_turn(state), strict=False
    )  # Their Finest Hour has one command per general
    return tuple(_handed_card(state, key, command) for key, command in pairs)


def _commands_of_turn(state: GameState) -> Iterator[Command]:
    """Yield the commands of this turn, those already issued first."""
    yield from (command for command, _ in state.issued)
    if state.command is not None:
        yield state.command
    yield from state.pending_commands


def _handed_card(state: GameState, key: str, command: Command) -> HandedCard:
    is_for_commander, counts_as = is_played_by_commander(command), command.card
    card = Card(
        key,
        copies="" if counts_as == key else counts_as,
        playable=True,
        from_top=state.active == TOP,
        overlord=True,
    )
    current_command = state.command
    is_active = current_command is command or (
        is_for_commander and current_command is not None and current_command.card == counts_as
    )
    return HandedCard(card, None if is_for_commander else command.general, is_active)


class HandedOutCards(QWidget):
    """Shows the cards handed out side by side, with their owners; the active one is marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Cards handed out"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addStretch()
        self._card_views: list[_HandedCardView] = []
        self.hide()

    def show_cards(self, handed_cards: Sequence[HandedCard]) -> None:
        """Show the cards; hide the widget if there are none."""
        while len(self._card_views) < len(handed_cards):
            self._card_views.append(_HandedCardView(self))
            self._row.insertWidget(self._row.count() - 1, self._card_views[-1])
        for index, card_view in enumerate(self._card_views):
            card_view.setVisible(index < len(handed_cards))
            if index < len(handed_cards):
                card_view.show_card(handed_cards[index])
        self.setAccessibleDescription("; ".join(map(_handed_card_text, handed_cards)))
        self.setVisible(bool(handed_cards))


class _HandedCardView(QWidget):
    """One card with its owner below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture, self._owner = CardPicture(), QLabel()
        self._owner.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._owner)

    def show_card(self, handed_card: HandedCard) -> None:
        """Show a card."""
        self._picture.show_card(handed_card.card)
        owner_label = translated(_SHORT_LABELS[handed_card.general])
        self._owner.setText(f"▶ {owner_label}" if handed_card.is_active else owner_label)
        self._owner.setToolTip(_handed_card_text(handed_card))
        font = self._owner.font()
        font.setBold(handed_card.is_active)
        self._owner.setFont(font)


def _handed_card_text(handed_card: HandedCard) -> str:
    if handed_card.is_active:
        return tr(
            "{card} for {owner}, being played now",
            card=handed_card.card.name,
            owner=handed_card.owner,
        )
    return tr("{card} for {owner}", card=handed_card.card.name, owner=handed_card.owner)


def hand_owner(state: GameState, human_sides: Collection[Side]) -> int:
    """Return the player whose hand is shown: the only human player, else the player to act.

    A retreat needs no cards, so the hand does not change for it.
    """
    if len(human_sides) == 1:
        (side,) = human_sides
        return state.field.player(side)
    return 1 - state.active if state.phase is Phase.AMBUSH else state.active


def hand_cards(
    state: GameState, player: int, actions_by_card: Mapping[str, Sequence[Action]], *, keeps: bool
) -> list[Card]:
    """Return a player's hand for display, with the card under the Commissar token last.

    Args:
        state: The position.
        player: The player.
        actions_by_card: The actions of the cards that can be chosen now.
        keeps: Whether the drawn cards come first, if one of them must be kept now.
    """
    sort_order = {key: number for number, key in enumerate(cards())}
    keys_to_keep = cards_to_keep(state) if keeps and state.phase is Phase.KEEP else ()
    sorted_keys = [
        *sorted(keys_to_keep, key=sort_order.__getitem__),
        *sorted(state.hands[player], key=sort_order.__getitem__),
    ]
    cards_under_token = [state.token] if state.token and player == state.field.commissar else []
    return [
        Card(
            key,
            copies=copied_card(state, player) if is_counter_attack(key) else "",
            digit=f"{position}" if position <= DIGITS else "",
            playable=key in actions_by_card and (not keys_to_keep or position <= len(keys_to_keep)),
            from_top=player == TOP,
            overlord=is_overlord(state.field),
            under_token=position > len(sorted_keys),
            orders_nobody=any(
                _would_end_turn(state, action) for action in actions_by_card.get(key, ())
            ),
        )
        for position, key in enumerate(sorted_keys + cards_under_token, start=1)
    ]


def _would_end_turn(state: GameState, action: Action) -> bool:
    """Return whether playing a card would end the turn without ordering any unit."""
    if state.phase is not Phase.PLAY or not isinstance(action, Play) or is_overlord(state.field):
        return False
    after = state.clone()
    apply_action(after, action)
    return after.phase in (Phase.DRAW, Phase.KEEP) or after.active != state.active


def face_down_cards(state: GameState, player: int) -> list[Card]:
    """Return the player's hand as face-down cards."""
    return [Card("")] * state.held_card_count(player)


def copied_card(state: GameState, player: int) -> str:
    """Return the card a Counter-Attack counts as; "" if there is none to copy (B-CARD-CNT)."""
    command = state.last_commands[1 - player]
    return mirrored_card(command.card) if command else ""


def card_on_table(state: GameState) -> Card | None:
    """Return the card in play; None if there is none.

    In Overlord, it is the card of the general who is giving orders.
    """
    if is_overlord(state.field):
        return next(
            (handed_card.card for handed_card in handed_out_cards(state) if handed_card.is_active),
            None,
        )
    counts_as = state.command.card if state.command else ""
    card = state.card or counts_as
    if not card or state.result is not None:
        return None
    copies = counts_as if counts_as != card else ""
    return Card(card, copies=copies, playable=True, from_top=state.active == TOP)
