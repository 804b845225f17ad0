"""One made-up thread as the common board programs would mark it up; the markup is theirs, the words are ours."""

from __future__ import annotations

import json
from html import escape

__all__ = [
    "discourse",
    "nodebb",
    "old_comments",
    "pantip",
    "phpbb",
    "smf",
    "stack_exchange",
    "vbulletin",
    "wordpress",
    "xenforo",
]

TITLE = "Night ferry to the islands with a bicycle"
OPENING = (
    "Has anyone taken a bicycle on the night ferry this year? The company says it is free, the harbour office says "
    "it is not, and I would rather know before I ride two hundred kilometres to find out."
)
ANSWER = "It is free. You roll it on with the lorries and tie it to the rail yourself, so bring a rope."
REPLY = "Thank you! Is there a place to sleep that is not the bar?"
LAST = "The upper deck, if it does not rain. I have slept there twice, and once it rained."


def phpbb() -> str:
    """phpBB 3, page 2 of 3, with a quote, a signature and a note about an edit."""

    def post(number: int, author: str, when: str, iso: str, body: str, signature: str = "") -> str:
        return (
            f'<div id="p{number}" class="post has-profile bg2"><div class="inner">'
            f'<dl class="postprofile" id="profile{number}"><dt class="has-profile-rank no-avatar">'
            f'<div class="avatar-container"></div><a href="./memberlist.php?mode=viewprofile&amp;u={number % 90}" '
            f'class="username">{author}</a></dt><dd class="profile-rank">Deck hand</dd><dd class="profile-posts">'
            f'<strong>Posts:</strong> <a href="./search.php?author_id={number % 90}">{number % 77}</a></dd>'
            f'<dd class="profile-joined"><strong>Joined:</strong> Mon May 04, 2015 8:11 am</dd></dl>'
            f'<div class="postbody"><div id="post_content{number}"><h3><a href="#p{number}">Re: {TITLE}</a></h3>'
            f'<ul class="post-buttons"><li><a href="./posting.php?mode=quote&amp;p={number}" class="button">'
            f'<span>Quote</span></a></li></ul><p class="author"><a class="unread" href="./viewtopic.php?p={number}'
            f'#p{number}"><span class="sr-only">Post</span></a> <span class="responsive-hide">by <strong>'
            f'<a href="./memberlist.php?mode=viewprofile&amp;u={number % 90}" class="username">{author}</a></strong> '
            f'&raquo; </span><time datetime="{iso}">{when}</time></p><div class="content">{body}</div>'
            + (f'<div id="sig{number}" class="signature">{signature}</div>' if signature else "")
            + "</div></div></div></div><hr class='divider'>"
        )

    quote = f"<blockquote><div><cite>Wanda wrote:</cite>{OPENING}</div></blockquote>{ANSWER}"
    posts = [
        post(301, "Wanda", "Sun Mar 03, 2024 9:12 am", "2024-03-03T09:12:00+00:00", OPENING),
        post(305, "old salt", "Sun Mar 03, 2024 11:40 am", "2024-03-03T11:40:00+00:00", quote, "Wind is free."),
        post(309, "Wanda", "Mon Mar 04, 2024 7:31 am", "2024-03-04T07:31:00+00:00", REPLY),
        post(312, "old salt", "Mon Mar 04, 2024 8:02 pm", "2024-03-04T20:02:00+00:00", LAST, "Wind is free."),
    ]
    pages = (
        '<div class="pagination">46 posts <ul><li><a class="button" href="./viewtopic.php?t=77">1</a></li>'
        '<li class="active"><span>2</span></li><li><a class="button" href="./viewtopic.php?t=77&amp;start=40">3</a>'
        "</li></ul></div>"
    )
    return (
        f"<!DOCTYPE html><html lang=en><head><title>{TITLE} - Page 2 - Harbour board</title></head><body id=phpbb>"
        '<div id="page-header"><h1>Harbour board</h1><p>For people who wait for boats</p><ul class="linklist">'
        '<li><a href="./faq.php">FAQ</a></li><li><a href="./ucp.php?mode=login">Login</a></li></ul></div>'
        f'<h2 class="topic-title"><a href="./viewtopic.php?t=77">{TITLE}</a></h2><div class="action-bar">{pages}</div>'
        + "".join(posts)
        + f'<div class="action-bar bar-bottom">{pages}</div><div class="stat-block online-list"><h3>Who is online</h3>'
        "<p>Users browsing this forum: No registered users and 3 guests</p></div></body></html>"
    )


