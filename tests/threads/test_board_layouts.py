"""What boards write beside the words of posts, and pages that only look like boards."""

from __future__ import annotations

import pytest

from kaensan import extract, parse
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Thread

_SAID = [
    (
        "tamsin",
        "Mon May 13, 2013 11:36 AM",
        "The hinge of the gate squeaks again, although I oiled it only a week ago.",
    ),
    ("Oskar", "Mon May 13, 2013 01:40 PM", "Oil attracts dust. Use graphite, it stays dry and lasts a whole winter."),
    ("tamsin", "Tue May 14, 2013 09:27 AM", "Graphite it is then. Where do people buy that nowadays, in art shops?"),
    ("miller_b", "Tue May 14, 2013 04:29 PM", "Rub a soft pencil on the pin, that is all the graphite you will need."),
]
_CHANGED = "<span class=gensmall><br><br>Last edited by Oskar on Mon May 13, 2013 02:11 PM; edited 1 time</span>"


def _thread(page: str, url: str | None = "https://board.example/viewtopic.php?t=31") -> Thread:
    thread = find_thread(parse(page, url))
    assert thread is not None
    return thread


def _table_board(said: list[tuple[str, str, str]]) -> str:
    """A board of tables, whose dates and subjects stand in the cell of the words, and members' dates beside it."""
    posts = "".join(
        f"<tr><td class=row1><span class=name><b>{name}</b></span><br><span class=postdetails>Member<br><br>"
        f"Joined: 05 Apr 2006<br>Posts: {12 + number}</span></td><td class=row1><table><tr><td>"
        f"<span class=postdetails>Posted: {when} &nbsp; <span>Post subject: {'Re: ' if number else ''}Squeaking hinge"
        f"</span></span></td></tr><tr><td><span class=postbody>{words}</span>{_CHANGED * (number == 1)}</td></tr>"
        f"</table></td></tr><tr><td colspan=2></td></tr>"
        for number, (name, when, words) in enumerate(said)
    )
    return (
        "<title>Hearthside :: View topic - Squeaking hinge</title><body><table><tr><td>Hearthside<td>FAQ Search</table>"
        "<a class=maintitle href=viewtopic.php?t=31>Squeaking hinge</a>"
        f"<table class=forumline><tr><th>Author</th><th>Message</th></tr>{posts}</table>"
    )


def test_a_date_of_joining_is_not_when_a_post_was_written() -> None:
    thread = _thread(_table_board(_SAID))
    assert [post.text for post in thread.posts] == [words for _, _, words in _SAID]
    assert [post.author for post in thread.posts] == [name for name, _, _ in _SAID]
    assert [(post.date or "")[:10] for post in thread.posts] == ["2013-05-13", "2013-05-13", "2013-05-14", "2013-05-14"]


def test_the_metadata_of_a_thread_is_that_of_its_first_post() -> None:
    document = extract(_table_board(_SAID), url="https://board.example/viewtopic.php?t=31")
    assert (document.title, document.author) == ("Squeaking hinge", "tamsin")
    assert (document.date or "")[:10] == "2013-05-13"


def _plain_board(words_of: list[str], *, when: str = "{day} May 2013, 10:1{day}") -> str:
    posts = "".join(
        f"<div class=post id=p{day}><div class=who><a href=/user/{day}>{name}</a></div>"
        f"<div class=when>{when.format(day=day)}</div><div class=text>{words}</div></div>"
        for day, ((name, _, _), words) in enumerate(zip(_SAID, words_of, strict=True), start=3)
    )
    return f"<title>Squeaking hinge</title><body><h1>Squeaking hinge</h1><div class=posts>{posts}</div>"


