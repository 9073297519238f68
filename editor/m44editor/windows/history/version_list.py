"""The versions of a file: reading them, and the list that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from m44core.catalogue.packs.pack import Pack
from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import difference_summary
from m44core.drawing.board.scenario_drawing import VisibleLayers, draw_scenario
from m44core.errors import M44Error
from m44core.history.file_history import History, read_version
from m44core.history.file_versions import Version
from m44core.io.files.file_reader import ReadResult
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.drawing_icons import drawing_pixmap
from m44editor.formatting import format_day
from m44editor.interface_text import current_renderer, sentence, tr, translated
from m44editor.list_widgets import wrap_items
from m44editor.theme import art_palette


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version and the history it is stored in.

    Attributes:
        history: The history.
        version: The version's date, reason, note and file.
    """

    history: History
    version: Version


def stored_versions(histories: Iterable[History]) -> list[StoredVersion]:
    """Return the versions in all *histories*, the latest first."""
    versions = [
        StoredVersion(history, version) for history in histories for version in history.versions()
    ]
    return sorted(versions, key=lambda stored: stored.version.name, reverse=True)


def version_time_text(version: Version) -> str:
    """Return the local day and time at which a version was stored: ``Today, 10:32``."""
    local_time = version.taken_at.astimezone()
    return tr("{day}, {time}", day=_day_text(local_time), time=f"{local_time:%H:%M}")


def _day_text(local_time: datetime) -> str:
    today = date.today()
    if local_time.date() == today:
        return tr("Today")
    if local_time.date() == today - timedelta(days=1):
        return tr("Yesterday")
    return format_day(local_time)


class VersionReader:
    """Reads the versions of a file, and caches the last 24 that were read.

    Args:
        file: The path of the file, which need not exist any more.
        packs: The user packs.
    """

    def __init__(self, file: Path, packs: tuple[Pack, ...] = ()) -> None:
        self._file = file
        self._packs = packs
        self._read = lru_cache(24)(self._read_version)

    def result(self, stored: StoredVersion) -> tuple[ReadResult | None, bytes, str]:
        """Return the result of reading a version, its bytes, and the error message.

        The result is None if the version cannot be read; otherwise the message is empty.
        """
        return self._read(stored)

    def scenario(self, stored: StoredVersion | None) -> Scenario | None:
        """Return the scenario of a version; None if there is no version or it cannot be read."""
        result = self._read(stored)[0] if stored is not None else None
        return result.scenario if result is not None else None

    def _read_version(self, stored: StoredVersion) -> tuple[ReadResult | None, bytes, str]:
        data = b""
        try:
            data = stored.history.read(stored.version)
            return read_version(data, self._file, self._packs), data, ""
        except M44Error as error:
            return None, data, translated(message_of_error(error))


_PICTURE_SIZE = QSize(96, 66)  # logical pixels
_ROW_HEIGHT = 80  # logical pixels
_VERSION_ROLE = Qt.ItemDataRole.UserRole


class VersionList(QListWidget):
    """A list of versions, the latest first; rows are filled as they come into view.

    Signals:
        chosen: Another version was selected, or the list was reloaded.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Versions"))
        self.setIconSize(_PICTURE_SIZE)
        wrap_items(self)
        self.setMinimumWidth(2 * _PICTURE_SIZE.width() + 40)
        self.setAlternatingRowColors(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._reader: VersionReader | None = None
        self._filled_rows: set[int] = set()
        self._fill_timer = QTimer(self, interval=0)
        self._fill_timer.timeout.connect(self._fill_next_row)
        self.currentRowChanged.connect(lambda _: self.chosen.emit())
        self.verticalScrollBar().valueChanged.connect(self._start_filling)

    @property
    def versions(self) -> list[StoredVersion]:
        """The listed versions."""
        return [self.item(row).data(_VERSION_ROLE) for row in range(self.count())]

    @property
    def current(self) -> StoredVersion | None:
        """The selected version; None if none is selected."""
        item = self.currentItem()
        stored: StoredVersion | None = item.data(_VERSION_ROLE) if item else None
        return stored

    def previous(self, stored: StoredVersion) -> StoredVersion | None:
        """Return the version stored before *stored*; None if it is the oldest or not listed."""
        rows = (row for row in range(self.count()) if self.item(row).data(_VERSION_ROLE) == stored)
        next_item = self.item(next(rows, self.count()) + 1)
        previous: StoredVersion | None = next_item.data(_VERSION_ROLE) if next_item else None
        return previous

    def show_versions(self, versions: Sequence[StoredVersion], reader: VersionReader) -> None:
        """List new versions, keeping the selected one if it still exists."""
        selected_name = self.current.version.name if self.current else ""
        self._reader = reader
        self._filled_rows.clear()
        self.blockSignals(True)
        self.clear()
        for each in versions:
            item = QListWidgetItem(
                QIcon(_blank_pixmap(self.devicePixelRatioF())), _version_headline(each.version)
            )
            item.setData(_VERSION_ROLE, each)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self.addItem(item)
        names = [each.version.name for each in versions]
        self.setCurrentRow(names.index(selected_name) if selected_name in names else 0)
        self.blockSignals(False)
        self._start_filling()
        self.chosen.emit()

    def redraw(self) -> None:
        """Repaint the pictures in the colors of the current theme."""
        self._filled_rows.clear()
        self._start_filling()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the rows that come into view."""
        super().resizeEvent(event)
        self._start_filling()

    def _start_filling(self) -> None:
        self._fill_timer.start()

    def _fill_next_row(self) -> None:
        """Fill one visible row that is still empty; stop the timer if there is none."""
        row = next((row for row in self._visible_rows() if row not in self._filled_rows), None)
        if row is None or self._reader is None:
            self._fill_timer.stop()
            return
        self._filled_rows.add(row)
        self._fill(self.item(row), self._reader)

    def _visible_rows(self) -> range:
        top_item = self.itemAt(1, 1)
        first_row = self.row(top_item) if top_item is not None else 0
        return range(first_row, min(self.count(), first_row + self.height() // _ROW_HEIGHT + 2))

    def _fill(self, item: QListWidgetItem, reader: VersionReader) -> None:
        stored: StoredVersion = item.data(_VERSION_ROLE)
        result, _, error_text = reader.result(stored)
        changes = error_text or self._changes_text(stored, reader)
        text = f"{_version_headline(stored.version)}\n{changes}"
        item.setText(text)
        item.setToolTip(text)
        if result is not None and result.scenario is not None:
            drawing = draw_scenario(result.scenario, VisibleLayers(), current_renderer())
            ratio = self.devicePixelRatioF()
            item.setIcon(QIcon(drawing_pixmap(drawing, _PICTURE_SIZE, ratio, art_palette())))

    def _changes_text(self, stored: StoredVersion, reader: VersionReader) -> str:
        before = self.previous(stored)
        if before is None:
            return tr("Oldest stored version")
        old_scenario, new_scenario = reader.scenario(before), reader.scenario(stored)
        if old_scenario is None or new_scenario is None:
            return tr("The previous version cannot be read")
        return translated(difference_summary(compare_scenarios(old_scenario, new_scenario)))


def _version_headline(version: Version) -> str:
    text = tr("{when}: {what}", when=version_time_text(version), what=sentence(version.why.label))
    if version.note:
        text = tr("{version}. {note}", version=text, note=version.note)
    return tr("★ {version}", version=text) if version.pinned else text


def _blank_pixmap(ratio: float) -> QPixmap:
    pixmap = QPixmap(_PICTURE_SIZE * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