def vbulletin() -> str:
    """vBulletin 3: tables, the date in the head of each post, the title only among the breadcrumbs."""

    def post(number: int, at: int, author: str, when: str, body: str, signature: str = "") -> str:
        return (
            f'<div align="center"><div class="page"><table id="post{number}" class="tborder" width="100%"><tr>'
            f'<td class="thead"><div class="normal" style="float:right">#<a href="showpost.php?p={number}&amp;'
            f'postcount={at}" id="postcount{number}" name="{at}"><strong>{at}</strong></a></div>'
            f'<div class="normal"><a name="post{number}"></a>{when}</div></td></tr><tr><td class="alt2">'
            f'<table width="100%"><tr><td><div id="postmenu_{number}"><a class="bigusername" href="member.php?u={at}">'
            f'{author}</a></div><div class="smallfont">Junior Member</div></td><td><div class="smallfont">'
            f"<div>Join Date: Jan 2019</div><div>Posts: {number % 40}</div></div></td></tr></table></td></tr>"
            f'<tr><td class="alt1" id="td_post_{number}"><hr size="1"><div id="post_message_{number}">{body}</div>'
            + (f"<div>__________________<br>{signature}</div>" if signature else "")
            + f'</td></tr><tr><td class="alt2"><a href="newreply.php?p={number}"><img alt="Reply With Quote"></a></td>'
            "</tr></table></div></div>"
        )

    quote = (
        '<div style="margin:20px"><div class="smallfont">Quote:</div><table><tr><td class="alt2"><div>Originally '
        f"Posted by <strong>Wanda</strong></div><div>{OPENING}</div></td></tr></table></div>{ANSWER}"
    )
    posts = [
        post(5101, 1, "Wanda", "03-03-2024, 09:12 AM", OPENING),
        post(5102, 2, "old salt", "03-03-2024, 11:40 AM", quote),
        post(5110, 3, "Wanda", "03-04-2024, 07:31 AM", REPLY),
        post(5113, 4, "Bo", "03-14-2024, 08:02 PM", LAST),
    ]
    return (
        f"<html><head><title> {TITLE} - Harbour Forums </title></head><body><table class=tborder><tr><td class=alt1>"
        '<div class="navbar"><a href="index.php">Harbour Forums</a> &gt; <a href="forumdisplay.php?f=4">Ferries</a>'
        f'</div><div class="navbar"><strong>{TITLE}</strong></div></td></tr></table><div class="pagenav"><table><tr>'
        '<td class="vbmenu_control">Page 1 of 2</td><td class="alt2"><strong>1</strong></td><td class="alt1">'
        '<a href="showthread.php?t=88&amp;page=2">2</a></td></tr></table></div><div id="posts">'
        + "".join(posts)
        + "</div><div class=smallfont>All times are GMT. The time now is 10:15 PM.</div></body></html>"
    )


