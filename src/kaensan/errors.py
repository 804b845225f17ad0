"""The errors a caller may meet. Each message is one plain sentence that says what to do."""

__all__ = [
    "BadStatus",
    "FetchError",
    "InputError",
    "KaensanError",
    "ModelError",
    "NotAPage",
    "Refused",
    "StoreError",
    "TooLarge",
    "Unreachable",
    "UsageError",
]


class KaensanError(Exception):
    """The base of every error that Kaensan raises on purpose."""


class InputError(KaensanError):
    """A source that cannot be read: a missing file, a folder without pages, a value that is neither str nor bytes."""


class UsageError(KaensanError):
    """A wrong request: an unknown method, an option out of its range, an extra that is not installed."""


class ModelError(KaensanError):
    """A model file that is corrupt or was made for another version of the program."""


class StoreError(KaensanError):
    """A store of site rules that is damaged, that is none, or that a newer version made; the file is left as it is."""


class FetchError(InputError):
    """A page that could not be had from the web; `transient` where trying again later may help."""

    def __init__(self, message: str, *, transient: bool = False) -> None:
        super().__init__(message)
        self.transient = transient


class Refused(FetchError):
    """An address that is not fetched: not a public web address, or closed by the site's robots.txt."""


class Unreachable(FetchError):
    """A server that cannot be found, does not answer in time, or breaks the connection off."""


class TooLarge(FetchError):
    """A page that is larger, or takes more memory to make, than is allowed."""


class NotAPage(FetchError):
    """An answer that is no HTML, XML or text."""


class BadStatus(FetchError):
    """An answer that is an error of the server: `status` is its HTTP status."""

    def __init__(self, message: str, status: int = 0, *, transient: bool = False) -> None:
        super().__init__(message, transient=transient)
        self.status = status
