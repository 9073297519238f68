"""The versions of a file: when each was kept, what it holds, and the list that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from m44core.catalogue.packs.pack import Pack
from m44core.comparing.compare import compare
from m44core.comparing.in_short import in_short
from m44core.drawing.board.scenario_drawing import Show, draw_scenario
from m44core.errors import M44Error
from m44core.history.file_history import History, read_version
from m44core.history.file_versions import Version
from m44core.io.files.open import ReadResult
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.drawing_icons import drawing_pixmap
from m44editor.formatting import day_in_words
from m44editor.interface_text import sentence, spoken, told, tr
from m44editor.theme import art_palette


@dataclass(frozen=True, slots=True)
class Kept:
    """A version, and the history it is in.

    Attributes:
        history: Where it is.
        version: What is known of it.
    """

    history: History
    version: Version


def kept_in(histories: Iterable[History]) -> list[Kept]:
    """Return all versions of some histories, the latest first."""
    found = [Kept(history, version) for history in histories for version in history.versions()]
    return sorted(found, key=lambda kept: kept.version.name, reverse=True)


def time_of(version: Version) -> str:
    """Return when a version was kept, as people say it: ``Today, 10:32``."""
    local = version.taken.astimezone()
    return tr("{day}, {time}", day=_day(local), time=f"{local:%H:%M}")


def _day(local: datetime) -> str:
    today = date.today()
    if local.date() == today:
        return tr("Today")
    if local.date() == today - timedelta(days=1):
        return tr("Yesterday")
    return day_in_words(local)


class Reader:
    """Reads the versions of a file; those read last are at hand.

    Args:
        file: Where the file is, or was.
        packs: The packs the user added.
    """

    def __init__(self, file: Path, packs: tuple[Pack, ...] = ()) -> None:
        self._file = file
        self._packs = packs
        self._read = lru_cache(24)(self._read_anew)

    def result(self, kept: Kept) -> tuple[ReadResult | None, bytes, str]:
        """Return what a version holds and its bytes; or else why it cannot be read."""
        return self._read(kept)

    def scenario(self, kept: Kept | None) -> Scenario | None:
        """Return the scenario of a version; None where there is none."""
        result = self._read(kept)[0] if kept is not None else None
        return result.scenario if result is not None else None

    def _read_anew(self, kept: Kept) -> tuple[ReadResult | None, bytes, str]:
        data = b""
        try:
            data = kept.history.read(kept.version)
            return read_version(data, self._file, self._packs), data, ""
        except M44Error as error:
            return None, data, told(reason(error))


_PICTURE = QSize(96, 66)  # logical pixels
_ROW = 80
_KEPT = Qt.ItemDataRole.UserRole


class VersionList(QListWidget):
    """Rows of versions, the latest first. What they show is read as they come in sight.

    Signals:
        chosen: Another version is current, or none.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Versions"))
        self.setIconSize(_PICTURE)
        self.setWordWrap(True)
        self.setMinimumWidth(2 * _PICTURE.width() + 40)
        self.setAlternatingRowColors(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._reader: Reader | None = None
        self._filled: set[int] = set()
        self._filling = QTimer(self, interval=0)
        self._filling.timeout.connect(self._fill_one)
        self.currentRowChanged.connect(lambda _: self.chosen.emit())
        self.verticalScrollBar().valueChanged.connect(self._fill_soon)

    @property
    def kept(self) -> list[Kept]:
        """The versions that are listed."""
        return [self.item(row).data(_KEPT) for row in range(self.count())]

    @property
    def current(self) -> Kept | None:
        """The version the bar stands on."""
        item = self.currentItem()
        found: Kept | None = item.data(_KEPT) if item else None
        return found

    def before(self, kept: Kept) -> Kept | None:
        """Return the version before another; None where it is the first."""
        later = (row for row in range(self.count()) if self.item(row).data(_KEPT) == kept)
        following = self.item(next(later, self.count()) + 1)
        found: Kept | None = following.data(_KEPT) if following else None
        return found

    def show_versions(self, kept: Sequence[Kept], reader: Reader) -> None:
        """List other versions; the bar stays on the one it stands on, if that is left."""
        standing = self.current.version.name if self.current else ""
        self._reader = reader
        self._filled.clear()
        self.blockSignals(True)
        self.clear()
        for each in kept:
            item = QListWidgetItem(QIcon(_blank(self.devicePixelRatioF())), _headline(each.version))
            item.setData(_KEPT, each)
            item.setSizeHint(QSize(0, _ROW))
            self.addItem(item)
        names = [each.version.name for each in kept]
        self.setCurrentRow(names.index(standing) if standing in names else 0)
        self.blockSignals(False)
        self._fill_soon()
        self.chosen.emit()

    def redraw(self) -> None:
        """Draw the pictures in the colours of the present theme."""
        self._filled.clear()
        self._fill_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill what comes in sight."""
        super().resizeEvent(event)
        self._fill_soon()

    def _fill_soon(self) -> None:
        self._filling.start()

    def _fill_one(self) -> None:
        """Fill one row that is in sight and has not been filled; rest where there is none."""
        row = next((row for row in self._rows_in_sight() if row not in self._filled), None)
        if row is None or self._reader is None:
            self._filling.stop()
            return
        self._filled.add(row)
        self._fill(self.item(row), self._reader)

    def _rows_in_sight(self) -> range:
        topmost = self.itemAt(1, 1)
        first = self.row(topmost) if topmost is not None else 0
        return range(first, min(self.count(), first + self.height() // _ROW + 2))

    def _fill(self, item: QListWidgetItem, reader: Reader) -> None:
        kept: Kept = item.data(_KEPT)
        result, _, trouble = reader.result(kept)
        words = f"{_headline(kept.version)}\n{trouble or self._what_changed(kept, reader)}"
        item.setText(words)
        item.setToolTip(words)
        if result is not None and result.scenario is not None:
            drawing = draw_scenario(result.scenario, Show(), spoken())
            ratio = self.devicePixelRatioF()
            item.setIcon(QIcon(drawing_pixmap(drawing, _PICTURE, ratio, art_palette())))

    def _what_changed(self, kept: Kept, reader: Reader) -> str:
        before = self.before(kept)
        if before is None:
            return tr("The first version that is kept")
        was, is_now = reader.scenario(before), reader.scenario(kept)
        if was is None or is_now is None:
            return tr("The version before it cannot be read")
        return told(in_short(compare(was, is_now)))


def _headline(version: Version) -> str:
    said = tr("{when}: {what}", when=time_of(version), what=sentence(version.why.said))
    if version.note:
        said = tr("{version}. {note}", version=said, note=version.note)
    return tr("★ {version}", version=said) if version.pinned else said


def _blank(ratio: float) -> QPixmap:
    blank = QPixmap(_PICTURE * ratio)
    blank.setDevicePixelRatio(ratio)
    blank.fill(Qt.GlobalColor.transparent)
    return blank