def xenforo() -> str:
    """XenForo 2, with a quote, reactions and a signature."""

    def post(number: int, at: int, author: str, iso: str, when: str, body: str, signature: str = "") -> str:
        return (
            f'<article class="message message--post js-post" data-author="{author}" data-content="post-{number}" '
            f'id="js-post-{number}"><span class="u-anchorTarget" id="post-{number}"></span><div class="message-inner">'
            f'<div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar">'
            f'<a href="/members/{at}/" class="avatar"></a></div><div class="message-userDetails"><h4 '
            f'class="message-name"><a href="/members/{at}/" class="username">{author}</a></h4><h5 class="userTitle '
            f'message-userTitle">Well-known member</h5></div><div class="message-userExtras"><dl class="pairs"><dt>'
            f"Joined</dt><dd>Feb 2, 2017</dd></dl><dl class=pairs><dt>Messages</dt><dd>1,{number % 900}</dd></dl></div>"
            f'</section></div><div class="message-cell message-cell--main"><div class="message-main"><header '
            f'class="message-attribution"><ul class="message-attribution-main"><li class="u-concealed"><a '
            f'href="/threads/night-ferry.99/post-{number}" rel="nofollow"><time class="u-dt" datetime="{iso}" '
            f'title="{when} at 9:12 AM">{when}</time></a></li></ul><ul class="message-attribution-opposite"><li><a '
            f'href="/threads/night-ferry.99/post-{number}">#{at}</a></li></ul></header><div class="message-content">'
            f'<div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div '
            f'class="bbWrapper">{body}</div></article></div>'
            + (
                f'<aside class="message-signature"><div class="bbWrapper">{signature}</div></aside>'
                if signature
                else ""
            )
            + '</div><footer class="message-footer"><div class="message-actionBar"><a href="/report">Report</a> '
            '<a href="/reply">Reply</a></div></footer></div></div></div></article>'
        )

    quote = (
        '<blockquote data-attributes="member: 1" data-quote="Wanda" data-source="post: 7001" class="bbCodeBlock '
        'bbCodeBlock--quote js-expandWatch"><div class="bbCodeBlock-title"><a href="/goto/post?id=7001">Wanda said:'
        f'</a></div><div class="bbCodeBlock-content"><div>{OPENING}</div></div></blockquote>{ANSWER}'
    )
    posts = [
        post(7001, 1, "Wanda", "2024-03-03T09:12:00+0100", "Mar 3, 2024", OPENING),
        post(7002, 2, "old salt", "2024-03-03T11:40:00+0100", "Mar 3, 2024", quote, "Wind is free."),
        post(7010, 3, "Wanda", "2024-03-04T07:31:00+0100", "Mar 4, 2024", REPLY),
        post(7013, 4, "Bo", "2024-03-04T20:02:00+0100", "Mar 4, 2024", LAST),
    ]
    pages = (
        '<nav class="pageNavWrapper"><ul class="pageNav-main"><li class="pageNav-page pageNav-page--current"><a '
        'href="/threads/night-ferry.99/">1</a></li><li class="pageNav-page"><a href="/threads/night-ferry.99/page-2">'
        '2</a></li><li class="pageNav-page"><a href="/threads/night-ferry.99/page-3">3</a></li></ul></nav>'
    )
    return (
        f'<!DOCTYPE html><html id="XF"><head><title>{TITLE} | Harbour</title></head><body><nav class="p-nav"><a '
        'href="/forums">Forums</a> <a href="/whats-new">What\'s new</a></nav><div class="p-body"><div '
        f'class="p-title"><h1 class="p-title-value">{TITLE}</h1></div><div class="p-description"><ul '
        'class="listInline"><li><a class="username" href="/members/1/">Wanda</a></li><li><time datetime='
        '"2024-03-03T09:12:00+0100">Mar 3, 2024</time></li></ul></div>'
        f'{pages}<div class="block-body js-replyNewMessageContainer">{"".join(posts)}</div>{pages}</div>'
        '<footer class="p-footer"><a href="/help">Help</a> <a href="/tos">Terms</a></footer></body></html>'
    )


def discourse() -> str:
    """Discourse for browsers: no posts in the markup, all of them in an attribute."""
    bodies = (
        ("Wanda", "2024-03-03T09:12:00.000Z", f"<p>{OPENING}</p>", None),
        ("old_salt", "2024-03-03T11:40:00.000Z", f"<p>{ANSWER}</p>", 1),
        ("Wanda", "2024-03-04T07:31:00.000Z", f"<p>{REPLY}</p>", 2),
        ("bo", "2024-03-04T20:02:00.000Z", f"<p>{LAST}</p>", 3),
    )
    posts = [
        {"id": 900 + number, "username": author, "created_at": when, "cooked": body, "post_number": number,
         "reply_to_post_number": answered, "score": 3.2, "actions_summary": [{"id": 2, "count": number}]}
        for number, (author, when, body, answered) in enumerate(bodies, start=1)
    ]  # fmt: skip
    topic = json.dumps({"id": 66, "title": TITLE, "posts_count": 4, "post_stream": {"posts": posts}})
    state = escape(json.dumps({"currentUser": None, "topic_66": topic}))
    return (
        f'<!DOCTYPE html><html><head><title>{TITLE} - Harbour</title><meta property="og:title" content="{TITLE}">'
        f'</head><body class="crawler"><div class="hidden" id="data-preloaded" data-preloaded="{state}"></div>'
        '<section id="main"></section><noscript>Please enable JavaScript.</noscript></body></html>'
    )


