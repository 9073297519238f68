"""The files of a library as they are known so far."""

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
from m44core.validation.components.owned_boxes import Owned
from m44editor.library.file_inspection import InspectionJob
from m44editor.library.library_workers import InspectionQueue, LibraryThread, ListedFile

_TELL = 40  # milliseconds between two times that changes are told
_NOTHING = FileFacts()

_ROOM = 96 * 1024 * 1024


class LibraryFile:
    """A file of a library.

    Attributes:
        path: Its path.
        stamp: What tells it from a later one.
        terms: How it is judged.
        known: What is known of it; None as long as nobody has looked.
        name: Its name.
        searched: What is searched of it.
    """

    def __init__(
        self, path: str, stamp: str, terms: FileSettings, known: CachedFile | None
    ) -> None:
        self.path, self.stamp, self.terms, self.known = path, stamp, terms, known
        self.name = os.path.basename(path)  # noqa: PTH119 - a Path takes longer for thousands
        self.search_text = searchable_file(self.name, self.facts)
        self._keys: dict[str, tuple[object, ...]] = {}

    @property
    def facts(self) -> FileFacts:
        """What is known of it; nothing where nobody has looked yet."""
        return self.known.facts if self.known else _NOTHING

    @property
    def title(self) -> str:
        """What to call it: the title of the scenario, or the name of the file."""
        return self.facts.title or self.name

    def sort_key(self, order: str) -> tuple[object, ...]:
        """Return what it is compared by in an order."""
        if order not in self._keys:
            self._keys[order] = ORDERS[order](self.path, self.facts)
        return self._keys[order]


