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
from m44core.library.library_folder import cache_key, scenario_paths_in
from m44core.library.library_settings import FileSettings, LibrarySettings
from m44core.messages.message import Value, message
from m44core.messages.renderers import message_of_error
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.values import dataclass
from m44core.version import __version__
from m44core.work.executors import ProcessExecutor, ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.library.file_inspection import (
    FileInspection,
    InspectionJob,
    inspect_file,
    quick_picture,
)

_CHUNK_SIZE = 100  # files listed before other jobs get their turn


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file in a folder.

    Attributes:
        path: The file.
        stamp: A stamp that changes whenever the facts about the file may change.
        settings: The settings for checking it.
        cache_entry: The facts about it; None if it has to be inspected.
    """

    path: str
    stamp: str
    settings: FileSettings
    cache_entry: CachedFile | None


class LibraryThread(QObject):
    """Lists files and loads their pictures in its own thread, one job after another.

    Attributes:
        size: The maximum size of pictures, in device pixels.
        packs: The user packs for checking and drawing files, in addition to the files' own.

    Signals:
        listed: Some files were listed; carries :class:`ListedFile` values.
        scanned: A scan ended; carries all paths in the folder as a frozenset, or the reason why
            the folder cannot be read.
        inspected: Files were inspected; carries the path, stamp and cache entry of each.
        pictures_loaded: Pictures were loaded; carries them by path. Missing pictures are null.
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
        self._thread = ThreadExecutor("library")
        self._cache: LibraryCache | None = None
        self._scan_number = 0
        self._closed = False
        self._failed.connect(self._raise)

    def scan(self, folder: Path, owned_boxes: OwnedBoxes | None) -> None:
        """Start listing the scenarios in a folder; a scan in progress is dropped."""
        self._scan_number += 1
        settings = LibrarySettings(owned_boxes, self.packs)
        self._submit(
            partial(self._list_chunk, self._scan_number, scenario_paths_in(folder), settings, [])
        )

    def list_files(self, paths: Sequence[Path]) -> None:
        """Start listing the given files, wherever they are; a scan in progress is dropped."""
        self._scan_number += 1
        self._submit(
            partial(
                self._list_chunk,
                self._scan_number,
                iter(paths),
                LibrarySettings(packs=self.packs),
                [],
            )
        )

    def store(self, job: InspectionJob, inspection: FileInspection) -> None:
        """Store the inspection of a file in the cache, and emit its results."""
        self._submit(partial(self._store, job, inspection))

    def fetch_pictures(self, digests: Mapping[str, str], *, dark: bool) -> None:
        """Load pictures from the cache; *digests* are their cache keys, by path."""
        self._submit(partial(self._fetch, dict(digests), _cache_variant(dark)))

    def draw_quickly(self, path: str, *, dark: bool) -> None:
        """Draw the picture of a file in the library thread, without waiting for a process."""
        self._submit(
            lambda: self._emit_pictures({path: quick_picture(path, self.packs, dark=dark)})
        )

    def rename(self, before: str, after: str) -> None:
        """Move the facts about a file to its new path."""
        self._submit(lambda: self._open_cache().rename(before, after))

    def close(self) -> None:
        """Stop the thread, and wait for it; pending jobs are dropped."""
        if not self._closed:
            self._closed = True
            self._scan_number += 1
            self._thread.submit(self._close)
            self._thread.shutdown(wait=True)

    def _submit(self, job: Callable[[], object]) -> None:
        if not self._closed:
            self._thread.submit(self._run_unless_closed, job).add_done_callback(self._report_error)

    def _report_error(self, future: Future[None]) -> None:
        """Pass an unexpected error to the thread of the window, where it is raised and reported."""
        error = None if future.cancelled() else future.exception()
        if error is not None:
            self._failed.emit(error)

    def _raise(self, error: Exception) -> None:
        raise error

    def _run_unless_closed(self, job: Callable[[], object]) -> None:
        if not self._closed:
            job()

    # In the library thread

    def _open_cache(self) -> LibraryCache:
        if self._cache is None:
            self._cache = LibraryCache()
        return self._cache

    def _close(self) -> None:
        if self._cache is not None:
            self._cache.close()

    def _list_chunk(
        self, scan: int, files: Iterator[Path], settings: LibrarySettings, listed_paths: list[str]
    ) -> None:
        """List some files and queue the rest; *listed_paths* has the paths so far."""
        if scan != self._scan_number:
            return
        try:
            paths = [str(path) for path in islice(files, _CHUNK_SIZE)]
        except ReadError as error:
            self.scanned.emit(message_of_error(error))
            return
        stamps = {path: cache_key(Path(path), settings.cache_key(path)) for path in paths}
        entries = self._open_cache().lookup(stamps)
        self.listed.emit(
            [ListedFile(p, s, settings.for_file(p), entries.get(p)) for p, s in stamps.items()]
        )
        listed_paths += paths
        if len(paths) < _CHUNK_SIZE:
            self.scanned.emit(frozenset(listed_paths))
        else:
            self._submit(partial(self._list_chunk, scan, files, settings, listed_paths))

    def _store(self, job: InspectionJob, inspection: FileInspection) -> None:
        digest = inspection.cache_entry.digest if inspection.cache_entry else job.digest
        if inspection.picture and digest:
            self._open_cache().store_pictures(
                {digest: inspection.picture}, _cache_variant(job.dark)
            )
        if inspection.cache_entry is None:
            self._emit_pictures({job.path: inspection.picture})
        else:
            self._open_cache().store([(job.path, job.stamp, inspection.cache_entry)])
            self.inspected.emit([(job.path, job.stamp, inspection.cache_entry)])

    def _fetch(self, digests: Mapping[str, str], variant: str) -> None:
        cached = self._open_cache().lookup_pictures(set(digests.values()), variant)
        self._emit_pictures({path: cached.get(digest, b"") for path, digest in digests.items()})

    def _emit_pictures(self, pictures: Mapping[str, bytes]) -> None:
        self.pictures_loaded.emit(
            {path: self._scaled_image(image) for path, image in pictures.items()}
        )

    def _scaled_image(self, content: bytes) -> QImage:
        """Return a picture scaled down to the size shown; a null image if *content* is empty."""
        image = QImage.fromData(content) if content else QImage()
        if image.isNull():
            return image
        size = image.size().scaled(self.size, Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() >= image.width():
            return image
        smooth = Qt.TransformationMode.SmoothTransformation
        return image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def _cache_variant(dark: bool) -> str:
    """Return the cache variant of pictures: theme and program version."""
    return f"{'dark' if dark else 'light'} {__version__}"


_IDLE_SECONDS = 20.0  # seconds without work after which processes end
_JOBS_PER_PROCESS = 2  # so that no process waits for its next job


class InspectionQueue(QObject):
    """Inspects files in worker processes, visible files first.

    Attributes:
        workers: The processes.

    Signals:
        progressed: The number of remaining files has changed; carries it.
    """

    progressed = Signal(int)

    def __init__(
        self, library_thread: LibraryThread, processes: int = 0, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library_thread = library_thread
        module = (inspect_file.__module__,)
        self.workers = ProcessExecutor(
            processes, initializer=import_module, initargs=module, idle_seconds=_IDLE_SECONDS
        )
        self._waiting: dict[str, InspectionJob] = {}
        self._running: dict[str, InspectionJob] = {}
        self._prioritized: list[str] = []
        self._drawn_paths: set[str] = set()
        self._closed = False

    @property
    def remaining(self) -> int:
        """The number of files that remain to be inspected."""
        return len(self._waiting) + len(self._running)

    def add(self, jobs: Iterable[InspectionJob]) -> None:
        """Queue files for inspection; a new job for a file replaces a waiting job."""
        self._waiting |= {job.path: job for job in jobs}
        self._submit_jobs()

    def prioritize(self, paths: Iterable[str]) -> None:
        """Inspect the given files before all others."""
        self._prioritized = list(paths)
        self._submit_jobs()

    def remove(self, paths: Iterable[str] | None = None) -> None:
        """Remove the given files from the queue, or all files if *paths* is None.

        Running jobs continue.
        """
        for path in list(self._waiting) if paths is None else paths:
            self._waiting.pop(path, None)
        self.progressed.emit(self.remaining)

    def close(self) -> None:
        """Terminate the processes; pending jobs are dropped."""
        self._closed = True
        self._waiting.clear()
        self.workers.terminate()

    def _submit_jobs(self) -> None:
        """Submit as many jobs as the processes can take."""
        if self._closed:
            return
        while self._waiting and len(self._running) < self.workers.max_processes * _JOBS_PER_PROCESS:
            job = self._next_job()
            self._running[job.path] = job
            future = self.workers.submit(inspect_file, job)
            when_done(future, partial(self._on_job_done, job))
        self._draw_visible()
        self.progressed.emit(self.remaining)

    def _next_job(self) -> InspectionJob:
        candidates = (path for path in self._prioritized if path in self._waiting)
        return self._waiting.pop(next(candidates, next(iter(self._waiting))))

    def _draw_visible(self) -> None:
        """Draw the visible pictures in the library thread as long as no process is ready."""
        if self.workers.is_ready:
            return
        jobs = self._running | self._waiting
        for path in self._prioritized:
            if path in jobs and path not in self._drawn_paths:
                self._drawn_paths.add(path)
                self._library_thread.draw_quickly(path, dark=jobs[path].dark)

    def _on_job_done(self, job: InspectionJob, future: Future[FileInspection]) -> None:
        """Store the result or the failure of a job, and continue."""
        self._running.pop(job.path, None)
        if not self._closed:
            error = future.exception()
            self._library_thread.store(job, _failed_inspection(error) if error else future.result())
            self._submit_jobs()


def _failed_inspection(error: BaseException) -> FileInspection:
    """Return the result for a file that could not be inspected."""
    reason: Value = error_reason(error) if isinstance(error, M44Error) else repr(error)
    problem = message("this file could not be read: {error}", error=reason)
    return FileInspection(CachedFile("", FileFacts(failure=problem)), b"")