def nodebb() -> str:
    """NodeBB: posts in the markup, and once more as data."""

    def post(pid: int, at: int, author: str, iso: str, body: str, votes: int) -> str:
        return (
            f'<li component="post" class="pt-4" data-index="{at}" data-pid="{pid}" data-uid="{at}" data-timestamp='
            f'"17094{pid}000" data-username="{author}" itemprop="comment" itemscope itemtype='
            f'"https://schema.org/Comment"><a component="post/anchor" data-index="{at}" id="{at}"></a><div '
            f'class="post-container"><div class="post-header"><a href="/user/{author.lower()}" '
            f'itemprop="author">{author}</a> <a class="permalink" href="/post/{pid}"><span class="timeago" title='
            f'"{iso}"></span></a></div><div class="content mt-2" component="post/content" itemprop="text"><p>{body}</p>'
            f'</div><div component="post/footer"><span component="post/vote-count" data-votes="{votes}">{votes}</span>'
            "</div></div></li>"
        )

    told = [
        (501, "Wanda", "2024-03-03T09:12:00.000Z", OPENING, 4),
        (502, "Salty", "2024-03-03T11:40:00.000Z", ANSWER, 2),
        (507, "Wanda", "2024-03-04T07:31:00.000Z", REPLY, 0),
        (509, "Bo", "2024-03-04T20:02:00.000Z", LAST, 1),
    ]
    data = {
        "title": TITLE,
        "posts": [
            {"pid": pid, "content": f"<p>{body}</p>", "timestampISO": iso, "votes": votes, "index": at,
             "toPid": 502 if pid == 507 else None, "user": {"username": author}}
            for at, (pid, author, iso, body, votes) in enumerate(told)
        ],
    }  # fmt: skip
    listed = "".join(post(pid, at, author, iso, body, v) for at, (pid, author, iso, body, v) in enumerate(told))
    return (
        f'<html><head><title>{TITLE} | Harbour Community</title></head><body><nav><a href="/recent">Recent</a> '
        f'<a href="/popular">Popular</a></nav><h1 component="post/header"><span component="topic/title">{TITLE}</span>'
        f'</h1><ul component="topic" class="posts timeline">{listed}</ul><script id="ajaxify-data" '
        f'type="application/json">{json.dumps(data)}</script></body></html>'
    )


