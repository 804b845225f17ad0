"""A reader of answers that some of them kill."""

from __future__ import annotations

import os

from kaensan.crawl.answer_reading import AnswerReader, Reading
from kaensan.crawl.frontier import Kind
from kaensan.web.response import Response

__all__ = ["DeadlyReader"]


class DeadlyReader(AnswerReader):
    """Dies of pages that say so."""

    def __call__(self, task: tuple[Kind, Response]) -> Reading:
        if b"die" in task[1].body:
            os._exit(9)
        return super().__call__(task)
