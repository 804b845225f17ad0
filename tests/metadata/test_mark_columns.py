"""What is said of elements is gathered as their columns have it."""

import numpy as np

from kaensan.metadata.mark_columns import first_with_text, inside_marked, kinds_by_element, marked_elements
from kaensan.page import parse
from kaensan.page.tags import TAGS, tag_id

PAGE = parse("<div class=a><p id=b>one<b>two</b><p class=c>three</div><p itemprop=a>four five six seven eight")
ELEMENTS, SIZE = PAGE.elements, PAGE.texts.length_before
DIV = ELEMENTS.names.index("div")


def held(**bits: int) -> np.ndarray:
    """The bits of the elements with some names."""
    return np.array([bits.get(name, 0) for name in ELEMENTS.names], np.int32)


def test_kinds_are_those_of_the_names_by_the_given_attributes() -> None:
    kinds = np.array([1 << number for number in range(len(ELEMENTS.named))], np.int32)
    names = dict(zip(ELEMENTS.named.texts, kinds.tolist(), strict=True))
    first = DIV
    assert kinds_by_element(ELEMENTS, kinds, "class", "id")[first:].tolist() == [
        names["a"],
        names["b"],
        0,
        names["c"],
        0,
    ]
    assert kinds_by_element(ELEMENTS, kinds, "itemprop")[first:].tolist() == [0, 0, 0, 0, names["a"]]


def test_an_element_is_marked_with_all_that_is_in_it_unless_it_holds_half_of_the_text() -> None:
    assert inside_marked(ELEMENTS, held(div=2), 2, SIZE)[DIV:].tolist() == [True, True, True, True, False]
    assert not inside_marked(ELEMENTS, held(div=2), 4, SIZE).any()
    assert not inside_marked(ELEMENTS, held(body=2), 2, SIZE).any()


def test_marked_elements_have_what_is_said_around_them() -> None:
    marked = marked_elements(ELEMENTS, held(div=1, p=2, b=4), SIZE, longest=6, most=9)
    assert [tuple(one)[3:] for one in marked] == [
        (False, 1, 0),
        (True, 2, 1),
        (True, 4, 3),
        (True, 2, 1),
        (False, 2, 0),
    ]
    short = marked_elements(ELEMENTS, held(div=1, p=2, b=4), SIZE, longest=6, most=2, only_short=True)
    assert short == [one for one in marked if one.is_short][:2]
    assert marked_elements(ELEMENTS, held(div=1, p=2, b=4), SIZE, longest=6, most=2) == marked[:2]


def test_the_first_elements_of_a_kind_are_those_with_text() -> None:
    page = parse("<h2></h2><h2>a</h2><h1>b</h1><h2>c</h2><h2>d</h2>")
    kinds = np.zeros(len(TAGS), np.uint8)
    kinds[tag_id("h1")], kinds[tag_id("h2")] = 1, 2
    found = first_with_text(page.elements, kinds, (8, 2))
    shown = [[page.texts.strings[page.elements.first_text[row]] for row in rows] for rows in found]
    assert shown == [["b"], ["a", "c"]]
