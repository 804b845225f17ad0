"""The forest as an ONNX graph, for programs that run models elsewhere.

The graph does what `methods.core.forest` does: it asks all questions, reads the answers of each tree as a number, and
looks it up. Its input is the feature matrix, a row per block and a column per feature of the model, in that order.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kaensan.methods.core.model import CoreModel
from kaensan.train.forest import DEPTH

__all__ = ["write_onnx"]

_OPSET = 17


def write_onnx(model: CoreModel, path: Path) -> None:
    """Write the graph from features to log-odds; the names of the features are in its metadata."""
    from onnx import TensorProto, helper, numpy_helper, save_model

    forest = model.forest
    constants = {
        "feature": forest.feature.astype(np.int64),
        "border": forest.border,
        "shape": np.array([-1, forest.trees, DEPTH], np.int64),
        "bits": (1 << np.arange(DEPTH)).astype(np.int32),
        "last": np.array([2], np.int64),
        "trees": np.array([1], np.int64),
        "first_leaf": np.arange(0, forest.trees << DEPTH, 1 << DEPTH, dtype=np.int32),
        "leaf": forest.leaf,
        "bias": np.array([forest.bias], np.float32),
    }
    steps: list[tuple[str, list[str], str, dict[str, Any]]] = [
        ("Gather", ["features", "feature"], "asked", {"axis": 1}),
        ("Greater", ["asked", "border"], "yes", {}),
        ("Cast", ["yes"], "answer", {"to": TensorProto.INT32}),
        ("Reshape", ["answer", "shape"], "by_tree", {}),
        ("Mul", ["by_tree", "bits"], "weighed", {}),
        ("ReduceSum", ["weighed", "last"], "place", {"keepdims": 0}),
        ("Add", ["place", "first_leaf"], "row", {}),
        ("Gather", ["leaf", "row"], "says", {"axis": 0}),
        ("ReduceSum", ["says", "trees"], "sum", {"keepdims": 0}),
        ("Add", ["sum", "bias"], "log_odds", {}),
    ]
    graph = helper.make_graph(
        [helper.make_node(kind, inputs, [output], **options) for kind, inputs, output, options in steps],
        "core",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["blocks", len(model.columns)])],
        [helper.make_tensor_value_info("log_odds", TensorProto.FLOAT, ["blocks"])],
        [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in constants.items()],
    )
    written = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], producer_name="kaensan")
    written.ir_version = 8
    helper.set_model_props(written, {"features": "\n".join(model.columns)})
    save_model(written, str(path))
