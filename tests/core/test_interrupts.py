"""Blocking signals: an interrupt at any moment leaves none of them blocked."""

import os
import subprocess
import sys

import pytest

# A process of its own has no other thread that could receive the signal in its place.
_ENTER_AND_LEAVE = """
import signal
from m44core.interrupts import DeferredSignals

signal.signal(signal.SIGALRM, signal.default_int_handler)
for attempt in range(400):
    try:
        signal.setitimer(signal.ITIMER_REAL, 2e-5)
        while True:
            with DeferredSignals("SIGALRM"):
                pass
    except KeyboardInterrupt:
        assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()), attempt
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems cannot block signals")
def test_an_interrupt_at_any_moment_leaves_no_signal_blocked() -> None:
    subprocess.run([sys.executable, "-c", _ENTER_AND_LEAVE], check=True, timeout=60)


_USE_PROCESSES = """
import signal, threading
from pathlib import Path
from m44core.interrupts import DeferredSignals
from m44core.work.executors import ProcessExecutor

with ProcessExecutor(1) as processes:
    with DeferredSignals("SIGINT"):
        job = processes.submit(int)
    job.result()
    (feeder,) = (each for each in threading.enumerate() if each.name == "processes")
    status = Path(f"/proc/self/task/{feeder.native_id}/status").read_text()
blocked = next(line for line in status.splitlines() if line.startswith("SigBlk"))
assert int(blocked.split()[1], 16) & 1 << signal.SIGINT - 1, blocked
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not show blocked signals")
def test_starting_a_process_leaves_interrupts_to_the_main_thread() -> None:
    subprocess.run([sys.executable, "-c", _USE_PROCESSES], check=True, timeout=60)
