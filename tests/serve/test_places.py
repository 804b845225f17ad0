"""Places that clients share: whoever asks for much leaves others room."""

from __future__ import annotations

import asyncio

from kaensan.serve.places import Places


class _Held:
    """Somebody in a place until told to leave."""

    def __init__(self, places: Places, client: str) -> None:
        self.inside = asyncio.Event()
        self.leave = asyncio.Event()
        self.task = asyncio.create_task(self._stay(places, client))

    async def _stay(self, places: Places, client: str) -> None:
        async with places.take(client):
            self.inside.set()
            await self.leave.wait()


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_one_client_takes_no_more_than_half_of_the_places() -> None:
    async def run() -> None:
        places = Places(4)
        greedy = [_Held(places, "greedy") for _ in range(20)]
        await _settle()
        assert sum(one.inside.is_set() for one in greedy) == 2
        honest = [_Held(places, "honest") for _ in range(2)]
        await _settle()
        assert all(one.inside.is_set() for one in honest)
        for one in [*greedy, *honest]:
            one.leave.set()
        await asyncio.gather(*(one.task for one in [*greedy, *honest]))

    asyncio.run(run())


def test_who_has_the_fewest_is_next_and_who_gives_up_takes_nothing() -> None:
    async def run() -> None:
        places = Places(2)
        first, second = _Held(places, "a"), _Held(places, "b")
        await _settle()
        gone, third, new = _Held(places, "a"), _Held(places, "a"), _Held(places, "c")
        await _settle()
        gone.task.cancel()
        second.leave.set()
        await _settle()
        assert new.inside.is_set()
        assert not third.inside.is_set()
        first.leave.set()
        await _settle()
        assert third.inside.is_set()
        assert not gone.inside.is_set()
        third.leave.set()
        new.leave.set()
        await asyncio.gather(first.task, second.task, third.task, new.task)

    asyncio.run(run())


def test_a_turn_that_comes_to_somebody_who_just_left_goes_on_to_the_next() -> None:
    async def run() -> None:
        places = Places(1)
        first = _Held(places, "a")
        await _settle()
        leaving, next_one = _Held(places, "b"), _Held(places, "c")
        await _settle()
        first.leave.set()
        await asyncio.sleep(0)  # the first leaves, and the second is called
        leaving.task.cancel()
        await _settle()
        assert next_one.inside.is_set()
        next_one.leave.set()
        await asyncio.gather(first.task, next_one.task)

    asyncio.run(run())
