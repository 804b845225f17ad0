"""What the names of elements may tell, found at one look at each name; every page is asked for most of these.

Whoever asks then looks closer at the names that a bit is set for, which are few.
"""

from __future__ import annotations

from kaensan.page.stems import stem_bits

__all__ = ["BOARD", "COMMENTS", "CONSENT", "REPLIES", "TELLING"]

CONSENT, COMMENTS, BOARD, REPLIES = 1, 2, 4, 8
"""The bits of dialogs of consent services, of comments under an article, of boards, and of what is said on them."""

_CONSENT_SERVICES = (
    *("onetrust", "optanon", "cybotcookiebot", "didomi-", "usercentrics", "qc-cmp", "sp_message_", "truste-"),
    *("trustarc", "cookie-law-info", "cli-modal", "cmplz-", "cky-consent", "cky-modal", "moove_gdpr", "borlabs"),
    *("iubenda-cs", "osano-cm", "termly-", "tarteaucitron", "axeptio", "fc-consent", "fc-dialog", "cookiescript_"),
    *("cmpbox", "evidon-", "hs-eu-cookie", "tc-privacy", "cookiefirst", "cookiehub", "cookieyes", "shopify-pc__"),
    *("eu-cookie-compliance", "sliding-popup", "ch2-dialog", "klaro", "ccc-overlay", "gdprcookie", "cc-window"),
    *("cookie-notice-container", "cookieconsent", "cookie-consent", "cookie-banner", "consent-banner"),
    *("cookiewow", "pdpa-consent"),
)
"""what the names of the dialogs of consent services have in them; the last few are names that sites give themselves"""
_STEMS = {
    CONSENT: _CONSENT_SERVICES,
    COMMENTS: ("comment", "respond", "disqus", "replies", "comentario", "kommentar"),
    BOARD: ("forum", "thread", "topic", "discuss", "question", "answer", "board", "commu"),
    REPLIES: ("comment", "disqus", "repl"),
}
TELLING = stem_bits([_STEMS[1 << kind] for kind in range(len(_STEMS))])
"""The stems of all of them."""
