"""Programs written for other extractors run with an import changed."""

from __future__ import annotations

import json

import pytest

from kaensan.compat import newspaper, readability, trafilatura
from kaensan.errors import UsageError

URL = "https://news.example/2024/tide"
HTML = """<html lang=en><head><title>High tide - Canal News</title><meta name=author content="Ploy Saetang">
<meta property="article:published_time" content="2024-10-12T09:30:00+07:00"></head><body><nav><a href=/>Home</a></nav>
<article><h1>High tide</h1><p>The harbour closed for the night because the water rose above the
<a href=/quay>quay</a>.</p>
<p>Boats were moved into the canal before dark, and the market opened an hour late in the morning.</p>
<table><tr><td>nine</td><td>2.4 m</td></tr><tr><td>ten</td><td>2.6 m</td></tr></table></article></body></html>"""
FIRST = "The harbour closed for the night because the water rose above the quay."


def test_trafilatura_extract_gives_text_or_none() -> None:
    text = trafilatura.extract(HTML, url=URL)
    assert text is not None
    assert FIRST in text
    assert "Home" not in text
    assert trafilatura.extract("<html></html>") is None


def test_trafilatura_arguments_that_people_use() -> None:
    markdown = trafilatura.extract(HTML, url=URL, output_format="markdown", include_links=True, with_metadata=True)
    assert markdown is not None
    assert "[quay](https://news.example/quay)" in markdown
    assert markdown.startswith("---\n")
    assert "2.4 m" not in (trafilatura.extract(HTML, include_tables=False) or "")
    assert json.loads(trafilatura.extract(HTML, output_format="json") or "")["title"] == "High tide"
    assert trafilatura.extract(HTML, target_language="th") is None
    assert trafilatura.extract(HTML, only_with_metadata=True) is None  # no address
    assert trafilatura.extract(HTML, url=URL, favor_precision=True)


def test_trafilatura_metadata_has_its_names() -> None:
    known = trafilatura.extract_metadata(HTML, default_url=URL)
    assert (known["title"], known["author"], known["date"]) == ("High tide", "Ploy Saetang", "2024-10-12")
    bare = trafilatura.bare_extraction(HTML, url=URL)
    assert bare is not None
    assert FIRST in bare["text"]


def test_trafilatura_metadata_is_an_object_and_a_dictionary() -> None:
    known = trafilatura.extract_metadata(HTML, default_url=URL, author_blacklist={"ploy saetang"})
    assert (known.title, known["title"], known.author) == ("High tide", "High tide", None)
    assert known.hostname == "news.example"
    with pytest.raises(AttributeError, match="nothing is known of 'commentsbody'"):
        known.commentsbody  # noqa: B018 (asking is the test)
    bare = trafilatura.bare_extraction(HTML, URL, with_metadata=True, include_tables=False, as_dict=True)
    assert type(bare) is dict
    assert "2.4 m" not in bare["text"]
    assert trafilatura.bare_extraction(HTML, URL, target_language="th") is None


def test_trafilatura_lists_of_what_is_not_wanted_and_a_name_for_the_record() -> None:
    assert trafilatura.extract(HTML, URL, url_blacklist={URL}) is None
    assert trafilatura.extract(HTML, URL, url_blacklist={"https://news.example/other"})
    row = json.loads(trafilatura.extract(HTML, URL, "42", output_format="json") or "")
    assert (row["id"], row["author"], row["date"]) == ("42", "Ploy Saetang", "2024-10-12")
    assert FIRST in row["text"]


def test_what_has_no_meaning_here_is_named() -> None:
    with pytest.warns(UserWarning, match="deduplicate"):
        trafilatura.extract(HTML, deduplicate=True)
    with pytest.raises(UsageError, match="xmltei"):
        trafilatura.extract(HTML, output_format="xmltei")


def test_private_addresses_are_not_fetched() -> None:
    assert trafilatura.fetch_url("http://127.0.0.1/") is None


def test_readability_document() -> None:
    document = readability.Document(HTML, url=URL)
    assert document.title() == "High tide - Canal News"
    assert document.short_title() == "High tide"
    assert FIRST.partition("quay")[0] in document.summary()
    assert document.summary().startswith("<html>")
    assert document.summary(html_partial=True).startswith("<div>")


def test_readability_keywords_come_where_they_came_before_and_are_named() -> None:
    with pytest.warns(UserWarning, match="positive_keywords"):
        document = readability.Document(HTML, ["story"], None, URL)
    assert document.url == URL


def test_newspaper_functions() -> None:
    assert FIRST in newspaper.fulltext(HTML)
    found = newspaper.article(URL, input_html=HTML)
    assert (found.title, found.is_parsed, found.tags, found.top_img) == ("High tide", True, set(), "")


def test_newspaper_article() -> None:
    article = newspaper.Article(URL)
    with pytest.raises(newspaper.ArticleException, match="download"):
        article.parse()
    article.download(input_html=HTML)
    article.parse()
    assert (article.title, article.authors, article.meta_lang) == ("High tide", ["Ploy Saetang"], "en")
    assert article.publish_date is not None
    assert article.publish_date.isoformat() == "2024-10-12T09:30:00+07:00"
    assert FIRST in article.text
