"""A thread in the terms of schema.org, as JSON-LD."""

from __future__ import annotations

from typing import Any

from kaensan.threads.thread import Post, Thread

__all__ = ["described"]

_MAIN = {"board": "DiscussionForumPosting", "questions": "Question", "comments": "Article"}


def described(thread: Thread) -> dict[str, Any]:
    """A `DiscussionForumPosting`, a `QAPage`, or an `Article` with comments.

    On the first page of a thread its first post is the posting itself, the others are its comments; on later pages all
    are comments. A post without an address of its own is called `#` and its position.
    """
    asked = thread.kind == "questions"
    opening = thread.posts[0] if thread.posts and thread.page == 1 and thread.kind != "comments" else None
    replies = thread.posts[1:] if opening else thread.posts
    main: dict[str, Any] = {
        "@type": _MAIN[thread.kind],
        "name" if asked else "headline": thread.title,
        "url": thread.url,
        "pagination": _pagination(thread) if not asked else None,
    }
    if opening:
        said = _post(opening, thread)
        main |= {name: value for name, value in said.items() if name != "url" or not thread.url}
    main["answerCount" if asked else "commentCount"] = len(replies)
    if replies:
        kind = "Answer" if asked else "Comment"
        main["suggestedAnswer" if asked else "comment"] = [{"@type": kind, **_post(post, thread)} for post in replies]
    main = _known(main)
    return {"@context": "https://schema.org", **({"@type": "QAPage", "mainEntity": main} if asked else main)}


def _pagination(thread: Thread) -> str | None:
    """Which page of the thread this is, where it has several."""
    if thread.pages:
        return f"{thread.page} of {thread.pages}"
    return str(thread.page) if thread.page > 1 else None


def _post(post: Post, thread: Thread) -> dict[str, Any]:
    author = _known({"@type": "Person", "name": post.author, "url": post.author_url}) if post.author else None
    answered = thread.posts[post.reply_to - 1] if post.reply_to else None
    votes: dict[str, Any] = {"upvoteCount": post.score}
    if thread.kind != "questions" and post.score is not None:
        like = {"@type": "InteractionCounter", "interactionType": "https://schema.org/LikeAction"}
        votes = {"interactionStatistic": {**like, "userInteractionCount": post.score}}
    return _known(
        {
            "@id": _name(post),
            "url": post.url,
            "identifier": post.id,
            "position": post.position,
            "author": author,
            "datePublished": post.date,
            "text": post.text,
            "parentItem": {"@id": _name(answered)} if answered else None,
            **votes,
        }
    )


def _name(post: Post) -> str:
    return post.url or f"#{post.position}"


def _known(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if value is not None}
