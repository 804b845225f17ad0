"""The errors a caller may meet. Each message is one plain sentence that says what to do."""

__all__ = ["InputError", "KaensanError", "ModelError", "UsageError"]


class KaensanError(Exception):
    """The base of every error that Kaensan raises on purpose."""


class InputError(KaensanError):
    """A source that cannot be read: a missing file, a folder without pages, a value that is neither str nor bytes."""


class UsageError(KaensanError):
    """A wrong request: an unknown method, an option out of its range, an extra that is not installed."""


class ModelError(KaensanError):
    """A model file that is corrupt or was made for another version of the program."""
