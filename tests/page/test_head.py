"""What a page says about itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page import parse
from kaensan.page.head import Head


def head(html: str, url: str | None = None) -> Head:
    return parse(html, url).head


def test_the_title_is_the_document_title_and_not_that_of_a_drawing() -> None:
    assert head("<svg><title>logo</title></svg><title> Two \n words</title>").title == "Two words"
    assert head("<p>no title").title == ""


def test_the_title_is_normalised_thai() -> None:
    assert head("<title>น\u0e4d\u0e49า</title>").title == "น้ำ"


def test_meta_elements_are_found_by_every_kind_of_name() -> None:
    found = head(
        "<meta name=Author content=' Ann '><meta property='dc:title og:title' content=T>"
        "<meta itemprop=datePublished content=2021-01-02><meta http-equiv=Content-Language content=th><meta name=x>"
    ).meta
    assert found == {
        "author": ["Ann"],
        "dc:title": ["T"],
        "og:title": ["T"],
        "datepublished": ["2021-01-02"],
        "content-language": ["th"],
    }


def test_a_meta_element_without_content_may_have_a_value() -> None:
    found = head(
        "<meta name=a content value=' b '><meta name=c content=' ' value=d><meta content=e><meta name='f f' content=g>"
    )
    assert found.meta == {"a": ["b"], "f": ["g"]}


def test_the_canonical_link_is_a_link_of_that_relation() -> None:
    found = head(
        "<a rel=canonical href=/a><link rel=canonicals href=/b><link rel='x CANONICAL' href=' /c '>", "https://o.org/"
    )
    assert found.canonical == "https://o.org/c"


def test_opengraph_is_read_without_its_prefix() -> None:
    found = head("<meta property=og:image content=a><meta property=og:image content=b>")
    assert found.opengraph == {"image": ["a", "b"]}


def test_the_canonical_address_is_absolute() -> None:
    assert head("<link rel=canonical href=/a>", "https://example.org/b?c").canonical == "https://example.org/a"
    assert head("<base href=https://x.org/y/><link rel='me canonical' href=z>").canonical == "https://x.org/y/z"
    assert head("<link rel=canonical href=/a>").canonical is None
    assert head("<meta property=og:url content=https://o.org/>").canonical == "https://o.org/"


def test_a_broken_address_is_no_address() -> None:
    assert head("<link rel=canonical href='http://[bad'>").canonical is None
    assert (
        head("<base href='http://[bad'><link rel=canonical href=/a>", "https://b.org/").canonical == "https://b.org/a"
    )


def ld(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{text}</script>'


def test_json_ld_things_come_outer_before_inner() -> None:
    found = head(ld({"@type": "NewsArticle", "headline": "H", "author": {"@type": "Person", "name": "Ann"}})).things
    assert [(thing.types, thing.within) for thing in found] == [(("newsarticle",), ()), (("person",), ("author",))]
    assert found[0].texts("headline") == ["H"]
    assert found[0].texts("author") == ["Ann"]


def test_references_within_a_graph_are_resolved() -> None:
    graph = [{"@type": "Article", "author": {"@id": "#ann"}}, {"@type": "Person", "@id": "#ann", "name": "Ann"}]
    assert head(ld({"@graph": graph})).things[0].texts("author") == ["Ann"]


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "Article", "headline": "H",}',
        '// note\n{"@type": "Article", /* why */ "headline": "H"}',
        '<!-- {"@type": "Article", "headline": "H"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "H"}\n//]]>',
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;H&quot;}",
        '{"@type": "Website", "name": "line\nend"} {"@type": "Article", "headline": "H"}',
        '{"@type": "Article", "headline": "H", "articleBody": "cut o',
        '\ufeff{"@type": "Article", "headline": "H"};',
    ],
)
def test_json_ld_that_is_not_quite_json_is_read_all_the_same(text: str) -> None:
    articles = [thing for thing in head(ld(text)).things if "article" in thing.types]
    assert [thing.texts("headline") for thing in articles] == [["H"]]


def test_types_may_be_addresses() -> None:
    assert head(ld({"@type": ["https://schema.org/Article", "Thing"]})).things[0].types == ("article", "thing")


def test_microdata_belongs_to_the_item_around_it() -> None:
    found = head(
        "<article itemscope itemtype=https://schema.org/Article><h1 itemprop=headline>A <b>head</b>line</h1>"
        "<span itemprop=author itemscope itemtype=http://schema.org/Person>by <a itemprop=name href=/a>Ann</a></span>"
        "<time itemprop=datePublished datetime=2021-01-02>yesterday</time></article><i itemprop=stray>x</i>"
    ).microdata
    article, person, stray = found
    assert article.types == ("article",)
    assert article.texts("headline") == ["A headline"]
    assert article.texts("author") == ["Ann"]
    assert article.texts("datepublished") == ["2021-01-02"]
    assert (person.types, person.within) == (("person",), ("author",))
    assert stray.texts("stray") == ["x"]


def test_values_of_a_property_stay_in_order() -> None:
    found = head("<div itemscope><i itemprop=tag>a</i><i itemprop=tag>b</i></div>").microdata
    assert found[0].texts("tag") == ["a", "b"]


def test_languages_are_claimed_in_many_places() -> None:
    found = head(
        "<html lang=th-TH><meta http-equiv=content-language content=en><meta property=og:locale content=th_TH>"
        + ld({"@type": "Article", "inLanguage": "th"})
    ).languages
    assert found == [
        ("html lang", "th-TH"),
        ("meta content-language", "en"),
        ("meta og:locale", "th_TH"),
        ("json-ld inLanguage", "th"),
    ]


SENTENCE = "A sentence that is long enough to be worth keeping, because candidates are long texts and not labels."


def test_application_data_is_offered_as_text() -> None:
    page = {"props": {"pageProps": {"post": {"body": f"<p>{SENTENCE}</p>", "id": 7}}}}
    found = head(f'<script id=__NEXT_DATA__ type="application/json">{json.dumps(page)}</script>').embedded
    assert [(one.source, one.path, one.text) for one in found] == [
        ("__NEXT_DATA__", "props.pageProps.post.body", f"<p>{SENTENCE}</p>")
    ]
    assert found[0].markup


def test_json_within_an_attribute_is_opened() -> None:
    posts = json.dumps({"topic": json.dumps({"posts": [{"cooked": SENTENCE * 6}]})}).replace('"', "&quot;")
    found = head(f'<div id=data-preloaded data-preloaded="{posts}"></div>').embedded
    assert [(one.source, one.path, one.text) for one in found] == [
        ("data-preloaded", "topic.posts.cooked", SENTENCE * 6)
    ]


@pytest.mark.parametrize(
    "script",
    [
        f'window.__INITIAL_STATE__ = {{"a": "{SENTENCE}"}};',
        f'window["state"]=JSON.parse("{{\\"a\\": \\"{SENTENCE}\\"}}")',
        f'self.__next_f.push([1,"{SENTENCE}"])',
    ],
)
def test_values_that_scripts_assign_are_data(script: str) -> None:
    assert [one.text for one in head(f"<script>{script}</script>").embedded] == [SENTENCE]


def test_the_body_in_json_ld_is_a_candidate_and_every_text_comes_once() -> None:
    block = ld({"@type": "Article", "articleBody": SENTENCE})
    found = head(block + block).embedded
    assert [(one.source, one.path) for one in found] == [("json-ld", "articleBody")]
    assert not found[0].markup


def test_code_is_no_text() -> None:
    assert head("<script>window.x = {a: function () { return 1 }}; window.y = 'https://a.b/'</script>").embedded == []


def ask_everything(found: Head) -> None:
    _ = found.title, found.meta, found.opengraph, found.links, found.canonical
    _ = found.json_ld, found.things, found.microdata, found.languages, found.embedded


@given(st.text())
def test_any_json_ld_is_read_without_an_exception(text: str) -> None:
    ask_everything(head(ld(text)))


@given(st.binary())
def test_any_bytes_have_a_head(data: bytes) -> None:
    ask_everything(parse(data).head)


def test_deeply_nested_data_is_cut_off_not_fatal() -> None:
    deep = '{"@type":"A","b":' * 50_000
    found = head(ld(deep) + f"<script>window.x = {'[' * 50_000}</script>")
    ask_everything(found)
    assert len(found.things) > 1


def test_lone_surrogates_are_replaced_with_a_warning() -> None:
    page = parse("<p \ud800=x>a\udfffb</p>")
    assert page.texts.strings == ["a\ufffdb"]
    assert page.warnings == ("lone surrogates, which stand for no character, became U+FFFD",)


def test_the_types_of_a_page_are_those_of_its_things() -> None:
    page = parse(
        '<script type="application/ld+json">{"@type": ["NewsArticle", "http://schema.org/Report"]}</script>'
        "<div itemscope itemtype='https://schema.org/QAPage'><p itemprop=name>x<i itemscope itemprop=a>y</i></div>"
    )
    assert page.head.types == {name for thing in page.head.things for name in thing.types}
    assert {"newsarticle", "report", "qapage"} < page.head.types


def test_the_canonical_address_is_the_first_link_of_that_relation() -> None:
    html = (
        "<a rel=canonical href=/a>a</a><link rel='Alternate CANONICAL' href=' /b '><link rel=canonical href=/c>"
        "<link rel=canonical-ish href=/d>"
    )
    found = parse(f"<link rel=canonical href=' '>{html}", "https://example.org/x").head
    assert found.canonical == "https://example.org/b"
    assert found.links["canonical"] == ["/b", "/c"]


@pytest.mark.parametrize(
    ("kind", "is_data"),
    [
        *(("application/ld+json", True), ("APPLICATION/LD+JSON", True), ("application/ld&#43;json", True)),
        *(("application/ld+json; charset=utf-8", True), ("text/javascript", False), ("ld+jsön", False)),
    ],
)
def test_scripts_of_linked_data_are_known_by_their_type(kind: str, is_data: bool) -> None:
    page = parse(f'<input type="{kind}"><script type="{kind}">{{"a": 1}}</script><script>b()</script>')
    assert page.head.json_ld_texts == (['{"a": 1}'] if is_data else [])
