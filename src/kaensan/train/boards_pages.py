"""Where the posts are on the forum pages of WCXB dev: selectors by software, and by page where a site has its own.

The gold of WCXB is text alone. These marks were written by looking at the pages; they say which elements are the
bodies of posts and, where that is beyond doubt, which ones name author and date.
"""

from __future__ import annotations

from dataclasses import dataclass

from kaensan.page import Page
from kaensan.train.mark_selectors import select

__all__ = ["ENGINE_OF_BOARD", "SHARED_ENGINES", "Marks", "marks_of"]


@dataclass(frozen=True)
class Marks:
    """The selectors of one kind of page."""

    engine: str
    """the board software, or the page's own id: pages of one engine are never on both sides of a split"""
    body: str
    author: str = ""
    date: str = ""
    last: bool = False
    """of several authors and dates in a post the last is meant (the others are editors)"""


ENGINE_OF_BOARD = {
    "vb3": "vbulletin",
    "phpbb": "phpbb",
    "xf2": "xenforo",
    "xf1": "xenforo",
    "fluxbb": "fluxbb",
    "smf": "smf",
    "mybb": "mybb",
    "qa": "stackexchange",
    "travel": "ricksteves",
    "craft": "woodworkingmasterclasses",
}
"""The engine of each board of thaiboards, by the names used here."""

_ENGINES = (
    Marks(
        "xenforo",
        ".message-userContent .bbWrapper,.message-body .bbWrapper",
        ".message-name",
        ".message-attribution-main time,.message-attribution time,.message-header time,.message-date time",
    ),
    Marks("discourse", ".crawler-post .post", ".crawler-post .creator [itemprop=name]", ".crawler-post time"),
    Marks(
        "stackexchange",
        ".s-prose.js-post-body",
        ".user-info .user-details > a,.user-info .user-details > span",
        ".user-action-time .relativetime",
        last=True,
    ),
    Marks("invision", ".ipsRichText--user"),
    Marks(
        "invision",
        "[data-role=commentContent]",
        ".ipsComment_author h3,.cAuthorPane_author",
        ".ipsComment_meta time,.ipsType_reset time,.ipsComment_header time",
    ),
    Marks("vbulletin", "blockquote.postcontent", ".username", ".postdate .date"),
    Marks("vbulletin", "div[id^=post_message_]", ".bigusername"),
    Marks("fluxbb", ".postmsg !.postsignature", ".postleft dt strong", ".blockpost h2 a"),
    Marks("mybb", ".post_body", ".author_information .largetext"),
    Marks("nodebb", "[component=post/content]"),
    Marks("xenforo", ".messageText", ".userText .username", ".DateTime"),
    Marks(
        "phpbb",
        ".postbody .content !.signature",
        ".postprofile .username,.postprofile .username-coloured",
        ".author time",
    ),
    Marks("smf", ".post .inner", ".poster h4 a", ".postinfo .smalltext"),
)

SHARED_ENGINES = frozenset({*(marks.engine for marks in _ENGINES), *ENGINE_OF_BOARD.values()})
"""Board software that more than one site runs, or that a board of thaiboards is made after."""

_PAGES = {
    "0403": Marks("xenforo", ".message-userContent .bbWrapper"),
    "0531": Marks("", ".sc-tYqdw.bgQbev"),
    "0557": Marks("", ".Post-body", ".PostUser h3"),
    "0559": Marks("", ".Message.userContent", ".Username", "time"),
    "0562": Marks("", ".usertext-body .md !.side", ".tagline .author", ".tagline time"),
    "0569": Marks("", ".spacing_log_answer_content"),
    "0570": Marks("", ".commentBody"),
    "0573": Marks("", ".md-div !.card"),
    "0574": Marks("", ".msg_text", ".post_name,.msg_infobox b", ".post_time"),
    "0575": Marks("", ".comment_text", ".byline a[href*=/~]", ".byline time"),
    "0576": Marks("", "td > div.narrow", ".user"),
    "0577": Marks("", "[data-testid=post-content]"),
    "0578": Marks("", ".post-body"),
    "1066": Marks("", ".post-body"),
    "4087": Marks("ricksteves", ".content.markdown", "", "time"),
    "4089": Marks("", ".postBody", ".username", ".postDate"),
    "4316": Marks("", ".question__body,.comments__list-item__text"),
    "4318": Marks("woodworkingmasterclasses", ".forum-post-content", ".forum-post-author", ".forum-post-date"),
    "4564": Marks("", ".postText"),
}
"""Marks of single pages by the number of the page in WCXB dev."""

_UNMARKED = frozenset({"0526", "2201"})
"""Pages whose posts no selector tells apart from the rest."""


def marks_of(page: Page, name: str) -> tuple[str, Marks] | None:
    """The engine and the marks of a forum page of WCXB dev, None where no post could be marked."""
    number = name[-4:]
    if number in _UNMARKED:
        return None
    if number in _PAGES:
        marks = _PAGES[number]
        return marks.engine or name, marks
    for marks in _ENGINES:
        if select(page.elements, marks.body):
            return marks.engine, marks
    return None
