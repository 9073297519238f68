"""The files of a library, and the facts gathered about them so far."""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from m44core.library.file_facts import FileFacts
from m44core.library.library_cache import CachedFile
from m44core.library.library_search import (
    FACETS,
    ORDERS,
    FacetFilter,
    Query,
    facet_values,
    matches_filter,
    searchable_file,
)
from m44core.library.library_settings import FileSettings
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44editor.interface_text import language
from m44editor.library.file_inspection import InspectionJob
from m44editor.library.library_workers import InspectionQueue, LibraryThread, ListedFile

_NOTIFY_INTERVAL = 40  # milliseconds between two change signals
_NO_FACTS = FileFacts()

_PICTURE_LIMIT = 96 * 1024 * 1024  # bytes


class LibraryFile:
    """A file of a library.

    Attributes:
        path: Its path.
        stamp: A stamp that changes whenever the facts about the file may change.
        settings: The settings for checking it.
        cache_entry: The facts about it; None until it has been inspected.
        name: Its file name.
        search_text: The text to search in.
    """

    def __init__(
        self, path: str, stamp: str, settings: FileSettings, cache_entry: CachedFile | None
    ) -> None:
        self.path, self.stamp, self.settings, self.cache_entry = path, stamp, settings, cache_entry
        self.name = os.path.basename(path)  # noqa: PTH119 - a Path takes longer for thousands
        self.search_text = searchable_file(self.name, self.facts)
        self._keys: dict[str, tuple[object, ...]] = {}

    @property
    def facts(self) -> FileFacts:
        """The facts about the file; empty until it has been inspected."""
        return self.cache_entry.facts if self.cache_entry else _NO_FACTS

    @property
    def title(self) -> str:
        """The title in the language of the program if there is one, else in another language.

        It is the file name if the scenario has no title, or is not yet known.
        """
        return self.facts.title_in(language()) or self.name

    def sort_key(self, order: str) -> tuple[object, ...]:
        """Return the sort key of the file for a sort order, given by name."""
        key = f"{order} {language()}"
        if key not in self._keys:
            self._keys[key] = ORDERS[order](self.path, self.facts, self.title)
        return self._keys[key]