def smf() -> str:
    """SMF 2: author at the left, the date in a line of words, a quote with a head of its own."""

    def post(number: int, at: int, author: str, when: str, body: str, signature: str = "") -> str:
        return (
            f'<div class="windowbg" id="msg{number}"><div class="post_wrapper"><div class="poster"><h4>'
            f'<a href="index.php?action=profile;u={at}" title="View the profile of {author}">{author}</a></h4><ul '
            f'class="user_info"><li class="membergroup">Newbie</li><li class="postcount">Posts: {number % 30}</li></ul>'
            f'</div><div class="postarea"><div class="keyinfo"><h5 id="subject_{number}"><a href="index.php?topic=12.'
            f'msg{number}#msg{number}" rel="nofollow">Re: {TITLE}</a></h5><div class="smalltext">&#171; <strong>Reply '
            f'#{at} on:</strong> {when} &#187;</div></div><div class="post"><div class="inner" id="msg_{number}">{body}'
            f'</div></div></div><div class="moderatorbar"><div class="smalltext reportlinks"><a href="#">Report</a>'
            + (f'</div><div class="signature" id="msg_{number}_signature">{signature}</div>' if signature else "</div>")
            + "</div></div></div><hr class=post_separator>"
        )

    quote = (
        '<div class="quoteheader"><a href="index.php?topic=12.msg801#msg801">Quote from: Wanda on March 03, 2024, '
        f'09:12:00 AM</a></div><blockquote class="bbc_standard_quote">{OPENING}</blockquote>{ANSWER}'
    )
    posts = [
        post(801, 0, "Wanda", "March 03, 2024, 09:12:00 AM", OPENING),
        post(802, 1, "old salt", "March 03, 2024, 11:40:00 AM", quote, "Wind is free."),
        post(806, 2, "Wanda", "March 04, 2024, 07:31:00 AM", REPLY),
        post(809, 3, "Bo", "March 04, 2024, 08:02:00 PM", LAST, "I would rather be on a boat."),
    ]
    return (
        f"<html><head><title>{TITLE}</title></head><body><div id=header><h1><a href='index.php'>Harbour</a></h1></div>"
        '<div id="main_menu"><ul><li><a href="index.php">Home</a></li><li><a href="?action=help">Help</a></li></ul>'
        '</div><div class="navigate_section"><ul><li><a href="index.php"><span>Harbour</span></a></li><li>'
        f'<a href="?board=2.0"><span>Ferries</span></a></li><li class="last"><a href="?topic=12.0"><span>{TITLE}'
        '</span></a></li></ul></div><div class="pagesection"><div class="pagelinks floatleft">Pages: [<strong>1'
        '</strong>] <a class="navPages" href="?topic=12.15">2</a> </div></div><div id="forumposts"><h3 '
        f'class="catbg">Topic: {TITLE}  (Read 840 times)</h3><form>{"".join(posts)}</form></div><div '
        'id="footer_section">SMF, for those who wait</div></body></html>'
    )


def stack_exchange() -> str:
    """A question, two answers, and remarks under one of them."""

    def post(kind: str, number: int, votes: int, body: str, action: str, iso: str, when: str, author: str) -> str:
        return (
            f'<div id="{kind}-{number}" class="{kind} js-{kind}" data-{kind}id="{number}" data-score="{votes}">'
            f'<div class="post-layout"><div class="votecell"><div class="js-voting-container"><button>Up</button><div '
            f'class="js-vote-count flex--item" itemprop="upvoteCount" data-value="{votes}">{votes}</div></div></div>'
            f'<div class="{"postcell" if kind == "question" else "answercell"} post-layout--right"><div '
            f'class="s-prose js-post-body" itemprop="text"><p>{body}</p></div><div class="mt24"><div class="d-flex">'
            f'<div class="js-post-menu"><a href="/{kind[0]}/{number}" class="js-share-link">Share</a></div><div '
            f'class="post-signature"><div class="user-info"><div class="user-action-time">{action} <span title="{iso}" '
            f'class="relativetime">{when}</span></div><div class="user-details"><a href="/users/{number}/{author}">'
            f'{author}</a><div class="-flair"><span class="reputation-score">1,{number}</span></div></div></div></div>'
            "</div></div></div></div></div>"
        )

    return (
        f'<html itemscope itemtype="https://schema.org/QAPage"><head><title>{TITLE} - Harbour Exchange</title></head>'
        f'<body class="question-page"><header><a href="/questions">Questions</a> <a href="/tags">Tags</a></header>'
        f'<div id="question-header"><h1><a href="/questions/610/night-ferry" class="question-hyperlink">{TITLE}</a>'
        '</h1></div><div><div>Asked <time datetime="2024-03-03T09:12:00">1 year ago</time></div><div>Viewed 2k times'
        "</div></div><div id=mainbar>"
        + post("question", 610, 12, OPENING, "asked", "2024-03-03 09:12:00Z", "Mar 3, 2024 at 9:12", "Wanda")
        + '<div id="answers"><div id="answers-header"><h2>2 Answers</h2></div>'
        + post("answer", 611, 31, ANSWER, "answered", "2024-03-03 11:40:00Z", "Mar 3, 2024 at 11:40", "salty")
        + post("answer", 617, -1, LAST, "answered", "2024-03-04 20:02:00Z", "Mar 4, 2024 at 20:02", "bo")
        + '</div></div><div id="sidebar"><h4>Related</h4><a href="/q/1">Bicycles on trains</a> <a href="/q/2">Ropes'
        "</a></div></body></html>"
    )


