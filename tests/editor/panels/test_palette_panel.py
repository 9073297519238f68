"""The palette, driven by mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element
from m44editor.interface_language import switch_language
from m44editor.panels.palette_list import (
    MAX_LABEL_LINES,
    MIN_LABEL_LINES,
    label_line_count,
    smaller_font,
    wrap_label,
)
from m44editor.panels.palette_model import Heading, PaletteModel, PieceFilter, piece_title, tool_tip
from m44editor.panels.palette_panel import PalettePanel
from m44editor.theme import Theme
from m44editor.tools.brush import Brush

CATALOGUE = base_catalogue()


def listed_names(model: PaletteModel) -> list[str]:
    entries = [model.entry(model.index(row)) for row in range(model.rowCount())]
    return [entry.name for entry in entries if isinstance(entry, Element)]


def listed_headings(model: PaletteModel) -> list[str]:
    entries = [model.entry(model.index(row)) for row in range(model.rowCount())]
    return [entry.label for entry in entries if isinstance(entry, Heading)]


@pytest.fixture
def model() -> PaletteModel:
    return PaletteModel(CATALOGUE)


@pytest.fixture
def palette(qtbot: QtBot) -> PalettePanel:
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    qtbot.addWidget(panel)
    panel.resize(276, 700)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.CONTRAST_DARK], indirect=True)
def test_the_panel_has_the_same_width_for_every_piece(palette: PalettePanel) -> None:
    widths = set[int]()
    for element in CATALOGUE.elements.values():
        palette.card._brush.pick_up(element)
        widths.add(palette.card.minimumSizeHint().width())
        assert palette.card.isVisible()
    assert len(widths) == 1
    assert palette.minimumSizeHint().width() <= 200


def test_every_element_is_listed_once_under_its_group(model: PaletteModel) -> None:
    assert sorted(listed_names(model)) == sorted(CATALOGUE.elements)
    assert listed_headings(model) == list(CATALOGUE.groups.values())


@pytest.mark.parametrize(
    ("query", "expected_names"),
    [
        ("hedgehog", ["hedgehog"]),
        ("FOREST pacific", []),
        ("river bend", ["curve", "wcurved"]),
        ("inf2ger", ["inf2ger"]),
        ("no such piece", []),
    ],
)
def test_search_words_match_the_label_the_key_and_the_m44_name(
    model: PaletteModel, query: str, expected_names: list[str]
) -> None:
    model.set_filter(PieceFilter(tuple(query.casefold().split())))
    assert listed_names(model) == expected_names


def test_the_box_filter_lists_only_the_pieces_of_that_box(model: PaletteModel) -> None:
    model.set_filter(PieceFilter(expansion="base"))
    assert set(listed_names(model)) == {
        e.name for e in CATALOGUE.elements.values() if e.expansion == "base"
    }


def test_the_nation_filter_hides_units_of_other_nations_but_a_search_finds_them(
    model: PaletteModel,
) -> None:
    model.set_filter(PieceFilter(nation="us"))
    assert "infus" in listed_names(model)
    assert "infger" not in listed_names(model)
    assert "woods" in listed_names(model)
    model.set_filter(PieceFilter(("infger",), nation="us"))
    assert listed_names(model) == ["infger"]


def test_recent_pieces_come_first(model: PaletteModel) -> None:
    model.set_recent((CATALOGUE.elements["wire"],))
    assert listed_headings(model)[0] == "Recently used"
    assert listed_names(model)[0] == "wire"


def test_using_pieces_keeps_the_scroll_position(palette: PalettePanel) -> None:
    brush, view = palette._brush, palette.list
    for name in ("wire", "river", "buildings", "sand"):
        brush.pick_up(CATALOGUE.elements[name])
        rect_before = view.visualRect(view.currentIndex())
        brush.end_stroke()
        assert view.visualRect(view.currentIndex()) == rect_before
    view.scrollToTop()
    assert view.indexAt(QPoint(20, 10)).data() == "Recently used"


def test_a_folded_group_shows_only_its_heading(model: PaletteModel) -> None:
    model.toggle_fold("woods")
    assert "Woods and fields" in listed_headings(model)
    assert "woods" not in listed_names(model)
    model.toggle_fold("woods")
    assert "woods" in listed_names(model)


def test_headings_cannot_be_chosen(model: PaletteModel) -> None:
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_tool_tips_name_the_box_the_effect_and_the_m44_name() -> None:
    tip = tool_tip(CATALOGUE, CATALOGUE.elements["woods"])
    assert "Forest" in tip
    assert "Base game" in tip
    assert "woods" in tip
    assert CATALOGUE.elements["woods"].summary in tip


def test_a_click_picks_up_the_piece(palette: PalettePanel) -> None:
    QTest.mouseClick(
        palette.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=palette.list.visualRect(index_of(palette, "hedgerow")).center(),
    )
    assert palette._brush.element.name == "hedgerow"


def test_a_click_on_a_heading_folds_its_group(palette: PalettePanel) -> None:
    heading_centre = palette.list.visualRect(palette._model.index(0)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=heading_centre)
    assert "woods" not in listed_names(palette._model)


def test_arrow_keys_and_enter_pick_up_the_next_piece(palette: PalettePanel) -> None:
    palette.list.setFocus()
    QTest.keyClick(palette.list, Qt.Key.Key_Right)
    QTest.keyClick(palette.list, Qt.Key.Key_Return)
    assert palette._brush.element.name == "wforest"


def test_the_current_piece_is_selected(palette: PalettePanel) -> None:
    palette._brush.pick_up(CATALOGUE.elements["bunker"])
    entry = palette._model.entry(palette.list.currentIndex())
    assert isinstance(entry, Element)
    assert entry.name == "bunker"


def test_a_piece_chosen_before_the_palette_is_shown_is_in_view(qtbot: QtBot) -> None:
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    qtbot.addWidget(panel)
    panel._brush.pick_up(CATALOGUE.elements["medal1"])
    panel.resize(276, 700)
    with qtbot.waitExposed(panel):
        panel.show()
    cells = panel.list
    assert cells.viewport().rect().contains(cells.visualRect(index_of(panel, "medal1")))


def test_labels_follow_the_font(palette: PalettePanel) -> None:
    cells = palette.list
    label = piece_title(CATALOGUE.elements["wforest"])
    assert "\n" not in cells.label_font.wrap(label, 100, MAX_LABEL_LINES)
    font = cells.font()
    font.setPointSizeF(3 * font.pointSizeF())
    cells.setFont(font)
    assert "\n" in cells.label_font.wrap(label, 100, MAX_LABEL_LINES)


def test_the_card_shows_and_turns_the_current_piece(palette: PalettePanel) -> None:
    palette._brush.pick_up(CATALOGUE.elements["river"])
    assert palette.card._facing.text() == "1 of 3  W-E"
    QTest.mouseClick(palette.card._clockwise_button, Qt.MouseButton.LeftButton)
    assert palette._brush.orientation != 1
    assert palette.card._facing.text().startswith(f"{palette._brush.orientation} of 3")
    QTest.mouseClick(palette.card._counter_clockwise_button, Qt.MouseButton.LeftButton)
    assert palette._brush.orientation == 1


def test_a_piece_that_cannot_be_turned_has_no_turn_buttons(palette: PalettePanel) -> None:
    palette._brush.pick_up(CATALOGUE.elements["river"])
    palette._brush.pick_up(CATALOGUE.elements["woods"])
    assert not palette.card._counter_clockwise_button.isVisible()


MAX_SCROLLING_SHARE = 0.04  # of all summaries: they cannot be read at a glance


def test_every_summary_is_readable_and_few_need_scrolling(palette: PalettePanel) -> None:
    summary, area = palette.card._summary, palette.card.findChildren(QScrollArea)[0]
    long_summaries = []
    for element in CATALOGUE.elements.values():
        palette._brush.pick_up(element)
        QApplication.processEvents()
        needed_height, visible_height = (
            summary.heightForWidth(summary.width()),
            area.viewport().height(),
        )
        assert summary.width() <= area.viewport().width(), element.name
        assert needed_height <= visible_height + area.verticalScrollBar().maximum(), element.name
        assert area.isVisible()
        assert visible_height >= 3 * summary.fontMetrics().lineSpacing(), element.name
        long_summaries += [element.name] * (needed_height > visible_height)
    assert len(long_summaries) <= MAX_SCROLLING_SHARE * len(CATALOGUE.elements), long_summaries


def test_no_label_is_cut_off(palette: PalettePanel) -> None:
    metrics = QFontMetrics(smaller_font(palette.font()))
    width = palette.list.cell_size(CATALOGUE.elements["woods"]).width() - 8
    cut_labels = [
        e.label
        for e in CATALOGUE.elements.values()
        if "…" in wrap_label(e.label, metrics, width, MIN_LABEL_LINES)
    ]
    assert len(cut_labels) <= 5, cut_labels


def test_labels_have_a_third_line_if_a_language_needs_it(palette: PalettePanel) -> None:
    metrics = QFontMetrics(smaller_font(palette.font()))
    assert label_line_count(["Winter forest", "Brandenburgers"], metrics, 70) == MIN_LABEL_LINES
    assert (
        label_line_count(["Forest", "croisement de pistes du désert"], metrics, 70)
        == MAX_LABEL_LINES
    )
    assert (
        wrap_label("croisement de pistes du désert", metrics, 70, MAX_LABEL_LINES).count("\n") == 2
    )


def test_a_cell_is_as_tall_as_its_name_needs(palette: PalettePanel) -> None:
    cells = palette.list
    metrics = QFontMetrics(smaller_font(cells.font()))
    width = cells.cell_size(CATALOGUE.elements["woods"]).width() - 8
    max_lines = cells.line_count(width + 8)
    heights_by_lines: dict[int, set[int]] = {}
    for each in CATALOGUE.elements.values():
        lines = wrap_label(piece_title(each), metrics, width, max_lines).count("\n") + 1
        heights_by_lines.setdefault(lines, set()).add(cells.cell_size(each).height())
    heights = [heights_by_lines[lines] for lines in sorted(heights_by_lines)]
    assert all(len(each) == 1 for each in heights)
    assert [min(each) for each in heights] == sorted({min(each) for each in heights})
    assert len(heights) > 1


def test_a_search_without_results_suggests_other_places(palette: PalettePanel) -> None:
    QTest.keyClicks(palette.search, "label")
    assert palette.no_match.isVisible()
    assert "Labels are added in the hex properties" in palette.no_match.text()
    palette.search.clear()
    assert not palette.no_match.isVisible()


def index_of(palette: PalettePanel, name: str) -> QModelIndex:
    row = palette._model.row_of(CATALOGUE.elements[name])
    assert row is not None
    return palette._model.index(row)


@pytest.mark.parametrize(
    ("query", "first_name"),
    [
        ("elite infantry", "inf2ger"),
        ("barbed wire", "wire"),
        ("bocage", "hedgerow"),
        ("commando", "badge1"),
        ("paratrooper", "badge1"),
        ("medal", "medal1"),
    ],
)
def test_common_names_find_pieces(palette: PalettePanel, query: str, first_name: str) -> None:
    QTest.keyClicks(palette.search, query)
    assert listed_names(palette._model)[0] == first_name


@pytest.mark.parametrize(
    ("query", "expected_piece"), [("Village", "buildings"), ("colline", "hills"), ("riv", "river")]
)
def test_enter_picks_up_the_piece_with_the_searched_name(
    qtbot: QtBot, query: str, expected_piece: str
) -> None:
    switch_language("fr")
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    qtbot.addWidget(panel)
    QTest.keyClicks(panel.search, query)
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert panel._brush.element.name == expected_piece


def test_the_best_match_is_scrolled_into_view(palette: PalettePanel) -> None:
    palette._brush.pick_up(CATALOGUE.elements["river"])
    QTest.keyClicks(palette.search, "elite infantry")
    assert palette.list.verticalScrollBar().maximum() > 0, "not all of it fits"
    assert palette.list.indexAt(QPoint(20, 20)).row() == 0


@pytest.mark.parametrize(
    ("query", "first_name"),
    [("barbeles", "wire"), ("char", "tankger"), ("haie", "hedgerow"), ("barbed wire", "wire")],
)
def test_a_french_window_finds_french_and_english_words(
    qtbot: QtBot, query: str, first_name: str
) -> None:
    switch_language("fr")
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    qtbot.addWidget(panel)
    QTest.keyClicks(panel.search, query)
    assert first_name in listed_names(panel._model)


def test_the_piece_under_the_pointer_is_highlighted(palette: PalettePanel) -> None:
    cells, rows = palette.list.viewport(), palette.list.model()
    cell_rects = [palette.list.visualRect(rows.index(row, 0)) for row in (2, 3)]

    def cell_images() -> list[QImage]:
        return [cells.grab(cell).toImage() for cell in cell_rects]

    QTest.mouseMove(cells, QPoint(1, 1))
    unhovered_images = cell_images()
    for cell, other_cell in ((0, 1), (1, 0)):
        QTest.mouseMove(cells, cell_rects[cell].center())
        assert cell_images()[cell] != unhovered_images[cell]
        assert cell_images()[other_cell] == unhovered_images[other_cell]
    QTest.mouseMove(cells, QPoint(1, 1))
    assert cell_images() == unhovered_images