class LibraryFiles(QObject):
    """The files of a folder; gets them inspected, and caches their pictures.

    Attributes:
        files: The files by path.
        counts: The number of files by facet and value.
        inspections: The queue of files to inspect.
        picture_limit_bytes: The maximum size of the picture cache.

    Signals:
        changed: Files were added, removed or inspected.
        pictures_loaded: Pictures were loaded; carries the paths of their files.
        scanned: All files are listed, or the folder cannot be read; carries the reason, or an
            empty string.
    """

    changed = Signal()
    pictures_loaded = Signal(list)
    scanned = Signal(object)

    def __init__(
        self, library_thread: LibraryThread, parent: QObject | None = None, processes: int = 0
    ) -> None:
        super().__init__(parent)
        self.files: dict[str, LibraryFile] = {}
        self.counts: Mapping[str, Counter[str]] = {facet: Counter() for facet in FACETS}
        self.inspections = InspectionQueue(library_thread, processes, self)
        self._library_thread = library_thread
        self._dark = False
        self._pixmaps: OrderedDict[str, QPixmap] = OrderedDict()
        self.picture_limit_bytes = _PICTURE_LIMIT
        self._picture_bytes = 0
        self._requested_paths: set[str] = set()
        self._visible: tuple[str, ...] = ()
        self._notify_timer = QTimer(self, interval=_NOTIFY_INTERVAL, singleShot=True)
        self._notify_timer.timeout.connect(self._notify)
        library_thread.listed.connect(self._on_listed)
        library_thread.scanned.connect(self._on_scanned)
        library_thread.inspected.connect(self._on_inspected)
        library_thread.pictures_loaded.connect(self._on_pictures_loaded)

    def scan(self, folder: Path, owned_boxes: OwnedBoxes | None = None) -> None:
        """Start listing the files of a folder; facts about files already listed are kept."""
        self._library_thread.scan(folder, owned_boxes)

    def clear(self) -> None:
        """Empty the list of files, the queue of inspections and the picture cache."""
        self.inspections.remove()
        self.files.clear()
        for counter in self.counts.values():
            counter.clear()
        self.clear_pictures()
        self.changed.emit()

    def clear_pictures(self) -> None:
        """Clear the picture cache."""
        self._pixmaps.clear()
        self._requested_paths.clear()
        self._picture_bytes = 0

    def set_dark(self, *, dark: bool) -> None:
        """Switch to dark or light pictures."""
        if dark != self._dark:
            self._dark = dark
            self.clear_pictures()
            self._fetch(self._visible)

    def matching_files(
        self, query: Query, filters: FacetFilter, order: str, *, descending: bool
    ) -> list[LibraryFile]:
        """Return the files that match a query and the filters, in the sort order named *order*."""
        matches = [
            file
            for file in self.files.values()
            if (not filters or matches_filter(file.facts, filters))
            and (not query or query.matches(file.search_text))
        ]
        matches.sort(key=lambda file: file.sort_key(order), reverse=descending)
        return matches

    def picture(self, path: str) -> QPixmap | None:
        """Return the picture of a file; None until it is loaded."""
        if path in self._pixmaps:
            self._pixmaps.move_to_end(path)
        return self._pixmaps.get(path)

    def set_visible(self, paths: Sequence[str]) -> None:
        """Inspect visible files before all others, and load their pictures."""
        self._visible = tuple(paths)
        self.inspections.prioritize(paths)
        self._fetch(paths)

    def _fetch(self, paths: Iterable[str]) -> None:
        missing_paths = [p for p in paths if p in self.files and p not in self._requested_paths]
        entries = {p: self.files[p].cache_entry for p in missing_paths}
        digests = {
            p: k.digest for p, k in entries.items() if k and k.digest and not k.facts.failure
        }
        if digests:
            self._requested_paths |= digests.keys()
            self._library_thread.fetch_pictures(digests, dark=self._dark)

    def close(self) -> None:
        """Stop all background work."""
        self.inspections.close()

    # Results of the library thread

    def _on_listed(self, listed_files: Iterable[ListedFile]) -> None:
        jobs = []
        for each in listed_files:
            before = self.files.get(each.path)
            if (
                before is not None
                and before.stamp == each.stamp
                and (before.cache_entry or not each.cache_entry)
            ):
                continue
            self._add_file(LibraryFile(each.path, each.stamp, each.settings, each.cache_entry))
            if each.cache_entry is None:
                jobs.append(
                    InspectionJob(
                        each.path,
                        each.stamp,
                        each.settings,
                        self._dark,
                        packs=self._library_thread.packs,
                    )
                )
        self.inspections.add(jobs)

    def _on_scanned(self, paths: object) -> None:
        if isinstance(paths, frozenset):
            self._remove([path for path in self.files if path not in paths])
        else:
            self._remove(list(self.files))
        self.scanned.emit("" if isinstance(paths, frozenset) else paths)

    def _on_inspected(self, inspections: Iterable[tuple[str, str, CachedFile]]) -> None:
        for path, stamp, cache_entry in inspections:
            file = self.files.get(path)
            if file is not None and file.stamp == stamp:
                self._add_file(LibraryFile(path, stamp, file.settings, cache_entry))

    def _on_pictures_loaded(self, pictures: Mapping[str, QImage]) -> None:
        """Cache the pictures that were loaded; draw the pictures that are missing."""
        current = {path: image for path, image in pictures.items() if path in self.files}
        for path, image in current.items():
            if image.isNull():
                self._draw(self.files[path])
            else:
                self._cache_picture(path, QPixmap.fromImage(image))
        self.pictures_loaded.emit([path for path, image in current.items() if not image.isNull()])

    def _draw(self, file: LibraryFile) -> None:
        if file.cache_entry and file.cache_entry.digest and not file.facts.failure:
            digest = file.cache_entry.digest
            self.inspections.add(
                [
                    InspectionJob(
                        file.path, file.stamp, None, self._dark, digest, self._library_thread.packs
                    )
                ]
            )

    def _cache_picture(self, path: str, pixmap: QPixmap) -> None:
        self._drop_picture(path)
        self._requested_paths.add(path)
        self._pixmaps[path] = pixmap
        self._picture_bytes += _byte_size(pixmap)
        while self._picture_bytes > self.picture_limit_bytes and len(self._pixmaps) > 1:
            self._drop_picture(next(iter(self._pixmaps)))

    def _drop_picture(self, path: str) -> None:
        self._requested_paths.discard(path)
        if path in self._pixmaps:
            self._picture_bytes -= _byte_size(self._pixmaps.pop(path))

    def _add_file(self, file: LibraryFile) -> None:
        before = self.files.get(file.path)
        if before is not None:
            self._count(before, -1)
            if before.stamp != file.stamp:
                self._drop_picture(file.path)
        self.files[file.path] = file
        self._count(file, 1)
        self._notify_soon()

    def _remove(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._count(self.files.pop(path), -1)
            self._drop_picture(path)
            self.inspections.remove([path])
        self._notify_soon()

    def _count(self, file: LibraryFile, step: int) -> None:
        if file.cache_entry is not None:
            for facet, counter in self.counts.items():
                for value in facet_values(file.facts, facet):
                    counter[value] += step

    def _notify(self) -> None:
        self._fetch(self._visible)
        self.changed.emit()

    def _notify_soon(self) -> None:
        if not self._notify_timer.isActive():
            self._notify_timer.start()


def _byte_size(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
