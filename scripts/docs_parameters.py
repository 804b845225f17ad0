"""What the parameters of public functions mean, where their docstring does not say: one name means one thing."""

from __future__ import annotations

import re

__all__ = ["note_of"]

_EVERYWHERE = {
    "allow_private": "fetch from this machine and local networks too",
    "as_dict": "give a plain dictionary",
    "author_blacklist": "names that are no authors",
    "batches": "Arrow batches with a column of markup",
    "cache": "a file to keep fetched pages in",
    "client": "the client that fetches",
    "count": "how many at the most",
    "deadline": "gives the fetch up when it passes or is cancelled; the client's own by default",
    "default_url": "where the page came from",
    "error": "why there is no content",
    "favor_precision": "keep less in doubt",
    "favor_recall": "keep more in doubt",
    "fetching": "how pages are fetched, see `FetchOptions`",
    "filecontent": "the markup of the page",
    "form": "the format of the answer",
    "formats": "the renderings to add: `text`, `markdown`, `html`",
    "host": "the site, as in its addresses",
    "html": "the markup of the page",
    "include_comments": "keep, or drop, what readers wrote; by default the page decides",
    "include_formatting": "Markdown instead of plain text",
    "include_images": "with their addresses",
    "include_links": "with their addresses",
    "include_tables": "drop them where False",
    "indent": "spaces for each level; None for one line",
    "input": "the markup of the page",
    "input_html": "the markup, where it is not to be fetched",
    "inputs": "files, folders, patterns or fsspec URLs",
    "labels": "which rows are content, and why",
    "language": "of the page; found out in any case",
    "look": "width, height, colours and font, see `Look`",
    "max_bytes": "the largest page, unpacked",
    "message": "what happened, in a sentence",
    "method": "a name from `method_names()`, or a method of your own; the learned one by default",
    "methods": "their names; all that can run by default",
    "number": "which method, from 0",
    "on_progress": "called after each page",
    "only_with_metadata": "None for a page without title, date or address",
    "options": "how it is done, see its type",
    "out": "the folder that the tables go into",
    "output_format": "`txt`, `markdown`, `html`, `json`, `csv` or `python`",
    "page": "a parsed page",
    "pages": "the pages, read one at a time",
    "path": "a file",
    "policy": "kinds of text to keep or drop, see `Policy`",
    "read_only": "change nothing in the file",
    "record_id": "a name for the record, in JSON",
    "render": "let an installed Chromium run the page's scripts",
    "retries": "how often a fetch that failed for a while is tried again",
    "robots": "ask robots.txt first",
    "rule": "the rule that is meant",
    "rules": "a file of your own selectors, or what was read from one",
    "running": "processes and engine, see `Running`",
    "site": "a store of what is known of sites, or its file",
    "sources": "documents, pages, texts, or several of these",
    "target_language": "None for a page in another language",
    "terms": "how terms are chosen, see `TermOptions`",
    "text": "any text",
    "threads": "extract in threads instead of processes",
    "timeout": "seconds for everything together, or `Timeouts`",
    "title": "what it is called",
    "url": "the address of the page",
    "url_blacklist": "None for a page at one of these addresses",
    "urls": "addresses, one for each page",
    "user_agent": "how requests name the program",
    "watchers": "told of what happens in the run",
    "with_metadata": "begin with what is known of the page",
    "workers": "processes; 1 works in this one",
}
"""by the name of the parameter"""

_HERE = {
    "Document.negative_keywords": "without effect, named in a warning",
    "Document.positive_keywords": "without effect, named in a warning",
    "Document.summary.keep_all_images": "without effect, named in a warning",
    "Client.exchange.extra": "further headers",
    "Client.exchange.pages": "refuse what is no page",
    "Client.deadline.given": "one that was begun before",
    "Client.next_hop.location": "what the answer names",
    "Client.next_hop.passed": "addresses on the way so far",
    "Client.next_hop.target": "where the redirect was met",
    "Comparison.pictures.alone": "as files of their own, without the page's style",
    "Filters.refusal.row": "the columns of a page",
    "Store.add_example.labelled": "the page and its labels",
    "Store.expire.why": "in a sentence",
    "Store.observe.observation": "what was seen",
    "Store.put_template.template": "what repeats on its pages",
    "Store.rule_for.page_class": "the class of pages that the address falls into",
    "UserRules.for_address.address": "of a page",
    "crawl.options": "the site, where its pages go and how they are taken, see `CrawlOptions`",
    "look.options": "the site and the folder of tables, see `WatchOptions`",
}
"""by function or method and parameter, where the name alone does not say it"""

_ITSELF = frozenset({"self", "cls", "unused"})
"""parameters that are no choice of the caller"""


def note_of(parameter: str, qualified: str, said: str) -> str | None:
    """What a parameter means; empty where the docstring (`said`) speaks of it, None where nothing does.

    >>> note_of("url", "f", "Fetch `url`."), note_of("url", "f", "Fetch."), note_of("odd", "f", "Fetch.")
    ('', 'the address of the page', None)
    """
    if parameter in _ITSELF or re.search(rf"`{parameter}\b", said):
        return ""
    return _HERE.get(f"{qualified}.{parameter}") or _EVERYWHERE.get(parameter)
