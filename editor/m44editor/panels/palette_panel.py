"""The palette: every piece of the catalogue, filtered by box, nation or words."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element
from m44core.catalogue.search_words import fold_text
from m44core.drawing.board.piece_drawing import draw_art, piece_icon
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.shapes.tool_icons import ICONS
from m44core.messages.message import capitalized, message_in, percent
from m44core.model.edits import set_player
from m44core.model.scenario import Scenario
from m44core.model.special_rules import RemovedCards
from m44core.rules.cards.deck_choice import cards_of_deck, requested_deck, without_removed_cards
from m44core.rules.game.side_names import SIDES
from m44core.rules.scenario_options import scenario_options
from m44core.validation.components.component_bill import PiecesLeft, component_bill
from m44editor.checks.check_options import CheckOptions
from m44editor.documents.document import Document
from m44editor.drawing_icons import drawing_pixmap, line_icon
from m44editor.first_frame import find_viewport
from m44editor.interface_text import sentence, tr, translated
from m44editor.number_fields import NumberField
from m44editor.panels.display_names import message_from_data, nation_units_label, orientation_name
from m44editor.panels.palette_list import PaletteList, smaller_font
from m44editor.panels.palette_model import PaletteModel, PieceFilter, piece_title
from m44editor.panels.panel_lists import WideComboBox
from m44editor.theme import art_palette
from m44editor.theme_tokens import Space
from m44editor.tools.brush import Brush
from m44editor.type_ranks import set_text_rank

_PICTURE_SIZE = QSize(60, 60)
_EDGE, _GAP = Space.MEDIUM, Space.SMALL  # pixels around and between search and filters
_MIN_TEXT_WIDTH = 68  # pixels: wider than the buttons that rotate, which only some pieces have
_CARD_HEIGHT = 142  # pixels: enough for nearly every summary; longer ones scroll
_HEIGHT_WITH_CARD = 600  # pixels of the panel
_PLANE_BY_LAYER = {
    "terrain": PaintingPlane.GROUND,
    "structure": PaintingPlane.STRUCTURE,
    "obstacle": PaintingPlane.OBSTACLE,
}

_COUNT_DELAY_MS = 120  # milliseconds after an edit, so that it never delays a stroke
_MAX_MIX_HEIGHT = 130  # pixels; further rows scroll
_MAX_WEIGHT = 99
_MAX_CARDS = 20
_NOT_SET = -1


class PalettePanel(QWidget):
    """Lists the pieces, and loads the brush with the chosen one.

    Signals:
        drag_moved: A piece that is being dragged, and the pointer's position on the screen.
        dropped: The position on the screen where a piece was dropped.
        piece_picked: A piece was chosen with Enter; the focus should move to the board.
        menu_requested: A piece, and the position on the screen for its context menu.
    """

    drag_moved = Signal(object, object)
    dropped = Signal(object)
    piece_picked = Signal()
    menu_requested = Signal(object, object)

    def __init__(self, catalogue: Catalogue, brush: Brush, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._brush = brush
        self._model = PaletteModel(catalogue, self)
        if brush.recent:  # the panel is recreated in another language
            self._model.set_recent(brush.recent)
        self.list = PaletteList(self._model, self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search pieces"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(tr("Search pieces"))
        boxes = {code: sentence(catalogue.box_name(code)) for code in catalogue.expansions}
        self.box_filter = _filter_combo(tr("Box"), {"": tr("All boxes"), **boxes})
        nations = {
            each.name: translated(nation_units_label(each)) for each in catalogue.nations.values()
        }
        self.nation_filter = _filter_combo(tr("Unit nation"), {"": tr("All nations"), **nations})
        self._filters = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.card = BrushCard(catalogue, brush, self)
        self.mix = MixCard(brush, self)
        self.no_match = _note_label(
            tr(
                "No matching pieces. Labels are added in the hex properties; sides, cards and "
                "medals are set in the briefing."
            )
        )
        self._lay_out()
        self._connect()
        self._apply_filter()
        self._show_mix()

    def show_stock(self, document: Document, options: CheckOptions) -> None:
        """Show the stock of pieces, the starting hands and the deck, and keep them up to date."""
        stock = Stock(document, options, self)
        stock.changed.connect(lambda: self.list.show_stock(stock.remaining))
        column = self.layout()
        assert isinstance(column, QVBoxLayout), "the layout is vertical"
        column.insertWidget(column.indexOf(self.mix), HandsCard(document, self))

    def focus_search(self) -> None:
        """Focus the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the filters side by side if both fit; hide the description if there is no room.

        The tooltips of the pieces have the same text.
        """
        super().resizeEvent(event)
        self._place_filters()
        self.card.setVisible(self.height() >= _HEIGHT_WITH_CARD)

    def _place_filters(self) -> None:
        half_width = (self.width() - 2 * _EDGE - _GAP) // 2
        both_fit = all(
            each.full_width() <= half_width for each in (self.box_filter, self.nation_filter)
        )
        direction = (
            QBoxLayout.Direction.LeftToRight if both_fit else QBoxLayout.Direction.TopToBottom
        )
        self._filters.setDirection(direction)

    def _lay_out(self) -> None:
        self._filters.setSpacing(_GAP)
        self._filters.addWidget(self.box_filter)
        self._filters.addWidget(self.nation_filter)
        upper_part = QVBoxLayout()
        upper_part.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        upper_part.setSpacing(_GAP)
        upper_part.addWidget(self.search)
        upper_part.addLayout(self._filters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(upper_part)
        layout.addWidget(self.no_match)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.mix)
        layout.addWidget(self.card)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._apply_filter)
        self.search.returnPressed.connect(self._pick_best_match)
        self.box_filter.currentIndexChanged.connect(self._apply_filter)
        self.nation_filter.currentIndexChanged.connect(self._apply_filter)
        self.list.picked.connect(self._brush.pick_up)
        self.list.enter_pressed.connect(self.piece_picked)
        self.list.mix_toggled.connect(self._brush.toggle_in_mix)
        self._brush.mix_changed.connect(self._show_mix)
        self.list.drag_moved.connect(self.drag_moved)
        self.list.dropped.connect(self.dropped)
        self.list.menu_requested.connect(self.menu_requested)
        self._brush.changed.connect(self._show_brush)
        self._brush.recent_changed.connect(self._show_recent)

    def _apply_filter(self) -> None:
        words = tuple(fold_text(self.search.text()).split())
        box, nation = self.box_filter.currentData(), self.nation_filter.currentData()
        self._place_filters()
        self._model.set_filter(PieceFilter(words, box, nation))
        self.no_match.setVisible(not self._model.rowCount())
        self._show_brush()
        if words:
            self.list.scrollToTop()

    def _pick_best_match(self) -> None:
        """Pick the best match and move the focus to the board; do nothing if there is none.

        The best match is a piece whose name equals the search text, else one whose name begins with
        it, else the first one listed.
        """
        text, matches = fold_text(self.search.text().strip()), list[tuple[int, int, Element]]()
        for row in range(self._model.rowCount()):
            entry = self._model.entry(self._model.index(row))
            if isinstance(entry, Element):
                title = fold_text(piece_title(entry))
                rank = 0 if title == text else 1 if title.startswith(text) else 2
                matches.append((rank, row, entry))
        if matches:
            best = min(matches, key=itemgetter(0, 1))[2]
            self._brush.pick_up(best)
            self.piece_picked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from the search field to the list with the Down key."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _show_brush(self) -> None:
        self.list.select_element(self._brush.element)

    def _show_mix(self) -> None:
        self.list.show_weights(self._brush.mix)

    def _show_recent(self) -> None:
        with self.list.keeping_position():
            self._model.set_recent(self._brush.recent)
            self._show_brush()


class BrushCard(QFrame):
    """Shows the piece in the brush: its picture as rotated, its name and its effect."""

    def __init__(self, catalogue: Catalogue, brush: Brush, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self._brush = brush
        self._picture = QLabel()
        self._picture.setFixedSize(_PICTURE_SIZE)
        self._name = QLabel()
        self._facing = QLabel()
        self._summary = QLabel()
        self._summary.setWordWrap(True)
        self._name.setWordWrap(True)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        set_text_rank(self._name, "section")
        self._summary.setFont(smaller_font(self.font()))
        set_text_rank(self._facing, "hint")
        for label in (self._name, self._facing):  # the panel keeps its width for any piece
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._summary.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._counter_clockwise_button = _rotate_button(
            "rotate-back", tr("Rotate counterclockwise ({key})", key=_native_keys("Shift+R"))
        )
        self._clockwise_button = _rotate_button(
            "rotate", tr("Rotate clockwise ({key})", key=_native_keys("R"))
        )
        self._counter_clockwise_button.clicked.connect(lambda: brush.turn(clockwise=False))
        self._clockwise_button.clicked.connect(lambda: brush.turn())
        self._lay_out()
        brush.changed.connect(self.show_brush)
        self.show_brush()

    def show_brush(self) -> None:
        """Show the piece that is now in the brush."""
        element, orientation = self._brush.element, self._brush.orientation
        ratio = self.devicePixelRatioF()
        drawing = _rotated_drawing(element, orientation, self._catalogue)
        for button in (self._counter_clockwise_button, self._clockwise_button):
            button.setIcon(line_icon(ICONS[button.objectName()]))
        self._picture.setPixmap(drawing_pixmap(drawing, _PICTURE_SIZE, ratio, art_palette()))
        self._name.setText(piece_title(element))
        self._summary.setText(
            translated(message_from_data(element.summary))
            or sentence(self._catalogue.box_name(element.expansion))
        )
        can_rotate = element.orientations > 1
        self._facing.setText(_orientation_text(element, orientation) if can_rotate else "")
        for widget in (self._counter_clockwise_button, self._clockwise_button, self._facing):
            widget.setVisible(can_rotate)

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_brush()

    def _lay_out(self) -> None:
        rotate_buttons = QHBoxLayout()
        rotate_buttons.setSpacing(2)
        rotate_buttons.addWidget(self._counter_clockwise_button)
        rotate_buttons.addWidget(self._clockwise_button)
        rotate_buttons.addWidget(self._facing, 1)
        text_column = QVBoxLayout()
        text_column.setSpacing(2)
        text_column.addWidget(self._name)
        text_column.addLayout(rotate_buttons)
        text_column.addWidget(_scroll_area_for(self._summary), 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        layout.setSpacing(_EDGE)
        layout.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(text_column, 1)
        self.setFixedHeight(_CARD_HEIGHT)


def _scroll_area_for(label: QLabel) -> QScrollArea:
    """Put a label with long text into a scroll area that the Tab key skips; return the area."""
    area = QScrollArea()
    area.setWidget(label)
    area.setWidgetResizable(True)
    area.setMinimumWidth(_MIN_TEXT_WIDTH)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    find_viewport(area).setAutoFillBackground(False)
    label.setAutoFillBackground(False)
    return area


def _rotated_drawing(element: Element, orientation: int, catalogue: Catalogue) -> Drawing:
    plane = _PLANE_BY_LAYER.get(element.layer.value)
    if plane is None or orientation == 1:
        return piece_icon(element.name, catalogue)
    catalogue_of_pack = catalogue_if_from_pack(catalogue, element.name)
    return draw_art(Art(plane, element.name, orientation, catalogue=catalogue_of_pack))


def _native_keys(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _orientation_text(element: Element, orientation: int) -> str:
    return tr(
        "{number} of {all}  {facing}",
        number=orientation,
        all=element.orientations,
        facing=orientation_name(element.facings[orientation - 1]),
    )


def _note_label(text: str) -> QLabel:
    note = QLabel(text)
    note.setWordWrap(True)
    note.setContentsMargins(8, 4, 8, 4)
    note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return note


def _filter_combo(name: str, entries: dict[str, str]) -> WideComboBox:
    combo = WideComboBox()
    combo.setAccessibleName(name)
    combo.setToolTip(name)
    combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    for key, label in entries.items():
        combo.addItem(label, key)
    return combo


def _rotate_button(name: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setAutoRaise(True)
    return button


class Stock(QObject):
    """Counts the pieces left in the boxes that the user or the collection owns.

    Signals:
        changed: The numbers have been recounted.
    """

    changed = Signal()

    def __init__(
        self, document: Document, options: CheckOptions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._options = options
        self._pieces_left: PiecesLeft | None = None
        self._count_timer = QTimer(self, singleShot=True, interval=_COUNT_DELAY_MS)
        self._count_timer.timeout.connect(self._count)
        document.changed.connect(lambda _before, _after: self._schedule_count())
        document.replaced.connect(self._count_timer.start)
        options.changed.connect(self._count_timer.start)
        self._count_timer.start()

    def remaining(self, element: Element) -> int | None:
        """Return how many of a piece are left in the boxes; negative if too many are used.

        None if unknown or not counted yet.
        """
        return self._pieces_left.count_left(element) if self._pieces_left else None

    def _schedule_count(self) -> None:
        if isValid(self._count_timer):  # the palette may be gone, recreated in another language
            self._count_timer.start()

    def _count(self) -> None:
        boxes = self._options.user_boxes or self._options.collection_boxes
        self._pieces_left = PiecesLeft(component_bill(self._document.scenario), boxes)
        self.changed.emit()


class MixCard(QScrollArea):
    """Shows and edits the weights of the pieces to paint at random.

    Attributes:
        weights: The weight field of each piece, by its name.
    """

    def __init__(self, brush: Brush, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._brush = brush
        self.weights: dict[str, NumberField] = {}
        self._shares: dict[str, QLabel] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMaximumHeight(_MAX_MIX_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the Tab key goes to its fields
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Random painting"))
        brush.mix_changed.connect(self.show_mix)
        self.show_mix()

    def show_mix(self) -> None:
        """Show the pieces in the mix, and how often each piece is painted.

        Hide the card if there are none.
        """
        mix = self._brush.mix
        self.setVisible(bool(mix))
        if list(self.weights) != list(mix):
            self._make_rows()
        total_weight = sum(mix.values())
        for name, weight in mix.items():
            self.weights[name].setValue(weight)
            self._shares[name].setText(translated(percent(weight / total_weight)))

    def _make_rows(self) -> None:
        self.weights, self._shares = {}, {}
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(8, 4, 8, 4)
        grid.setColumnStretch(0, 1)
        for row, name in enumerate(self._brush.mix):
            element = self._brush.catalogue.elements[name]
            name_label, box, share = (
                QLabel(piece_title(element)),
                self._weight_box(element),
                QLabel(),
            )
            name_label.setWordWrap(True)
            name_label.setBuddy(box)
            for column, widget in enumerate((name_label, box, share)):
                grid.addWidget(widget, row, column)
            self.weights[name], self._shares[name] = box, share
        self.setWidget(rows)

    def _weight_box(self, element: Element) -> NumberField:
        box = NumberField()
        box.setRange(1, _MAX_WEIGHT)
        box.setValue(self._brush.mix[element.name])
        box.setToolTip(tr("How often this piece is chosen, relative to the others"))
        box.setAccessibleName(tr("Weight: {piece}", piece=piece_title(element)))
        box.valueChanged.connect(lambda weight: self._brush.set_weight(element, weight))
        return box


class HandsCard(QFrame):
    """Shows and edits how many command cards each player starts with; shows the rest of the deck.

    Attributes:
        hands: The number fields of the players; the key is True for the top player.
        deck: The name of the deck, its size, and the cards left after the deal.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.hands = {top: self._count_box(top) for top in (True, False)}
        self._sides = {top: QLabel(self) for top in (True, False)}
        self.deck = QLabel(self)
        self.deck.setWordWrap(True)
        set_text_rank(self.deck, "hint")
        heading = QLabel(tr("Starting hands"), self)
        set_text_rank(heading, "section")
        grid = QGridLayout(self)
        grid.setContentsMargins(_EDGE, _EDGE, _EDGE, 0)
        grid.setHorizontalSpacing(Space.TIGHT)
        grid.setVerticalSpacing(Space.TIGHT)
        grid.addWidget(heading, 0, 0, 1, 4)
        for column, top in enumerate((True, False)):
            self._sides[top].setBuddy(self.hands[top])
            grid.addWidget(self._sides[top], 1, 2 * column)
            grid.addWidget(self.hands[top], 1, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
        grid.addWidget(self.deck, 2, 0, 1, 4)
        document.changed.connect(self._on_changed)
        document.replaced.connect(self._show_hands)
        self._show_hands()

    def _count_box(self, top: bool) -> NumberField:
        box = NumberField(self)
        box.setRange(_NOT_SET, _MAX_CARDS)
        box.setSpecialValueText("—")
        box.valueChanged.connect(lambda number: self._set_cards(top, number))
        return box

    def _on_changed(self, before: Scenario, after: Scenario) -> None:
        if before.briefing is not after.briefing or before.board is not after.board:
            self._show_hands()

    def _show_hands(self) -> None:
        scenario = self._document.scenario
        for top, box in self.hands.items():
            player = scenario.briefing.top if top else scenario.briefing.bottom
            side = translated(SIDES[player.side]) if player.side else tr("Not set")
            self._sides[top].setText(side)
            box.setAccessibleName(tr("{side} command cards", side=side))
            box.setToolTip(box.accessibleName())
            box.blockSignals(True)
            box.setValue(_NOT_SET if player.cards is None else player.cards)
            box.blockSignals(False)
        self.deck.setText(_deck_text(scenario))

    def _set_cards(self, top: bool, count: int) -> None:
        scenario = self._document.scenario
        player = scenario.briefing.top if top else scenario.briefing.bottom
        new_player = replace(player, cards=None if count == _NOT_SET else count)
        after = set_player(scenario, new_player, top=top)
        self._document.edit(message_in("step", "Change Command Cards"), after)


def _deck_text(scenario: Scenario) -> str:
    """Return the name of the deck, the number of its cards, and the number left after the deal."""
    deck = requested_deck(scenario.board.type, scenario_options(scenario))
    removed_cards = scenario.briefing.special_rules.of(RemovedCards)
    cards = len(without_removed_cards(cards_of_deck(deck.name), removed_cards))
    briefing = scenario.briefing
    dealt_count = (briefing.top.cards or 0) + (briefing.bottom.cards or 0)
    return tr(
        "{deck}: {number} cards, {left} left after the deal",
        deck=capitalized(deck.noun),
        number=cards,
        left=cards - dealt_count,
    )
