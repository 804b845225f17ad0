"""`python -m kaensan`, and the program `kaensan`."""

import os
import signal
import sys
from contextlib import suppress

__all__ = ["run"]

_INTERRUPTED = 130
"""The exit status of a program that was interrupted from the keyboard, as shells have it: 128 and the signal's 2."""

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
"""NumPy starts threads for products of matrices when it is loaded: longer than a page takes, and of no use …"""
_MULTIPLIES = "train"
"""… but to this command."""


def run() -> None:
    """Run a command and end the process; an interrupted one ends at once, whatever its threads are doing."""
    if _MULTIPLIES not in sys.argv[1:]:
        os.environ.setdefault(*_ONE_THREAD)
    try:
        from kaensan.cli import main

        status = main()
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is done is not interrupted while Python ends
    except KeyboardInterrupt:  # before there was a command, or a second time while the first was dealt with
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, KeyboardInterrupt):
                stream.flush()
        os._exit(status)
    sys.exit(status)


if __name__ == "__main__":
    run()