@pytest.mark.parametrize(
    "note",
    [
        "<p>Last edited by Oskar on 4 May 2013, 11:02</p>",
        "<br><i>แก้ไขล่าสุดเมื่อ 4 พ.ค. 2556 11:02</i>",
        "<br>Сообщение отредактировал Oskar - 4 мая 2013, 11:02",
        "<div>Edytowany przez Oskar, 2013-05-04 11:02</div>",
        "<div>آخر تعديل: 04-05-2013</div>",
        "<br>__________________<br>Measure twice, cut once.",
    ],
)
def test_notes_of_changes_and_signatures_under_a_line_are_no_words_of_a_post(note: str) -> None:
    words = [said for _, _, said in _SAID]
    thread = _thread(_plain_board([words[0], words[1] + note, *words[2:]]))
    assert [post.text for post in thread.posts] == words


def test_the_day_of_the_week_tells_which_number_is_the_month() -> None:
    days = iter(
        ("Thu, 10/03/2013 - 09:15", "Fri, 10/04/2013 - 10:02", "Sat, 10/05/2013 - 17:40", "Sun, 10/06/2013 - 08:11")
    )
    page = _plain_board([said for _, _, said in _SAID])
    for day in range(3, 7):
        page = page.replace(f"{day} May 2013, 10:1{day}", next(days))
    assert [(post.date or "")[:10] for post in _thread(page).posts] == [f"2013-10-0{day}" for day in range(3, 7)]


def test_a_date_may_stand_in_several_elements_of_one_line() -> None:
    page = _plain_board([said for _, _, said in _SAID], when="May 1{day}<sup>th</sup>, 2013 at 11:22AM")
    assert [(post.date or "")[:10] for post in _thread(page).posts] == [f"2013-05-1{day}" for day in range(3, 7)]


def test_the_name_of_the_site_is_no_title_even_in_the_largest_heading() -> None:
    page = _plain_board([said for _, _, said in _SAID]).replace(
        "<title>Squeaking hinge</title><body><h1>Squeaking hinge</h1>",
        "<title>Squeaking hinge after the rain : Hearth</title><body><div class=side><h1>Hearth</h1></div>"
        "<p class=title><a href=/r/hearth/31>Squeaking hinge after the rain</a></p>",
    )
    assert _thread(page).title == "Squeaking hinge after the rain"


def test_a_title_may_share_its_heading_with_other_lines() -> None:
    page = _plain_board([said for _, _, said in _SAID]).replace(
        "<h1>Squeaking hinge</h1>",
        "<h1>Squeaking hinge<br><span>May 3, 2013 10:13 AM &nbsp; <a href=/rss>Subscribe</a></span></h1>",
    )
    assert _thread(page).title == "Squeaking hinge"


def test_comments_that_are_all_of_a_page_are_a_board() -> None:
    posts = "".join(
        f"<li itemprop=comment class='comment reply' data-timestamp='{1368444960000 + 7200000 * number}'>"
        f"<div class=comment-head><a class=username href=/user/{number}>{name}</a> wrote on <span class=timeago></span>"
        f"</div><div class='comment-content comment-text'>{words}</div><div class=comment-foot>Reply</div></li>"
        for number, (name, _, words) in enumerate(_SAID)
    )
    page = f"<title>Squeaking hinge</title><body><h1>Squeaking hinge</h1><ul class=comments>{posts}</ul>"
    thread = find_thread(parse(page))
    assert thread is not None
    assert thread.kind == "board"


TITLES = (
    "A squeaking hinge and its cure",
    "Why doors stick in June",
    "Painting a gate in the rain",
    "Locks of the past",
)


def test_the_kind_of_a_thread_that_stands_before_its_title_is_no_part_of_it() -> None:
    page = _plain_board([said for _, _, said in _SAID]).replace(
        "<h1>Squeaking hinge</h1>", "<h1><span class='label label--red'>Question</span> Squeaking hinge</h1>"
    )
    assert _thread(page).title == "Squeaking hinge"


def test_teasers_with_names_and_dates_are_no_thread() -> None:
    entries = "".join(
        f"<article class=post><h2><a href=/{number}>{title}</a></h2><div class=meta>{3 + number} May 2013 by "
        f"<a href=/by/{name}>{name}</a> | 4 comments</div><p>{words}</p><a href=/{number}>Read more</a></article>"
        for number, (title, (name, _, words)) in enumerate(zip(TITLES, _SAID, strict=True))
    )
    page = f"<title>Hearth notes</title><body><h1>Hearth notes</h1>{entries}"
    assert find_thread(parse(page, "https://hearth.example/")) is None


