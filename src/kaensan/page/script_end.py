"""Where a script ends in markup that holds it as it is."""

from __future__ import annotations

import re

__all__ = ["script_end"]

_MARK = re.compile(rb"<!--|-->|<(/?)script[\t\n\f\r />]", re.IGNORECASE)


def script_end(markup: bytes, at: int, unclosed: int) -> int:
    """Where a script ends that has `<!--` in it: up to `-->`, a `<script>` in it has an end tag of its own.

    At `unclosed` stands the end tag of the script in which the page ended, whatever is open in it.
    """
    commented = doubly = False
    while mark := _MARK.search(markup, at):
        at = mark.end()
        if mark[0] == b"<!--":
            commented = True
            at -= 2  # `<!-->` is a whole comment
        elif mark[0] == b"-->":
            commented = doubly = False
        elif not mark[1]:
            doubly = commented
        elif doubly and mark.start() != unclosed:
            doubly = False
        else:
            return mark.start()
    return -1
