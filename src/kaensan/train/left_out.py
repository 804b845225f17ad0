"""The method as it is without the site, and the board software, of a page: what an honest figure is measured with."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from kaensan.methods.boards.model import PostModel, read_post_model
from kaensan.methods.core.method import Core, CoreOptions
from kaensan.methods.core.model import read_model, shipped_model

__all__ = ["core_without", "fold_file", "posts_without"]


def fold_file(folds: Path, fold: int) -> Path:
    """Where `kaensan train core` leaves the model without a fold of sites."""
    return folds / f"fold-{fold}.npz"


@cache
def posts_without(folds: Path, software: int) -> PostModel | None:
    """The post model without a fold of board software; None where the training had no boards."""
    path = folds / f"posts-{software}.npz"
    return read_post_model(path) if path.exists() else None


@cache
def core_without(folds: Path, fold: int | None, software: int | None) -> Core:
    """The method without a fold of sites and without one of board software; None leaves nothing out."""
    model = shipped_model() if fold is None else read_model(fold_file(folds, fold))
    posts = None if software is None else posts_without(folds, software)
    return Core(CoreOptions(model=replace(model, posts=posts) if posts else model))