def old_comments() -> str:
    """A page of links and remarks: each reply inside what it answers, dates as ages, points beside the names."""

    def comment(name: str, author: str, points: int, iso: str, ago: str, body: str, inner: str = "") -> str:
        return (
            f'<div class="thing id-t1_{name} comment" id="thing_t1_{name}" data-fullname="t1_{name}" '
            f'data-author="{author}"><p class="parent"><a name="{name}"></a></p><div class="midcol unvoted"></div>'
            f'<div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a> <a '
            f'href="/user/{author}" class="author">{author}</a> <span class="score unvoted" title="{points}">{points} '
            f'points</span> <time title="Sun Mar 3" datetime="{iso}" class="live-timestamp">{ago}</time></p><form '
            f'class="usertext"><div class="usertext-body may-blank-within md-container"><div class="md"><p>{body}</p>'
            f'</div></div></form><ul class="flat-list buttons"><li><a href="/r/boats/comments/x1/night/{name}/" '
            f'class="bylink">permalink</a></li><li><a href="#">reply</a></li></ul></div><div class="child">'
            + (f'<div class="sitetable listing">{inner}</div>' if inner else "")
            + '</div><div class="clearleft"></div></div>'
        )

    last = comment("k4d44", "bo", 2, "2024-03-04T20:02:00+00:00", "1 year ago", LAST)
    reply = comment("k3c33", "Wanda", 5, "2024-03-04T07:31:00+00:00", "1 year ago", REPLY, last)
    first = comment("k2b22", "salty", 14, "2024-03-03T11:40:00+00:00", "1 year ago", ANSWER, reply)
    other = comment(
        "k5e55", "lena", 1, "2024-03-05T06:00:00+00:00", "1 year ago", "The harbour office is always wrong."
    )
    return (
        f'<html><head><title>{TITLE} : boats</title></head><body class="comments-page"><div id="header"><a '
        'href="/r/boats">boats</a> <a href="/r/boats/comments">comments</a></div><div class="content" role="main">'
        '<div id="siteTable" class="sitetable linklisting"><div class="thing id-t3_x1 link self" id="thing_t3_x1" '
        f'data-author="Wanda"><div class="entry unvoted"><p class="title"><a class="title" href="/r/boats/comments/x1/'
        f'night/">{TITLE}</a></p><p class="tagline">submitted <time datetime="2024-03-03T09:12:00+00:00" '
        'class="live-timestamp">1 year ago</time> by <a href="/user/Wanda" class="author">Wanda</a></p><form '
        f'class="usertext"><div class="usertext-body may-blank-within md-container"><div class="md"><p>{OPENING}</p>'
        '</div></div></form></div></div></div><div class="commentarea"><div class="panestack-title"><span '
        f'class="title">all 4 comments</span></div><div class="sitetable nestedlisting">{first}{other}</div></div>'
        "</div></body></html>"
    )


