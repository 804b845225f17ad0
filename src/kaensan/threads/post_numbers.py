"""How boards number their posts: "ความคิดเห็นที่ 3", "Comment 12", "Post #7"."""

from __future__ import annotations

import re

__all__ = ["is_post_number"]

_NUMBERED = re.compile(
    r"(?:ความคิดเห็น|ความเห็น|ตอบกลับ|ตอบ|กระทู้|คำตอบ|comment|reply|post|answer|message|response|no)\.?\s?"
    r"(?:ที่|#|:|number)?\s?[#.]?\s?\d{1,7}(?:[-.]\d{1,5})?",
    re.I,
)


def is_post_number(text: str) -> bool:
    """Whether a text is the number of a post and nothing else."""
    return _NUMBERED.fullmatch(text) is not None
