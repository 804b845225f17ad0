"""The engine for a cluster: shards are the rows of a Ray Data job, and what became of their chunks comes back in order.

Every shard is worked through on one node, by one killable process as on a single machine. A node that is lost costs
nothing but time: Ray gives its shards to others, and since the chunks of a shard are always the same, what had come
back before is told from what had not. Rows are written where the command runs; nodes only need to reach the inputs.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kaensan.batch.events import Done, Event
from kaensan.batch.extractor import Extractor
from kaensan.batch.local import run_shards
from kaensan.batch.shards import Shard
from kaensan.errors import KaensanError
from kaensan.extras import from_extra

__all__ = ["run_on_ray"]


def run_on_ray(
    shards: Sequence[tuple[Shard, int]], extractor: Extractor, *, workers: int, address: str | None = None
) -> Generator[Event, None, None]:
    """Work through shards on a cluster, `workers` of them at a time."""
    if not shards:
        return
    with from_extra("ray", "the engine ray"):
        import ray
        import ray.data
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    context.target_max_block_size = 1  # a block per event, so that a shard that is done again gives the same blocks
    items = [{"shard": pickle.dumps(shard), "start": start} for shard, start in shards]
    events = ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
        _work,
        batch_size=1,
        batch_format="pyarrow",
        fn_kwargs={"extractor": extractor},
        num_cpus=1,
        compute=ray.data.TaskPoolStrategy(size=workers),
    )
    yield from _each_once(events.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=workers))


def _work(items: Any, extractor: Extractor) -> Iterator[dict[str, list[Any]]]:
    for item in items.to_pylist():
        shard = pickle.loads(item["shard"])
        for number, event in enumerate(run_shards([(shard, item["start"])], extractor, workers=1)):
            if isinstance(event, Done):
                event = replace(event, chunk=replace(event.chunk, payload=None))
            yield {"shard": [shard.number], "number": [number], "event": [pickle.dumps(event)]}


def _each_once(blocks: Iterable[Any]) -> Iterator[Event]:
    """The events of every shard in order; what comes a second time is left out, and nothing may be missing."""
    expected: defaultdict[int, int] = defaultdict(int)
    for block in blocks:
        for row in block.to_pylist():
            shard, number = row["shard"], row["number"]
            if number > expected[shard]:
                raise KaensanError("a part of a shard did not come back from the cluster; run the same command again")
            if number == expected[shard]:
                expected[shard] += 1
                event: Event = pickle.loads(row["event"])
                yield event
