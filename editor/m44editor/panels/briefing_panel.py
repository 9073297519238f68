"""The briefing panel: players, cards, medals, dates, front, special rules and expansions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.board import Face
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.m44.m44_format import META_KEYS
from m44core.io.vocabulary.m44_rules import M44_PREFIX
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import Message, message, message_in
from m44core.model import scenario_parts
from m44core.model.credits import (
    AUTHOR,
    NUMBER,
    author_of,
    license_key,
    license_of,
    printed_number_of,
    with_author,
    with_license,
    with_printed_number,
)
from m44core.model.edits import change_face, set_player, swap_players
from m44core.model.game_position import GamePosition
from m44core.model.required_packs import Pack, Packs, listable_boxes
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FACES, Briefing, Extra, FirstPlayer, Player
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import tr, translated
from m44editor.panels.display_names import (
    PACK_NAMES,
    RULE_NAMES,
    SIDE_NAMES,
    SIDE_OPTIONS,
    name_options,
)
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Control,
    Day,
    Field,
    Flag,
    Json,
    Number,
    OpenChoice,
    Option,
    Section,
    TextLine,
    unknown_keys_section,
)
from m44editor.panels.forms.form import FormPanel
from m44editor.panels.panel_dock import NO_ENTRANCE
from m44editor.panels.properties.selected_pieces import SelectedHexes
from m44editor.panels.special_rule_fields import (
    addable_rule_options,
    rule_sections,
    rules_without_form,
    with_foreign_value,
    with_new_rule,
    without_rule,
)

MAX_CARDS = 20
MAX_MEDALS = 20
NOT_STATED = SIDE_NAMES[None]
T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)


class PositionBar(QWidget):
    """Shows the state of the game; visible only if the scenario is a position in a game.

    Attributes:
        label: The turn, the side and the medals.
        discard_button: Discards the state of the game and keeps only the scenario.
    """

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.discard_button = QPushButton(tr("Discard Game"), self)
        self.discard_button.setToolTip(
            tr(
                "Keep only the board: medals gained and cards in hand are removed, and the "
                "game starts from turn 1"
            )
        )
        self.discard_button.clicked.connect(self._discard_game)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 2)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.discard_button)
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the game in the current scenario; hide the bar if there is none."""
        position = self._document.scenario.position
        self.setHidden(position is None)
        if position is not None:
            text = message(
                "A game is in progress: turn {turn}, {side}. Medals: Axis {axis}, Allies {allies}.",
                turn=position.turn,
                side=SIDE_NAMES[position.side],
                axis=position.medals.get(Side.AXIS, 0),
                allies=position.medals.get(Side.ALLIES, 0),
            )
            self.label.setText(translated(text))

    def _discard_game(self) -> None:
        scenario = replace(self._document.scenario, position=None)
        self._document.edit(message("Discard Game"), scenario)


