"""How boards number their posts: "ความคิดเห็นที่ 3", "Comment 12", "Post #7"."""

from __future__ import annotations

import re

__all__ = ["is_post_number"]

_NUMBERED = re.compile(
    r"(?:(?:ความคิดเห็น|ความเห็น|ตอบกลับ|ตอบ|กระทู้|คำตอบ|comment|reply|post|answer|message|response|no|n[°ºr]|№|"
    r"beitrag|antwort|kommentar|réponse|commentaire|respuesta|comentario|mensaje|resposta|comentário|mensagem|"
    r"risposta|commento|messaggio|bericht|reactie|odpowiedź|komentarz|сообщение|ответ|комментарий|yorum|mesaj|"
    r"jawaban|komentar|trả lời|bình luận|回复|回覆|评论|評論|コメント|レス|답글|댓글)\.?\s?"
    r"(?:ที่|#|:|number)?\s?[#.°º]?\s?|#\s?)\d{1,7}(?:[-.]\d{1,5})?",
    re.I,
)


def is_post_number(text: str) -> bool:
    """Whether a text is the number of a post and nothing else.

    >>> [is_post_number(text) for text in ("ความคิดเห็นที่ 3", "N° 214", "#12", "Post #7", "Number Six")]
    [True, True, True, True, False]
    """
    return _NUMBERED.fullmatch(text) is not None