def _entries(heading: str, ending: str, first: int = 9, step: int = -1) -> str:
    """A page of entries with names and dates, whose words have some ending; the latest comes first."""
    entries = "".join(
        f"<div class=entry>{heading.format(title, words[:24])}<div class=meta>by <a href=/user/{name}>{name}</a>, "
        f"{first + step * number} May 2013</div><div class=words>{words}{ending}</div></div>"
        for number, (title, (name, _, words)) in enumerate(zip(TITLES, _SAID, strict=True))
    )
    return f"<title>Hinges</title><body><h1>Hinges</h1>{entries}"


@pytest.mark.parametrize(
    ("heading", "ending"), [("<h3>{}</h3>", ""), ("", "...")], ids=["a heading each", "words that break off"]
)
def test_results_of_a_search_are_no_thread(heading: str, ending: str) -> None:
    address = "https://forum.example/viewtopic.php?t=7"
    assert find_thread(parse(_entries("", ""), address)) is not None
    assert find_thread(parse(_entries(heading, ending), address)) is None


@pytest.mark.parametrize(
    "quote",
    [
        "<div class=quotetop>QUOTE(tamsin @ May 3 2013, 10:13)</div><div class=quotemain>{}</div>",
        "<div class=quoted-text>On 3 May 2013, tamsin wrote: &gt; {}</div>",
    ],
    ids=["a head and a box", "a mail that is folded"],
)
def test_quotes_by_other_names_are_none_of_a_posts_own_words(quote: str) -> None:
    words = [said for _, _, said in _SAID]
    thread = _thread(_plain_board([words[0], quote.format(words[0]) + f"<p>{words[1]}</p>", *words[2:]]))
    assert [post.own_text or post.text for post in thread.posts][1] == words[1]
    assert [[(said.author, said.text) for said in post.quotes] for post in thread.posts] == [
        *([], [("tamsin", words[0])], [], [])
    ]


def test_a_list_of_signed_remarks_that_fills_a_page_is_a_thread() -> None:
    posts = "".join(
        f"<dt>{number} : <b>{name}</b> : 2013/05/13(Mon) 1{number}:02:41 ID:x{number}<dd>{words}<br><br>"
        for number, (name, _, words) in enumerate(_SAID, start=1)
    )
    thread = _thread(f"<title>Squeaking hinge</title><body><a href=/>all</a><h1>Squeaking hinge</h1><dl>{posts}</dl>")
    assert [(post.author, (post.date or "")[:16]) for post in thread.posts] == [
        (name, f"2013-05-13T1{number}:02") for number, (name, _, _) in enumerate(_SAID, start=1)
    ]


@pytest.mark.parametrize(
    "heading", ["<h3>{}</h3>", "<h3><a href=#c>{1}</a></h3>"], ids=["a subject each", "first words"]
)
def test_posts_with_subjects_that_go_forward_in_time_are_a_thread(heading: str) -> None:
    page = _entries(heading, "", first=3, step=1)
    thread = find_thread(parse(page, "https://forum.example/viewtopic.php?t=7"))
    assert thread is not None
    assert len(thread.posts) == len(_SAID)


def test_what_one_person_wrote_last_is_no_thread() -> None:
    page = _entries("", "")
    for name, _, _ in _SAID:
        page = page.replace(f">{name}<", ">tamsin<")
    assert find_thread(parse(page, "https://forum.example/viewtopic.php?t=7")) is None


def test_headings_that_lead_to_posts_of_other_threads_are_those_of_results() -> None:
    page = _entries("<h3><a href='/threads/{0}/#post-7'>{0}</a></h3>", "", first=3, step=1)
    assert find_thread(parse(page, "https://forum.example/search?q=hinge")) is None