class BriefingPanel(FormPanel):
    """Shows and edits the scenario data that is not on the board."""

    def __init__(
        self,
        document: Document,
        selection: Selection | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, parent)
        self._selection = selection
        self.form.setAccessibleName(tr("Briefing"))
        self.swap_button = QPushButton(tr("Swap Players"), self)
        self.swap_button.setToolTip(
            tr("Move each player, with cards and medals, to the opposite edge of the board")
        )
        self.swap_button.clicked.connect(self._swap)
        self.add_button = QToolButton(self)
        self.add_button.setText(tr("Add Special Rule"))
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu = QMenu(self.add_button)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.add_button.setMenu(self._menu)
        self.position = PositionBar(document, self)
        self._lay_out()
        if selection:
            selection.changed.connect(self._on_selection_changed)
        self.connect_document()

    def _lay_out(self) -> None:
        for button in (self.swap_button, self.add_button):
            button.setProperty(NO_ENTRANCE, True)  # Space would swap the players
        buttons = FlowLayout()
        buttons.setContentsMargins(10, 8, 10, 2)
        buttons.addWidget(self.swap_button)
        buttons.addWidget(self.add_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.position)
        layout.addLayout(buttons)
        layout.addWidget(self.form, 1)

    def _is_affected(self, before: Scenario, after: Scenario) -> bool:
        return _shown_parts(before) != _shown_parts(after)

    def _refresh(self) -> None:
        self.position.refresh()
        self.form.show_sections(briefing_sections(self._document.scenario, self._selected_hexes()))

    def _on_selection_changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _selected_hexes(self) -> tuple[Hex, ...] | None:
        """Return the selected hexes, row by row.

        None if the panel was created without a selection.
        """
        if self._selection is None:
            return None
        return SelectedHexes.from_hexes(self._document.scenario, self._selection.hexes).hexes

    def _swap(self) -> None:
        self._document.edit(message("Swap Players"), swap_players(self._document.scenario))

    def _fill_menu(self) -> None:
        self._menu.clear()
        for rule in addable_rule_options(self._document.scenario):
            action = self._menu.addAction(rule.text, partial(self._add_rule, rule.value))
            action.setToolTip(translated(rule.tip))
        self._menu.addSeparator()
        stated_rules = self._document.scenario.briefing.special_rules.stated
        for key, label in RULE_NAMES.items():
            if key not in stated_rules:
                self._menu.addAction(translated(label), partial(self._add_rule, key))
        self._menu.addSeparator()
        self._menu.addAction(tr("Other Rule…"), self._ask_for_rule)

    def _ask_for_rule(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(tr("Add Special Rule"))
        dialog.setLabelText(
            tr("Name of the rule in the file, such as {word}:", word="must_have_unit_exit")
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(self._add_rule)
        dialog.open()

    def _add_rule(self, key: str) -> None:
        key = key.strip()
        declaration = declarations().by_m44(key) or declarations().by_key(key)
        key = declaration.key if declaration else key
        if key in {
            rule.value for rule in addable_rule_options(self._document.scenario)
        } or self._is_rule_absent(key):
            hexes = self._selected_hexes() or ()
            after, pointer = with_new_rule(self._document.scenario, key, hexes)
            self._document.edit(message("Add Special Rule"), after)
            self.form.show_field(pointer)

    def _is_rule_absent(self, key: str) -> bool:
        """Return whether the scenario has no special rule with this key; False for an empty key."""
        stated_rules = self._document.scenario.briefing.special_rules.stated
        return bool(key) and key not in stated_rules


def _shown_parts(scenario: Scenario) -> tuple[Briefing, Packs, Face, GamePosition | None, Extra]:
    """Return the parts of a scenario that the panel shows."""
    return (
        scenario.briefing,
        scenario.packs,
        scenario.face,
        scenario.position,
        scenario.meta,
    )


def briefing_sections(
    scenario: Scenario, selected_hexes: tuple[Hex, ...] | None = None
) -> tuple[Section, ...]:
    """Return the sections of the briefing panel, from top to bottom.

    Args:
        scenario: The scenario.
        selected_hexes: The selected hexes, which fields for hexes can insert; None if there is no
            selection to insert from.
    """
    briefing = scenario.briefing
    rules = tuple(rule_sections(scenario, selected_hexes))
    other = _unknown_keys_section(scenario)
    return (
        _player_section("top", message("Top player"), briefing.top),
        _player_section("bottom", message("Bottom player"), briefing.bottom),
        Section("battle", message("Battle"), tuple(_battle_fields(scenario))),
        Section("credits", message("Publication"), tuple(_publication_fields(scenario))),
        Section(
            "options",
            message("Special rules"),
            tuple(_option_fields(scenario)),
            note="" if briefing.special_rules else message_in("special rules", "None"),
        ),
        *rules,
        Section("packs", message("Expansions needed"), tuple(_pack_fields(scenario.packs))),
        *((other,) if other.fields else ()),
    )


def _unknown_keys_section(scenario: Scenario) -> Section:
    """Return a section with the unknown keys of the briefing and of the metadata."""
    meta = {key: value for key, value in scenario.meta.items() if key not in META_KEYS}
    section = unknown_keys_section("/briefing", scenario.briefing.extra)
    return replace(section, fields=(*section.fields, *unknown_keys_section("/meta", meta).fields))


def _publication_fields(scenario: Scenario) -> Iterator[AnyField]:
    yield Field(
        f"/meta/{AUTHOR}",
        message_in("heading", "Author"),
        TextLine(hint=message("your name")),
        author_of(scenario),
        with_author,
        tip=message("Printed on the sheet and listed by collections"),
    )
    yield Field(
        f"/meta/{license_key(scenario)}",
        message("License"),
        TextLine(hint=message("such as CC BY-SA 4.0")),
        license_of(scenario),
        with_license,
        tip=message("What others may do with the scenario. Printed on the sheet."),
    )
    yield Field(
        f"/meta/{NUMBER}",
        message("Number"),
        TextLine(hint=message("such as MT 04")),
        printed_number_of(scenario),
        with_printed_number,
        tip=message("The number of the scenario in its series, if it has one"),
    )


def _player_section(edge: str, title: Message, player: Player) -> Section:
    return Section(edge, title, tuple(_player_fields(edge, player)))


def _player_fields(edge: str, player: Player) -> Iterator[AnyField]:
    def field(
        key: str,
        label: Message,
        control: Control[T],
        value: T,
        put: Callable[[Player, T], Player],
    ) -> Field[T]:
        return Field(
            f"/briefing/{edge}/{key}",
            label,
            control,
            value,
            lambda scenario, new: _with_player(
                scenario, edge, put(_player_at(scenario, edge), new)
            ),
        )

    yield Field(
        f"/briefing/{edge}/side",
        message("Side"),
        Choice(SIDE_OPTIONS),
        player.side,
        partial(_with_side, edge=edge),
        tip=message("The other player gets the other side"),
    )
    yield field(
        "country",
        message("Nation"),
        OpenChoice(name_options(scenario_parts.NATIONS, NOT_STATED), hint=NOT_STATED),
        player.country,
        lambda p, country: replace(p, country=country),
    )
    yield field(
        "cards",
        message("Command cards"),
        Number(0, MAX_CARDS, hint=message("not set")),
        player.cards,
        lambda p, cards: replace(p, cards=cards),
    )
    yield field(
        "medals",
        message("Medals to win"),
        Number(0, MAX_MEDALS, hint=message("not set")),
        player.medals,
        lambda p, medals: replace(p, medals=medals),
    )


def _player_at(scenario: Scenario, edge: str) -> Player:
    return scenario.briefing.top if edge == "top" else scenario.briefing.bottom


def _with_player(scenario: Scenario, edge: str, player: Player) -> Scenario:
    return set_player(scenario, player, top=edge == "top")


def _with_side(scenario: Scenario, side: Side | None, edge: str) -> Scenario:
    """Return the scenario with a side at one edge, and therefore the enemy side at the other.

    If *side* is None, the other edge is unchanged.
    """
    after = _with_player(scenario, edge, replace(_player_at(scenario, edge), side=side))
    if side is None:
        return after
    other_edge = "bottom" if edge == "top" else "top"
    return _with_player(after, other_edge, replace(_player_at(after, other_edge), side=side.enemy))


def _battle_fields(scenario: Scenario) -> Iterator[AnyField]:
    briefing = scenario.briefing
    yield Field(
        "/board/face",
        message("Board side"),
        Choice(tuple(Option(face, label) for face, label in FACES.items())),
        scenario.face,
        change_face,
        tip=message("Which side of the board is used"),
    )
    yield _briefing_field(
        "first", message("First player"), _first_player_choice(briefing), briefing.first
    )
    yield from _date_fields(briefing)
    yield _briefing_field(
        "front", message("Front"), _listed_choice(scenario_parts.FRONTS), briefing.front
    )
    yield _briefing_field(
        "kind", message("Kind"), _listed_choice(scenario_parts.KINDS), briefing.kind
    )
    yield _briefing_field(
        "operation",
        message("Operation"),
        TextLine(hint=message("number or name")),
        briefing.operation,
    )


def _briefing_field(key: str, label: Message, control: Control[T], value: T) -> AnyField:
    return Field(
        f"/briefing/{key}",
        label,
        control,
        value,
        lambda scenario, word: _with_briefing(scenario, **{key: word}),
    )


def _listed_choice(labels: Mapping[W, Message]) -> Choice[W | None]:
    unset_option: Option[W | None] = Option(None, NOT_STATED)
    entries: list[Option[W | None]] = [Option(word, label) for word, label in labels.items()]
    return Choice((unset_option, *entries))


def _first_player_choice(briefing: Briefing) -> Choice[FirstPlayer | None]:
    top, bottom = (SIDE_NAMES[player.side] for player in (briefing.top, briefing.bottom))
    return _listed_choice(
        {
            FirstPlayer.TOP: message("Top ({side})", side=top),
            FirstPlayer.BOTTOM: message("Bottom ({side})", side=bottom),
            FirstPlayer.SPECIAL: message("See the special rules"),
        }
    )


def _date_fields(briefing: Briefing) -> Iterator[AnyField]:
    is_one_day = briefing.begins is not None and briefing.ends == briefing.begins
    yield Field(
        "/briefing/begins",
        message("Begins"),
        Day(),
        briefing.begins,
        lambda s, day: _with_briefing(s, begins=day, ends=day if is_one_day else s.briefing.ends),
    )
    yield Field(
        "/briefing/same_day",
        message("Length"),
        Flag(message("one day only")),
        is_one_day,
        lambda s, is_ticked: _with_briefing(s, ends=s.briefing.begins if is_ticked else None),
        enabled=briefing.begins is not None,
    )
    yield Field(
        "/briefing/ends",
        message("Ends"),
        Day(),
        briefing.ends,
        lambda s, day: _with_briefing(s, ends=day),
        enabled=not is_one_day,
    )


def _with_briefing(scenario: Scenario, **changes: Any) -> Scenario:  # noqa: ANN401 -- any field
    return replace(scenario, briefing=replace(scenario.briefing, **changes))


def _pack_fields(packs: Packs) -> Iterator[AnyField]:
    for pack in dict.fromkeys((*listable_boxes(), *packs.stated)):
        yield Field(
            f"/packs/{pack.name}",
            "",
            Flag(PACK_NAMES.get(pack.name, pack.name)),
            packs.stated.get(pack, 0) > 0,
            partial(_with_pack, pack=pack),
        )


def _with_pack(scenario: Scenario, is_checked: bool, pack: Pack) -> Scenario:
    return replace(scenario, packs=scenario.packs.with_pack(pack, ticked=is_checked))


def _option_fields(scenario: Scenario) -> Iterator[AnyField]:
    """Yield a field for each special rule without its own section."""
    for key, rule in rules_without_form(scenario):
        yield Field(
            rule_pointer(key),
            RULE_NAMES.get(key, key),
            _option_control(rule.value),
            rule.value,
            partial(with_foreign_value, key=key),
            remove=partial(without_rule, key=key),
            tip=message("Name in the file: {word}", word=key.removeprefix(M44_PREFIX)),
        )


def _option_control(value: object) -> Control[Any]:
    if isinstance(value, bool):
        return Flag(message("applies"))
    if value in list(Side):
        return Choice(tuple(Option(side.value, SIDE_NAMES[side]) for side in Side))
    return Json()
