"""Properties that are computed once."""

from __future__ import annotations

from kaensan.cached import cached_property


class _Counted:
    times = 0

    @cached_property
    def value(self) -> int:
        """What is counted."""
        self.times += 1
        return self.times


def test_a_property_is_computed_once_an_object() -> None:
    one, other = _Counted(), _Counted()
    assert (one.value, one.value, other.value) == (1, 1, 1)
    assert (one.times, _Counted.value.__doc__) == (1, "What is counted.")
