"""On a Ray cluster the same input gives the same rows, also when a node is lost on the way."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from archives import inline, page, write_warc

from kaensan.batch.events import Done, Event
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options, Running
from kaensan.batch.ray import _each_once, run_on_ray
from kaensan.batch.run import run


@pytest.fixture(scope="module", autouse=True)
def _nothing_reported() -> Iterator[None]:
    """Ray reports how it is used from threads of its own, which fail without a network long after a test is done."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_DATA_USAGE_DISABLED", "1")
        yield


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A node that only commands, and two that work."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_a_node_that_is_lost_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    inputs = [
        str(write_warc(tmp_path / f"{name}.warc.gz", [page(100 * name + number) for number in range(30)]))
        for name in range(4)
    ]
    extractor = Extractor(Options(method="weight", duplicates="exact"))
    run(inputs, tmp_path / "here", extractor, Running(engine=inline(extractor)))
    on_ray = partial(run_on_ray, extractor=extractor, workers=2)
    lost: list[Any] = []

    def engine(shards: Any) -> Generator[Event, None, None]:
        for event in on_ray(shards):
            if isinstance(event, Done) and not lost:
                lost.append(cluster.list_all_nodes()[1])
                cluster.remove_node(lost[0], allow_graceful=False)
            yield event

    told = run(inputs, tmp_path / "there", extractor, Running(engine=engine))
    assert len(lost) == 1
    assert (told.counts["kept"], told.failed) == (120, {})
    for name in range(4):
        there, here = (tmp_path / place / f"{name}.parquet" for place in ("there", "here"))
        assert there.read_bytes() == here.read_bytes()


def test_what_comes_twice_counts_once_and_what_is_missing_is_told() -> None:
    import pickle

    import pyarrow as pa

    from kaensan.errors import KaensanError

    def blocks(*numbers: int) -> list[Any]:
        return [pa.table({"shard": [0], "number": [number], "event": [pickle.dumps(number)]}) for number in numbers]

    told: list[Any] = list(_each_once(blocks(0, 1, 0, 1, 2)))
    assert told == [0, 1, 2]
    with pytest.raises(KaensanError, match="did not come back"):
        list(_each_once(blocks(0, 2)))
