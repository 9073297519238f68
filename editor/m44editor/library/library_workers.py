"""Background work of the library: a thread for folders and cache, processes to inspect files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage

from m44core.catalogue.packs.pack import Pack
from m44core.errors import M44Error, ReadError
from m44core.faults import error_reason
from m44core.library.file_facts import FileFacts
from m44core.library.library_cache import CachedFile, LibraryCache
from m44core.library.library_folder import cache_key, scenarios_in
from m44core.library.library_settings import FileSettings, LibrarySettings
from m44core.messages.message import Value, message
from m44core.messages.words import reason
from m44core.validation.components.owned_boxes import Owned
from m44core.values import dataclass
from m44core.version import __version__
from m44core.work.executors import InProcess, Processes
from m44editor.background_jobs import when_done
from m44editor.library.file_inspection import Inspection, InspectionJob, inspect, quick_picture

_AT_ONCE = 100  # files that are listed before anything else may be done


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of a folder.

    Attributes:
        path: The file.
        stamp: What tells it from a later one.
        terms: How it is judged.
        known: What is known of it; None where it is to be looked into.
    """

    path: str
    stamp: str
    terms: FileSettings
    known: CachedFile | None


class LibraryThread(QObject):
    """Works in a thread of its own, one thing after the other.

    Attributes:
        size: How large pictures are shown, in device pixels.
        packs: The packs the user added, by which files are judged and drawn besides their own.

    Signals:
        listed: Some :class:`Listed` files.
        scanned: All paths of the folder; or why it cannot be read, to be told.
        found: Some paths, with stamps and what is known of the files.
        pictured: Pictures by path; those that are missing are null.
    """

    listed = Signal(list)
    scanned = Signal(object)
    inspected = Signal(list)
    pictures_loaded = Signal(dict)
    _failed = Signal(object)

    def __init__(self, size: QSize, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.size = size
        self.packs: tuple[Pack, ...] = ()
        self._thread = InProcess("library")
        self._cache: LibraryCache | None = None
        self._scan = 0
        self._closed = False
        self._failed.connect(self._raise)

    def scan(self, folder: Path, owned: Owned | None) -> None:
        """List the scenarios of a folder; what is still listed of another one is left."""
        self._scan += 1
        terms = LibrarySettings(owned, self.packs)
        self._do(partial(self._list_some, self._scan, scenarios_in(folder), terms, []))

    def list_files(self, paths: Sequence[Path]) -> None:
        """List some files, wherever they are."""
        self._scan += 1
        self._do(
            partial(self._list_some, self._scan, iter(paths), LibrarySettings(packs=self.packs), [])
        )

    def store(self, job: InspectionJob, look: Inspection) -> None:
        """Remember what was found out about a file, and tell it."""
        self._do(partial(self._keep, job, look))

    def fetch(self, digests: Mapping[str, str], *, dark: bool) -> None:
        """Get pictures from the cache, for paths with the content of their files."""
        self._do(partial(self._fetch, dict(digests), _look(dark)))

    def draw_quickly(self, path: str, *, dark: bool) -> None:
        """Make the picture of a file here, for whoever cannot wait."""
        self._do(lambda: self._show({path: quick_picture(path, self.packs, dark=dark)}))

    def rename(self, before: str, after: str) -> None:
        """Remember a file under another path."""
        self._do(lambda: self._base().rename(before, after))

    def close(self) -> None:
        """End the thread; what it was still to do is left."""
        if not self._closed:
            self._closed = True
            self._scan += 1
            self._thread.submit(self._close)
            self._thread.shutdown(wait=True)

    def _do(self, act: Callable[[], object]) -> None:
        if not self._closed:
            self._thread.submit(self._unless_closed, act).add_done_callback(self._hand_on)

    def _hand_on(self, future: Future[None]) -> None:
        """Let a defect of ours be told as one that happens in the window's own thread."""
        error = None if future.cancelled() else future.exception()
        if error is not None:
            self._failed.emit(error)

    def _raise(self, error: Exception) -> None:
        raise error

    def _unless_closed(self, act: Callable[[], object]) -> None:
        if not self._closed:
            act()

    # In the thread

    def _base(self) -> LibraryCache:
        if self._cache is None:
            self._cache = LibraryCache()
        return self._cache

    def _close(self) -> None:
        if self._cache is not None:
            self._cache.close()

    def _list_some(
        self, scan: int, files: Iterator[Path], terms: LibrarySettings, before: list[str]
    ) -> None:
        """List some files, and go on with the others after what else is to be done."""
        if scan != self._scan:
            return
        try:
            some = [str(path) for path in islice(files, _AT_ONCE)]
        except ReadError as error:
            self.scanned.emit(reason(error))
            return
        stamps = {path: cache_key(Path(path), terms.cache_key(path)) for path in some}
        known = self._base().lookup(stamps)
        self.listed.emit(
            [ListedFile(p, s, terms.for_file(p), known.get(p)) for p, s in stamps.items()]
        )
        before += some
        if len(some) < _AT_ONCE:
            self.scanned.emit(frozenset(before))
        else:
            self._do(partial(self._list_some, scan, files, terms, before))

    def _keep(self, job: InspectionJob, look: Inspection) -> None:
        digest = look.known.digest if look.known else job.digest
        if look.picture and digest:
            self._base().store_pictures({digest: look.picture}, _look(job.dark))
        if look.known is None:
            self._show({job.path: look.picture})
        else:
            self._base().store([(job.path, job.stamp, look.known)])
            self.inspected.emit([(job.path, job.stamp, look.known)])

    def _fetch(self, digests: Mapping[str, str], look: str) -> None:
        kept = self._base().lookup_pictures(set(digests.values()), look)
        self._show({path: kept.get(digest, b"") for path, digest in digests.items()})

    def _show(self, pictures: Mapping[str, bytes]) -> None:
        self.pictures_loaded.emit({path: self._fitting(image) for path, image in pictures.items()})

    def _fitting(self, content: bytes) -> QImage:
        """Return a picture in the size it is shown in; a null one for no content."""
        image = QImage.fromData(content) if content else QImage()
        if image.isNull():
            return image
        size = image.size().scaled(self.size, Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() >= image.width():
            return image
        smooth = Qt.TransformationMode.SmoothTransformation
        return image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def _look(dark: bool) -> str:
    """Return what pictures are told apart by that show the same scenario."""
    return f"{'dark' if dark else 'light'} {__version__}"


_REST = 20.0  # seconds without work after which the processes end
_AHEAD = 2  # jobs a process has at hand, so that it need not wait for the next


class InspectionQueue(QObject):
    """Has files looked into, as many at a time as there are processes for.

    Attributes:
        workers: The processes.

    Signals:
        progressed: How many files are still to be looked into.
    """

    progressed = Signal(int)

    def __init__(
        self, keeper: LibraryThread, processes: int = 0, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._keeper = keeper
        module = (inspect.__module__,)
        self.workers = Processes(processes, initializer=import_module, initargs=module, idle=_REST)
        self._waiting: dict[str, InspectionJob] = {}
        self._running: dict[str, InspectionJob] = {}
        self._wanted: list[str] = []
        self._glanced: set[str] = set()
        self._closed = False

    @property
    def remaining(self) -> int:
        """How many files are still to be looked into."""
        return len(self._waiting) + len(self._running)

    def add(self, jobs: Iterable[InspectionJob]) -> None:
        """Have files looked into; whatever was to be done about them before is not."""
        self._waiting |= {job.path: job for job in jobs}
        self._feed()

    def prioritize(self, paths: Iterable[str]) -> None:
        """Have these files looked into before all others: they are in sight."""
        self._wanted = list(paths)
        self._feed()

    def remove(self, paths: Iterable[str] | None = None) -> None:
        """Look no longer into these files, or into any."""
        for path in list(self._waiting) if paths is None else paths:
            self._waiting.pop(path, None)
        self.progressed.emit(self.remaining)

    def close(self) -> None:
        """End the processes; what they were still to do is left."""
        self._closed = True
        self._waiting.clear()
        self.workers.terminate()

    def _feed(self) -> None:
        """Hand out as much as the processes can take."""
        if self._closed:
            return
        while self._waiting and len(self._running) < self.workers.number * _AHEAD:
            job = self._next()
            self._running[job.path] = job
            future = self.workers.submit(inspect, job)
            when_done(future, partial(self._take, job))
        self._glance()
        self.progressed.emit(self.remaining)

    def _next(self) -> InspectionJob:
        wanted = (path for path in self._wanted if path in self._waiting)
        return self._waiting.pop(next(wanted, next(iter(self._waiting))))

    def _glance(self) -> None:
        """While no process has begun, make the pictures in sight here, one after the other."""
        if self.workers.ready:
            return
        jobs = self._running | self._waiting
        for path in self._wanted:
            if path in jobs and path not in self._glanced:
                self._glanced.add(path)
                self._keeper.draw_quickly(path, dark=jobs[path].dark)

    def _take(self, job: InspectionJob, future: Future[Inspection]) -> None:
        """Take what was found, or why nothing was, and go on."""
        self._running.pop(job.path, None)
        if not self._closed:
            error = future.exception()
            self._keeper.store(job, _nothing(error) if error else future.result())
            self._feed()


def _nothing(error: BaseException) -> Inspection:
    """Return what is known of a file that could not be looked into."""
    reason: Value = error_reason(error) if isinstance(error, M44Error) else repr(error)
    said = message("this file could not be looked into: {error}", error=reason)
    return Inspection(CachedFile("", FileFacts(failure=said)), b"")
