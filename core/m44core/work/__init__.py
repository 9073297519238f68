"""Background work in a thread, in processes, or on any other executor.

The common interface is :class:`concurrent.futures.Executor`. :mod:`~m44core.work.executors` has
one executor for this process and one for worker processes;
:func:`~m44core.work.parallel_map.parallel_map` takes these or any other, such as that of mpi4py.
:mod:`~m44core.work.dask_executor` has one for other machines.

Compared with the standard library:

- A process that dies affects only its own job. The job is tried again once, alone, and fails with
  :class:`~m44core.work.executors.ProcessDiedError` if its process dies again.
- A running job can be canceled, by ending its process. In a thread it stops when it next calls
  :func:`m44core.work.job_progress.report_progress`, which also reports its progress.
- No process outlives the one that started it, not even inside a library that never returns
  (:mod:`~m44core.work.worker`), and none receives interrupts (:mod:`m44core.interrupts`).
- Processes end after being idle or doing many jobs, and release their memory.
- They also work in a frozen program (:func:`m44core.work.worker.freeze_support`).

Two libraries were tried first, loky 3.7 and pebble 5.2. In loky, a dead worker fails all waiting
jobs and breaks the executor, running jobs cannot be canceled, frozen programs are started with
``-m`` on Linux and macOS, and idle workers survived their killed parent. In pebble, a dead worker
fails only its own job and running jobs can be canceled, but its pool is not an ``Executor`` (the
second parameter of ``submit`` is a timeout), it starts all its processes in the thread that
schedules the first job (63 ms, four frames of a window), and it is under the LGPL. In both, a
worker inside C code outlived its parent. Either would still have needed most of this package.
"""
