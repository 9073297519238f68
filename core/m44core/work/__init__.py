"""Work beside the caller: in a thread, in processes, or wherever an executor of another maker is.

The one contract is :class:`concurrent.futures.Executor`. :mod:`~m44core.work.executors` has one
executor in this process and one in others; :func:`~m44core.work.parallel_map.parallel_map`
takes these or any other, such as those of dask or mpi4py.

What they add to the standard library, the same for everything that uses them:

- A process that dies takes only its own job with it. The job is tried once more, alone, and fails
  with :class:`~m44core.work.executors.LostError` if it ends its process again.
- A job can be cancelled while it runs: its process is ended. In a thread it stops where it next
  calls :func:`m44core.work.job_progress.report`, which also reports how far it has come.
- No process outlives the one that started it, not even inside a library that never returns
  (:mod:`~m44core.work.worker`), and none hears interrupts (:mod:`m44core.interrupts`).
- Processes end when they have been idle, or have done many jobs, and give their memory back.
- A frozen program starts them, too (:func:`m44core.work.worker.freeze_support`).

Two libraries were tried first, loky 3.7 and pebble 5.2. In loky one dead worker fails every job
that waits and the executor for good, a running job cannot be cancelled, a frozen program is started
with ``-m`` on Linux and macOS, and idle workers were still there after their parent was killed. In
pebble a dead worker fails its own job only and running jobs can be cancelled, but its pool is no
``Executor`` (``submit`` takes a timeout second), it starts all its processes in the thread that
schedules the first job (63 ms, four frames of a window), and it is under the LGPL. In both a worker
inside C code outlived its parent. Most of this package would have been needed around either.
"""
