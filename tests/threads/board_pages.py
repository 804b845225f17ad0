"""Board pages written for the tests, in several layouts, from the same made-up thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from random import Random

__all__ = ["THREAD", "TITLE", "Said", "bulletin", "nested", "questions", "table_board", "thai_board"]


@dataclass(frozen=True)
class Said:
    """One post of the made-up thread."""

    author: str
    date: str
    text: str
    number: int


THREAD = (
    Said(
        "Marigold",
        "3 March 2024 09:12",
        "My tomatoes have yellow leaves from the bottom up. I water them every evening and they stand in full sun. "
        "What am I doing wrong, and can they still be saved?",
        4101,
    ),
    Said(
        "oldspade",
        "3 March 2024 10:40",
        "Too much water, I would say. Let the soil dry out between two waterings.",
        4102,
    ),
    Said("Pim", "3 March 2024 18:05", "Mine did the same last year. It was the nitrogen.", 4105),
    Said(
        "Marigold",
        "4 March 2024 07:31",
        "Thank you both. I have stopped watering for now and will look for a fertiliser at the weekend.",
        4109,
    ),
    Said("Henrik B", "6 March 2024 21:17", "Any news?", 4120),
)

_MENU = "".join(f'<li><a href="/{name.lower()}">{name}</a></li>' for name in ("Home", "Forums", "Members", "Search"))
_SIDE = "".join(f'<li><a href="/t/{number}">Another thread about plants {number}</a></li>' for number in range(6))
TITLE = "Yellow leaves on tomatoes"


def _frame(content: str, head: str = "", title: str = TITLE) -> str:
    return (
        f"<!doctype html><html><head><title>{title} - Garden Forum</title>{head}</head><body>"
        f'<ul class="menu">{_MENU}</ul><div class="breadcrumb"><a href="/">Garden Forum</a> &raquo; '
        f'<a href="/veg">Vegetables</a></div>{content}<div class="sidebar"><h3>Latest</h3><ul>{_SIDE}</ul></div>'
        '<div class="footer">Powered by nobody. <a href="/terms">Terms</a> <a href="/privacy">Privacy</a></div>'
        "</body></html>"
    )


def _bulletin_post(said: Said, body: str) -> str:
    return (
        f'<div class="post" id="post-{said.number}"><div class="profile"><a class="username" '
        f'href="/member/{said.author.lower()}">{escape(said.author)}</a><span class="rank">Member</span></div>'
        f'<div class="meta"><span class="date">{said.date}</span> '
        f'<a href="#post-{said.number}">#{said.number}</a></div>'
        f'<div class="content">{body}</div><div class="buttons"><a href="/quote">Quote</a> <a href="/report">Report</a>'
        "</div></div>"
    )


_REMARKS = (
    "Mine had the same last year.",
    "Too much water, if you ask me, and too little light where the lower leaves stand.",
    "Did you feed them?",
    "I take off everything that is yellow and wait a week before I worry, which has saved me a good deal of worrying.",
    "No.",
    "There is a picture of it in the book on my shelf, though I cannot find the page; it calls it early blight and says"
    " that the plants should stand further apart, that nothing wet should touch the leaves, and that seed is not kept.",
    "Thanks, that helped!",
    "Ash from the stove, a spoonful for each plant, dug in by hand.",
)


def long_thread(count: int) -> tuple[Said, ...]:
    """As many posts as wanted, of two dozen people who say much or little."""
    rng = Random(count)
    people = [f"{name}{number}" for name in ("moss", "Heron", "k.lind") for number in range(8)]
    return tuple(
        Said(
            rng.choice(people),
            f"{1 + number // 40} March 2024 {number % 40 // 2 + 1:02d}:12",
            " ".join([f"Reply number {number}.", *rng.choices(_REMARKS, k=rng.choice((1, 1, 2, 3, 6)))]),
            5000 + number,
        )
        for number in range(count)
    )


def bulletin(
    posts: Sequence[Said] = THREAD, *, bodies: Sequence[str] | None = None, extra: str = "", head: str = ""
) -> str:
    """A board of nested divs; `bodies` replaces the markup of the bodies."""
    inner = bodies or [f"<p>{escape(said.text)}</p>" for said in posts]
    listed = "".join(_bulletin_post(said, body) for said, body in zip(posts, inner, strict=True))
    return _frame(f'<h1 class="topic-title">{TITLE}</h1><div class="topic">{listed}</div>{extra}', head)


def table_board(posts: Sequence[Said] = THREAD) -> str:
    """A board of the nineties: a table with the author at the left, the post at the right."""
    rows = "".join(
        f'<tr><td colspan="2"><a name="{said.number}"></a>{said.date}</td></tr>'
        f'<tr><td width="20%"><b>{escape(said.author)}</b><br>Posts: {said.number % 97}</td>'
        f'<td><font size="2">{escape(said.text)}</font></td></tr>'
        for said in posts
    )
    return _frame(f"<b>{TITLE}</b><table border=1 class=forum>{rows}</table>")


def questions(posts: Sequence[Said] = THREAD[:3]) -> str:
    """A question with answers, described in microdata."""
    asked, *answers = posts
    answered = "".join(
        f'<div class="answer" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer">'
        f'<div class="votes"><span itemprop="upvoteCount" class="vote-count">{number}</span></div>'
        f'<div class="answer-body" itemprop="text"><p>{escape(said.text)}</p></div>'
        f'<div class="user">answered <span class="time">{said.date}</span> '
        f'<a href="/users/{said.number}">{escape(said.author)}</a></div></div>'
        for number, said in enumerate(answers, start=2)
    )
    return _frame(
        '<div itemscope itemtype="https://schema.org/QAPage"><div itemprop="mainEntity" itemscope '
        f'itemtype="https://schema.org/Question"><h1 itemprop="name">{TITLE}</h1>'
        '<div class="question"><div class="votes"><span itemprop="upvoteCount" class="vote-count">7</span></div>'
        f'<div class="question-body" itemprop="text"><p>{escape(asked.text)}</p></div><div class="user">asked '
        f'<span class="time">{asked.date}</span> <a href="/users/{asked.number}">{escape(asked.author)}</a></div></div>'
        f"{answered}</div></div>"
    )


def nested(posts: Sequence[Said] = THREAD) -> str:
    """Each comment inside the one it answers, with an article before them."""
    article = "".join(
        f"<p>Paragraph {number} of an article about growing vegetables on balconies, which goes on for so long that "
        "nobody would take it for a comment, and then says the same once more in other words for good measure.</p>"
        for number in range(14)
    )
    inner = ""
    for said in reversed(posts):
        inner = (
            f'<li class="comment" id="comment-{said.number}"><div class="comment-author"><a href="/u/{said.number}">'
            f'{escape(said.author)}</a> <time datetime="2024-03-0{1 + said.number % 9}T10:00:00Z">{said.date}</time>'
            f'</div><div class="comment-body"><p>{escape(said.text)}</p></div>'
            + (f'<ol class="children">{inner}</ol>' if inner else "")
            + "</li>"
        )
    return _frame(f'<article><h1>{TITLE}</h1>{article}</article><section class="comments"><ol>{inner}</ol></section>')


def thai_board(posts: int = 4) -> str:
    """A Thai board with dates of the Buddhist era."""
    texts = (
        "ต้นมะเขือเทศที่บ้านใบเหลืองจากด้านล่างขึ้นมา รดน้ำทุกเย็นและวางไว้กลางแดด ควรทำอย่างไรดีคะ",
        "น่าจะรดน้ำมากเกินไปครับ ปล่อยให้ดินแห้งบ้าง",
        "ปีที่แล้วของเราก็เป็นแบบนี้ ขาดไนโตรเจนค่ะ",
        "ขอบคุณทุกคนมากค่ะ",
    )
    names = ("ดาวเรือง", "ลุงจอบ", "พิมพ์", "ดาวเรือง")
    listed = "".join(
        f'<div class="post" id="p{900 + at}"><div class="author"><a href="/member/{at}">{names[at]}</a></div>'
        f'<div class="date">{at + 3} มีนาคม 2567 เวลา 09:1{at} น.</div><div class="message">{texts[at]}</div></div>'
        for at in range(posts)
    )
    return (
        '<html lang="th"><head><title>ใบมะเขือเทศเหลือง - เว็บบอร์ดคนสวน</title></head><body>'
        f'<ul class="menu">{_MENU}</ul><h1>ใบมะเขือเทศเหลือง</h1><div class="topic">{listed}</div>'
        '<div class="footer">สงวนลิขสิทธิ์</div></body></html>'
    )
