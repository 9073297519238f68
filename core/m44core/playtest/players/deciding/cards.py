"""Deciding about cards: which to keep, to put down, in which section, at whom."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.catalogue.command_cards import Effect
from m44core.playtest.players.cards_worth import Table
from m44core.playtest.players.deciding.choosing import best_of, ending
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.reinforcing import drop_worth
from m44core.rules.cards.command_cards import is_ambush
from m44core.rules.game.actions import Action, ChooseSection, Keep, Play, PutDown, Target


def kept_card(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Keep the card that is worth most as the units stand, or usually."""
    table = Table(judgement)

    def worth(keep: Keep) -> float:
        if is_ambush(keep.card):
            return 2.0
        found = table.prospect(Play(keep.card))
        return found.worth + found.kept

    return best_of([action for action in actions if isinstance(action, Keep)], worth)


def put_down_card(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Put the card under the token that is worth most as the units stand, or usually."""
    table = Table(judgement)

    def worth(put: PutDown) -> float:
        found = table.prospect(Play(put.card))
        return found.worth + found.kept

    return best_of([action for action in actions if isinstance(action, PutDown)], worth)


def chosen_section(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Name the section whose units gain most."""
    command = judgement.position.command
    assert command is not None
    section = Table(judgement).section(command, Play(command.card))
    chosen = ChooseSection(section.name.lower()) if section is not None else actions[0]
    return chosen if chosen in actions else actions[0]


def paid_figure(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Take the figure from the unit that misses it least: the one with most (SO-ATTRITION)."""
    position = judgement.position
    targets = [action for action in actions if isinstance(action, Target)]
    index = position.field.grid.index
    return best_of(targets, lambda t: float(position.figures[position.unit_at[index[t.hex]]]))


def next_target(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Name the next unit to attack, or the one that is best healed."""
    position, table = judgement.position, Table(judgement)
    command = position.command
    assert command is not None
    targets = [action for action in actions if isinstance(action, Target)]
    index = position.field.grid.index
    if command.effect is Effect.SHARED_MEDICS:
        return best_of(targets, lambda t: table.figure_back(position.unit_at[index[t.hex]]))
    if command.strike is None:
        dice = position.cards_held(judgement.player) + 1
        return best_of(targets, lambda t: table.healing(position.unit_at[index[t.hex]], dice))
    group = table.strike(command)[len(position.targets) :]
    if not group:
        return ending(actions)
    chosen = Target(position.field.grid.names[position.place[group[0]]])
    return (
        chosen
        if chosen in targets
        else best_of(targets, lambda t: table.strike_worth(command, position.unit_at[index[t.hex]]))
    )


def aim_of_drop(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Aim where most of the hexes around are good places for those who fall."""
    worth = drop_worth(judgement, judgement.position.falling[0])
    targets = [action for action in actions if isinstance(action, Target)]
    return best_of(targets, lambda target: worth(target.hex))
