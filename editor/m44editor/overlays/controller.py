"""Which overlays a board shows, and when they are found anew."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from m44core.drawing.board.overlay import draw_overlays
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.rules.overlays.find_overlay import MOST, find_overlay, plain_overlays
from m44core.rules.overlays.overlay_types import Asked, Overlay
from m44editor.board.geometry import hex_area
from m44editor.board.view import BoardView
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import sentence, spoken, told, without_letter
from m44editor.menus.overlays import OVERLAYS
from m44editor.overlays.legend import Legend
from m44editor.overlays.mark import OverlayMark, forget_words
from m44editor.overlays.tiles import forget_tiles, make_tiles

NAME = "overlays"
_AWAY = 30_000  # milliseconds after which what overlays are painted with is not kept for them
_MOMENT = 0.004  # seconds, of the 16 milliseconds of a frame


class Overlays(QObject):
    """Lays what the rules say over one board; finds nothing while no overlay is on.

    It is a child of the board, called :data:`NAME`.

    Signals:
        changed: Other overlays are on, or they say something else.
    """

    changed = Signal()

    def __init__(self, view: BoardView, document: Document, selection: Selection) -> None:
        super().__init__(view)
        self.setObjectName(NAME)
        self._view, self._document, self._selection = view, document, selection
        self._on: list[str] = []
        self._found: dict[str, Overlay] = {}
        self._laid: list[object] = [None] * MOST
        self._marks: list[OverlayMark | None] = [None] * MOST
        self._hex: Hex | None = None
        self._supposed: Scenario | None = None
        self.legend = Legend(view.viewport())
        self.legend.hide()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.find)
        self._idle = QTimer(self, singleShot=True, interval=0)
        self._idle.timeout.connect(self._make_ready)
        self._away = QTimer(self, interval=_AWAY, singleShot=True)
        self._away.timeout.connect(self._forget)
        view.hovered.connect(self._point)
        view.zoom_changed.connect(self._idle.start)
        document.changed.connect(self._look_later)
        document.replaced.connect(self._look_later)
        selection.changed.connect(self._look_later)

    @property
    def on(self) -> tuple[str, ...]:
        """The names of the overlays that are on, the first one first."""
        return tuple(self._on)

    @property
    def found(self) -> dict[str, Overlay]:
        """What those found last."""
        return dict(self._found)

    @property
    def words(self) -> str:
        """What they say, in sentences; empty for none."""
        return " ".join(f"{sentence(self._found[name].says)}." for name in self._on)

    def drawing(self) -> Drawing:
        """Return what is laid over the board, for a picture of it."""
        scenario, asked = self._scenario, self._asked()
        return draw_overlays(plain_overlays(scenario, self._on, asked, spoken()), self._units)

    def toggle(self, name: str) -> None:
        """Switch an overlay on or off; of three that would be on, the first goes."""
        if name in self._on:
            self._on.remove(name)
        else:
            self._on = [*self._on[-MOST + 1 :], name]
        self.find()
        self.legend.setVisible(bool(self._on))
        self._idle.start()
        if not self._on:
            self._away.start()

    def _forget(self) -> None:
        if not self._on:
            forget_tiles()
            forget_words()

    def _make_ready(self) -> None:
        """Make what overlays are painted with while nothing else is done, a little at a time."""
        until = monotonic() + _MOMENT
        if not all(
            make_tiles(place, *self._view.zoom.device_scales, until)
            for place in range(len(self._on))
        ):
            self._idle.start()

    def find(self) -> None:
        """Find and show all anew."""
        self._later.stop()
        asked, scenario = self._asked(), self._scenario
        self._found = {name: find_overlay(name, scenario, asked) for name in self._on}
        self._lay()
        titles = [
            (without_letter(told(OVERLAYS[name].text)), self._found[name]) for name in self._on
        ]
        self.legend.explain(titles)
        self._tell()
        self.changed.emit()

    def suppose(self, scenario: Scenario | None) -> None:
        """Go by what would come of it while a unit is dragged or in hand; None: nothing is."""
        self._supposed = scenario
        self._look_later()

    def look(self) -> None:
        """Find all anew now where that was only to be done later."""
        if self._later.isActive():
            self.find()

    def _lay(self) -> None:
        """Lay over the board what looks otherwise than before."""
        units = self._units
        looks = [
            (name, self._found[name].areas, self._found[name].marks, units) for name in self._on
        ]
        for place in range(MOST):
            now = looks[place] if place < len(looks) else None
            if now != self._laid[place]:
                self._laid[place] = now
                mark = self._mark(place)
                self._marks[place] = mark if mark and mark.hexes else None
                self._view.set_highlight(f"overlay-{place}", mark)

    def _mark(self, place: int) -> OverlayMark | None:
        if place >= len(self._on):
            return None
        overlay = self._found[self._on[place]]
        areas = [(area.role.value, area.hexes) for area in overlay.areas]
        words = {hex_: told(mark) for hex_, mark in overlay.marks.items()}
        before, units = self._marks[place], self._units
        return OverlayMark(areas, words, place, units, before)

    @property
    def _units(self) -> frozenset[Hex]:
        return frozenset(hex_ for hex_, _ in self._scenario.units())

    @property
    def _scenario(self) -> Scenario:
        return self._supposed or self._document.scenario

    def _asked(self) -> Asked:
        selected = self._selection.hexes if self._supposed is None else ()
        return Asked(self._hex, next(iter(selected)) if len(selected) == 1 else None)

    def _point(self, hex_: Hex | None) -> None:
        self._hex = hex_
        if hex_ is not None and self._on:
            area = self._view.area_from_units(hex_area(hex_))
            self.legend.leave(area.toAlignedRect())
        if QGuiApplication.mouseButtons():
            self._look_later()  # what is done here is still to come
        elif self._on:
            self.find()

    def _look_later(self) -> None:
        """Find all anew once everything else that follows has been done."""
        if self._on:
            self._later.start()

    def _tell(self) -> None:
        """Say the same to who listens to the screen."""
        self._view.speech.add(self.words)


def drawn_over(view: BoardView) -> Drawing:
    """Return what the overlays lay over a board, for a picture of it."""
    made = view.findChild(Overlays)
    return made.drawing() if made is not None else ()