class LibraryFiles(QObject):
    """Knows the files of a folder, has them looked into, and keeps their pictures.

    Attributes:
        files: The files by path.
        counts: How many files have each value of each facet.
        loader: Who looks into them.
        room: Bytes of pictures to have at hand; those not seen for the longest go first.

    Signals:
        changed: Files came, went, or are known better.
        pictured: The paths whose pictures are there now.
        scanned: All files are listed; "" or why the folder cannot be read.
    """

    changed = Signal()
    pictures_loaded = Signal(list)
    scanned = Signal(object)

    def __init__(
        self, keeper: LibraryThread, parent: QObject | None = None, processes: int = 0
    ) -> None:
        super().__init__(parent)
        self.files: dict[str, LibraryFile] = {}
        self.counts: Mapping[str, Counter[str]] = {facet: Counter() for facet in FACETS}
        self.inspections = InspectionQueue(keeper, processes, self)
        self._keeper = keeper
        self._dark = False
        self._pixmaps: OrderedDict[str, QPixmap] = OrderedDict()
        self.picture_limit_bytes = _ROOM
        self._bytes = 0
        self._asked: set[str] = set()
        self._in_sight: tuple[str, ...] = ()
        self._tell = QTimer(self, interval=_TELL, singleShot=True)
        self._tell.timeout.connect(self._tell_now)
        keeper.listed.connect(self._take_listed)
        keeper.scanned.connect(self._take_scanned)
        keeper.inspected.connect(self._take_found)
        keeper.pictures_loaded.connect(self._take_pictures)

    def scan(self, folder: Path, owned: Owned | None = None) -> None:
        """List the files of a folder; what is known of those already listed stays."""
        self._keeper.scan(folder, owned)

    def clear(self) -> None:
        """Forget all files."""
        self.inspections.remove()
        self.files.clear()
        for counter in self.counts.values():
            counter.clear()
        self.clear_pictures()
        self.changed.emit()

    def clear_pictures(self) -> None:
        """Forget all pictures: they are to look otherwise."""
        self._pixmaps.clear()
        self._asked.clear()
        self._bytes = 0

    def set_dark(self, *, dark: bool) -> None:
        """Have pictures dark or light from now on."""
        if dark != self._dark:
            self._dark = dark
            self.clear_pictures()
            self._fetch(self._in_sight)

    def matching(
        self, query: Query, wanted: FacetFilter, order: str, *, down: bool
    ) -> list[LibraryFile]:
        """Return the files that are looked for, in an order."""
        found = [
            file
            for file in self.files.values()
            if (not wanted or matches_filter(file.facts, wanted))
            and (not query or query.matches(file.search_text))
        ]
        found.sort(key=lambda file: file.sort_key(order), reverse=down)
        return found

    def picture(self, path: str) -> QPixmap | None:
        """Return the picture of a file, or None as long as there is none."""
        if path in self._pixmaps:
            self._pixmaps.move_to_end(path)
        return self._pixmaps.get(path)

    def set_visible(self, paths: Sequence[str]) -> None:
        """Have those files looked into first, and get their pictures: they are in sight."""
        self._in_sight = tuple(paths)
        self.inspections.prioritize(paths)
        self._fetch(paths)

    def _fetch(self, paths: Iterable[str]) -> None:
        missing = [p for p in paths if p in self.files and p not in self._asked]
        known = {p: self.files[p].known for p in missing}
        digests = {p: k.digest for p, k in known.items() if k and k.digest and not k.facts.failure}
        if digests:
            self._asked |= digests.keys()
            self._keeper.fetch(digests, dark=self._dark)

    def close(self) -> None:
        """End all work."""
        self.inspections.close()

    # What comes from the thread

    def _take_listed(self, listed: Iterable[ListedFile]) -> None:
        jobs = []
        for each in listed:
            before = self.files.get(each.path)
            if (
                before is not None
                and before.stamp == each.stamp
                and (before.known or not each.known)
            ):
                continue
            self._put(LibraryFile(each.path, each.stamp, each.terms, each.known))
            if each.known is None:
                jobs.append(
                    InspectionJob(
                        each.path, each.stamp, each.terms, self._dark, packs=self._keeper.packs
                    )
                )
        self.inspections.add(jobs)

    def _take_scanned(self, paths: object) -> None:
        if isinstance(paths, frozenset):
            self._remove([path for path in self.files if path not in paths])
        else:
            self._remove(list(self.files))
        self.scanned.emit("" if isinstance(paths, frozenset) else paths)

    def _take_found(self, found: Iterable[tuple[str, str, CachedFile]]) -> None:
        for path, stamp, known in found:
            file = self.files.get(path)
            if file is not None and file.stamp == stamp:
                self._put(LibraryFile(path, stamp, file.terms, known))

    def _take_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Keep the pictures that came; those no cache has are made."""
        here = {path: image for path, image in pictures.items() if path in self.files}
        for path, image in here.items():
            if image.isNull():
                self._draw(self.files[path])
            else:
                self._keep_picture(path, QPixmap.fromImage(image))
        self.pictures_loaded.emit([path for path, image in here.items() if not image.isNull()])

    def _draw(self, file: LibraryFile) -> None:
        if file.known and file.known.digest and not file.facts.failure:
            digest = file.known.digest
            self.inspections.add(
                [InspectionJob(file.path, file.stamp, None, self._dark, digest, self._keeper.packs)]
            )

    def _keep_picture(self, path: str, pixmap: QPixmap) -> None:
        self._drop_picture(path)
        self._asked.add(path)
        self._pixmaps[path] = pixmap
        self._bytes += _size(pixmap)
        while self._bytes > self.picture_limit_bytes and len(self._pixmaps) > 1:
            self._drop_picture(next(iter(self._pixmaps)))

    def _drop_picture(self, path: str) -> None:
        self._asked.discard(path)
        if path in self._pixmaps:
            self._bytes -= _size(self._pixmaps.pop(path))

    def _put(self, file: LibraryFile) -> None:
        before = self.files.get(file.path)
        if before is not None:
            self._count(before, -1)
            if before.stamp != file.stamp:
                self._drop_picture(file.path)
        self.files[file.path] = file
        self._count(file, 1)
        self._tell_soon()

    def _remove(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._count(self.files.pop(path), -1)
            self._drop_picture(path)
            self.inspections.remove([path])
        self._tell_soon()

    def _count(self, file: LibraryFile, step: int) -> None:
        if file.known is not None:
            for facet, counter in self.counts.items():
                for value in facet_values(file.facts, facet):
                    counter[value] += step

    def _tell_now(self) -> None:
        self._fetch(self._in_sight)
        self.changed.emit()

    def _tell_soon(self) -> None:
        if not self._tell.isActive():
            self._tell.start()


def _size(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