def wordpress() -> str:
    """An article with WordPress's own comments below it."""

    def comment(number: int, author: str, iso: str, when: str, body: str, inner: str = "") -> str:
        return (
            f'<li id="comment-{number}" class="comment even thread-even depth-1"><article id="div-comment-{number}" '
            f'class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">'
            f'<a href="https://{author.lower()}.example" rel="external nofollow ugc" class="url">{author}</a></b> '
            f'<span class="says">says:</span></div><div class="comment-metadata"><a href="https://ferry.example/rope/'
            f'#comment-{number}"><time datetime="{iso}">{when}</time></a></div></footer><div class="comment-content">'
            f'<p>{body}</p></div><div class="reply"><a rel="nofollow" class="comment-reply-link" href="#comment-'
            f'{number}">Reply</a></div></article>' + (f'<ol class="children">{inner}</ol>' if inner else "") + "</li>"
        )

    article = "".join(
        f"<p>The ferry leaves at half past ten, and this is paragraph {number} about what happens before: the lorries "
        "roll in first, then the cars, and then those who wait with a bicycle in the cold and look at the water, "
        "which is black by then and smells of diesel and of fish.</p>"
        for number in range(9)
    )
    reply = comment(43, "Salty", "2024-03-03T11:40:00+00:00", "March 3, 2024 at 11:40 am", ANSWER)
    comments = comment(41, "Lena", "2024-03-03T09:12:00+00:00", "March 3, 2024 at 9:12 am", "Is it free?", reply)
    comments += comment(47, "Bo", "2024-03-04T20:02:00+00:00", "March 4, 2024 at 8:02 pm", LAST)
    return (
        "<html><head><title>Bring a rope – Ferry notes</title></head><body class='single-post'><header><a href='/'>"
        "Ferry notes</a> <a href='/about'>About</a></header><main><article class='post-12 post'><h1 "
        f"class='entry-title'>Bring a rope</h1><div class='entry-content'>{article}</div></article><div id='comments' "
        f"class='comments-area'><h2 class='comments-title'>3 thoughts on “Bring a rope”</h2><ol class='comment-list'>"
        f"{comments}</ol></div></main><footer>Proudly made by hand</footer></body></html>"
    )


def pantip() -> str:
    """A Thai board: the opening post in a box of its own, numbered remarks, replies to them, Buddhist-era dates."""

    def remark(number: str, name: str, author: str, when: str, body: str, kind: str = "") -> str:
        return (
            f'<div class="display-post-wrapper section-comment{kind}" id="comment-{name}"><div class="display-post-'
            f'status-leftside"><div class="display-post-number">{number}</div><div class="display-post-story">{body}'
            f'</div><div class="display-post-action"><a href="#">ถูกใจ</a> <a href="#">ให้คะแนน</a></div></div><div '
            f'class="display-post-avatar"><a href="/profile/{name}" class="display-post-name">{author}</a><div '
            f'class="display-post-timestamp"><abbr class="timeago">{when}</abbr></div></div></div>'
        )

    return (
        '<html lang="th"><head><title>เรือนอนไปเกาะ เอาจักรยานขึ้นได้ไหม - กระดานท่าเรือ</title></head><body><div '
        'class="header"><a href="/">หน้าแรก</a> <a href="/tag">แท็ก</a> <a href="/login">เข้าสู่ระบบ</a></div>'
        '<div class="display-post-wrapper main-post type" id="topic-4210"><h2 class="display-post-title">เรือนอนไปเกาะ '
        'เอาจักรยานขึ้นได้ไหม</h2><div class="display-post-story">ปีนี้มีใครเอาจักรยานขึ้นเรือนอนบ้างคะ '
        "บริษัทเรือบอกว่าฟรี แต่ที่ท่าเรือบอกว่าคิดเงิน อยากรู้ก่อนปั่นไปสองร้อยกิโล</div><div "
        'class="display-post-avatar"><a href="/profile/4210" class="display-post-name">แพรว</a><div '
        'class="display-post-timestamp"><abbr class="timeago">3 มีนาคม 2567 เวลา 09:12 น.</abbr></div></div></div>'
        '<div class="comments-counter">4 ความคิดเห็น</div>'
        + remark("ความคิดเห็นที่ 1", "8801", "ลุงเชือก", "3 มีนาคม 2567 เวลา 11:40 น.",
                 "ฟรีครับ เข็นขึ้นไปพร้อมรถบรรทุกแล้วผูกเอง เอาเชือกไปด้วย")
        + remark("ความคิดเห็นที่ 1-1", "8802", "แพรว", "4 มีนาคม 2567 เวลา 07:31 น.",
                 "ขอบคุณมากค่ะ มีที่นอนนอกจากในบาร์ไหมคะ", " sub-comment")
        + remark("ความคิดเห็นที่ 2", "8805", "โบ", "4 มีนาคม 2567 เวลา 20:02 น.", "ชั้นบนครับ ถ้าฝนไม่ตก")
        + '<div class="footer">ติดต่อทีมงาน <a href="/rules">กฎกติกา</a></div></body></html>'
    )  # fmt: skip
