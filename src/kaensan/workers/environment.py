"""What a process that works on other people's pages may know of its surroundings: no keys, tokens or passwords."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["clean_environment"]

_NEEDED = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|TERM|"
    r"LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|VIRTUAL_ENV|CONDA_PREFIX|"
    r"PYTHON[A-Z]+|KAENSAN_[A-Z_]+|COVERAGE_PROCESS_START|SSL_CERT_FILE|SSL_CERT_DIR|"
    r"XDG_(?:CACHE|CONFIG|DATA)_HOME|XDG_(?:CONFIG|DATA)_DIRS|FONTCONFIG_[A-Z]+|MALLOC_[A-Z_]+|"
    r"OMP_NUM_THREADS|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|"
    r"NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE",
    re.IGNORECASE,  # Windows does not tell Path from PATH
)
"""Variables that programs need to be found, to write temporary files and to speak the user's language."""

_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)
"""Words in the name of a variable that is never handed on, not even one of our own."""


def clean_environment(given: Mapping[str, str], **added: str) -> dict[str, str]:
    """Of the variables of a process those that a child needs, and what is added to them.

    >>> clean_environment({"PATH": "/bin", "AWS_SECRET_ACCESS_KEY": "x", "KAENSAN_TOKEN": "y"}, TZ="UTC")
    {'PATH': '/bin', 'TZ': 'UTC'}
    """
    kept = {name: value for name, value in given.items() if _NEEDED.fullmatch(name) and not _SECRET.search(name)}
    return kept | added
