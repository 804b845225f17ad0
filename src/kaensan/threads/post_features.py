"""What is known about the short texts of a post: which one says who wrote it, which one when?

A row of numbers per text that stands in a record outside its body: what it looks like, how it is named, where it stands
between the start of the record and the body, and how the texts in the same place of the other posts compare: labels are
the same in every post, names and dates are not, and dates go up.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaensan.dates.found_dates import read_date
from kaensan.dates.yearless import read_day_of_year, with_year
from kaensan.methods.boards.date_words import RELATIVE
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.rows import LEXICON, Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.language import language_code
from kaensan.page.tags import family
from kaensan.page.word_search import WordSearch, words
from kaensan.threads.post_records import Records
from kaensan.threads.sign_columns import (
    are_labels,
    fill_equal,
    fill_kinds,
    fill_places,
    fill_shapes,
    fill_stands,
    which_speak,
)

__all__ = ["PostTexts", "days_apart", "is_of_membership", "leads_to_profile"]

Floats = NDArray[np.float64]

_PROFILE_WORDS = WordSearch(words("user|member|profile|author|people|mid=|uid|player|account|poster|contact"))
_PROFILE_LETTER = re.compile(r"u=\d|\bu\b", re.I)
_YEAR = re.compile(r"\b(?:19|20|25)\d\d\b|\d[/.-]\d\d\b")
_NUMERIC = re.compile(r"(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?![\d/-])")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]{{0,6}}[.,]?\s{{0,3}}$", re.I)
"""the day of the week right before a date"""
_HALF_DAY = re.compile(r"\d\s?[ap]\.?m\b", re.I)
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_RELATIVE = re.compile(RELATIVE)
_JOINED_LATIN = (
    *(
        "join",
        "regist",
        "since",
        "edit",
        "last",
        "inscri",
        "iscritt",
        "depuis",
        "desde",
        "sinds",
        "zarejestr",
        "tham gia",
    ),
    *("bergabung", "sejak", "bearbeit", "modifi", "zuletzt", "laatst", "ostatni", "edytow", "bewerkt", "diubah"),
)
_JOINED = (
    *_JOINED_LATIN,
    *(
        "สมัคร",
        "ลงทะเบียน",
        "เข้าร่วม",
        "เป็นสมาชิก",
        "เมื่อปี",
        "แก้ไข",
        "ล่าสุด",
        "dołącz",
        "kayıt",
        "üyelik",
        "katılım",
        "gia nhập",
    ),
    *(
        "регистрац",
        "зарегистр",
        "注册",
        "註冊",
        "加入",
        "登録",
        "가입",
        "التسجيل",
        "انضم",
        "geänd",
        "dernière",
        "última",
        "düzenle",
    ),
    *("изменен", "редактир", "编辑", "編輯", "編集", "수정", "chỉnh sửa", "تعديل"),
)
_SPEAKS_OF_JOINING_LATIN, _SPEAKS_OF_JOINING = WordSearch(_JOINED_LATIN), WordSearch(_JOINED)
_PLAIN = str.maketrans("ſıİ", "sii")
"""letters that stand for others whatever their case"""
_LONGEST = 160
_MONTH_LEADS = frozenset({"ja", "ko", "zh"})
"""languages in which a day without a year begins with the month, whatever parts its numbers"""
_ABOVE = 20
"""dates above the posts among which a year is looked for"""
_LINE_ROWS, _LONGEST_LINE = 6, 80
"""texts and characters of a line that holds little but a date"""
_DATE_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-datetime")
_TAGS = {
    "link": family("a"),
    "strong": family("b strong"),
    "heading": family("h1 h2 h3 h4 h5 h6"),
    "time": family("time"),
    "inline": family("span bdi font i em small cite abbr"),
    "term": family("dt"),
    "detail": family("dd li"),
    "cell": family("td th"),
    "block": family("div p header footer section address"),
}
_TAG_TABLE = np.array(list(_TAGS.values())).view(np.uint8)
"""a row per family, a column per tag"""
_SHAPES = ("length", "letters", "digits", "words", "label", "year", "clock", "relative", "joined")
_PLACED = ("posts", "times", "distinct", "rising", "first")
_GROUPS: dict[str, tuple[str, ...]] = {
    "shape": _SHAPES,
    "neighbours": ("joined_before", "label_before"),
    "links": ("anchor", "profile", "fragment"),
    "kinds": (
        *(f"tag_{name}" for name in _TAGS),
        *(f"above_{name}" for name in _TAGS),
        *(f"name_{name}" for name in LEXICON),
        *(f"above_name_{name}" for name in LEXICON),
    ),
    "stands": (
        *("before", "distance", "from_start", "depth", "lead", "dated_before", "dated", "dated_after"),
        *("order", "posts"),
    ),
    "equal": ("said_posts", "said_here", "said_page"),
    "own": tuple(f"own_{name}" for name in _PLACED),
    "near": tuple(f"near_{name}" for name in _PLACED),
}
"""the features, by what tells them"""
_NAMES = tuple(name for names in _GROUPS.values() for name in names)


def _rows_of(group: str) -> slice:
    """The rows of the table that a group of features has."""
    first = _NAMES.index(_GROUPS[group][0])
    return slice(first, first + len(_GROUPS[group]))


_SHAPE, _NEIGHBOURS, _LINKS, _KINDS, _STANDS, _EQUAL, _OWN, _NEAR = map(_rows_of, _GROUPS)
_LOGS = [_NAMES.index(name) for name in ("length", "distance", "from_start", "order", "posts", "said_page")]
"""features that count by their logarithm"""


class PostTexts:
    """The texts of all posts that may be an author or a date, with their features."""

    def __init__(self, page: Page, rows: Rows, records: Records, looked: NDArray[np.int64]) -> None:
        texts, strings = page.texts, page.texts.strings
        around = np.flatnonzero((records.owner >= 0) & ~records.body & rows.readable)
        short = (0 < len(strings[row].strip()) <= _LONGEST for row in around.tolist())
        self.row = around[np.fromiter(short, np.bool_, len(around))]
        self.post = records.owner[self.row]
        self.text = [" ".join(strings[row].split()) for row in self.row.tolist()]
        number: dict[str, int] = {}
        self.said = np.fromiter((number.setdefault(text, len(number)) for text in self.text), np.int64, len(self.text))
        """rows with the same text have the same number"""
        self.distinct = list(number)
        self.dated = rows.date[self.row]
        self.look = looked[0][texts.parent[self.row]]
        """how the elements around them look, in tag and classes"""
        self.iso = _isos(page, self.row, self.text, self.dated)
        _complete_years(page, rows, self)
        self.columns = _features(self, page, rows, records, looked)

    def __len__(self) -> int:
        return len(self.row)


def _features(texts: PostTexts, page: Page, rows: Rows, records: Records, looked: NDArray[np.int64]) -> FeatureTable:
    """What is known of each text, by name."""
    table = np.zeros((len(_NAMES), len(texts)))
    table[_SHAPE] = _shape(texts).take(texts.said, axis=1)
    _add_neighbours(table[_NEIGHBOURS], texts, page)
    _add_links(table[_LINKS], texts, page)
    _add_kinds(table[_KINDS], texts, page, rows)
    _add_stands(table[_STANDS], texts, page, rows, records)
    fill_equal(texts.said, len(texts.distinct), texts.post, len(records), table[_EQUAL])
    for look, place in ((0, _OWN), (3, _NEAR)):
        _add_places(table[place], texts, len(records), looked[look][page.texts.parent[texts.row]])
    table[_LOGS] = np.log1p(table[_LOGS])
    return FeatureTable(_NAMES, table)


def _month_first(dates: list[str]) -> bool:
    """Whether the numeric dates of a page name the month first, as far as they tell together."""
    numeric = [(date, found) for date in dates if (found := _NUMERIC.search(date))]
    pairs = [(int(found[1]), int(found[2])) for _, found in numeric]
    if any(first > 12 for first, _ in pairs):
        return False
    if any(second > 12 for _, second in pairs):
        return True
    orders = {order for text, found in numeric if (order := _order_by_weekday(text, found)) is not None}
    if len(orders) == 1:
        return orders.pop()
    return bool(numeric) and all(_HALF_DAY.search(text) for text, _ in numeric)


def _order_by_weekday(text: str, found: re.Match[str]) -> bool | None:
    """Whether the month comes first in a numeric date, by the weekday written before it; None where that fits neither
    order, or both."""
    named = _WEEKDAY.search(text[: found.start()])
    if named is None:
        return None
    weekday, year = _WEEKDAYS.index(named[1].lower()), int(found[3])
    fits = [
        order
        for order, (month, day) in ((True, (int(found[1]), int(found[2]))), (False, (int(found[2]), int(found[1]))))
        if month <= 12 and day <= 28 and date(year + 2000 * (year < 100), month, day).weekday() == weekday
    ]
    return fits[0] if len(fits) == 1 else None


def _isos(page: Page, row: NDArray[np.int64], text: list[str], dated: NDArray[np.bool_]) -> list[str | None]:
    """The date of every text that looks like one: that of an attribute that says it more exactly, unless they are days
    apart. Attributes are those of the element around the text and of the one around that."""
    iso: list[str | None] = [None] * len(text)
    places: list[int] = dated.nonzero()[0].tolist()
    if not places:
        return iso
    lines = _Lines(page)
    numeric = [at for at in places if ("/" in text[at] or "-" in text[at]) and _NUMERIC.search(text[at])]
    month_first = _month_first([lines.of(int(row[at])) for at in numeric])
    shown = cache(lambda said: read_date(said, month_first))
    stated = cache(read_date)
    elements = page.elements
    own = page.texts.parent[row[places]]
    above = elements.parent[own]
    wanted = np.zeros(len(elements) + 1, np.bool_)  # the last stands for what is above the root
    wanted[own] = wanted[above] = True
    held = elements.attrs.of_elements(wanted[:-1], _DATE_ATTRIBUTES)
    for at, *around in zip(places, own.tolist(), above.tolist(), strict=True):
        said = shown(text[at]) or (shown(lines.of(int(row[at]))) if _YEAR.search(text[at]) else None)
        values = [value for element in around if element in held for value in held[element].values() if value]
        told = next(filter(None, map(stated, values)), None) if values else None
        iso[at] = told if told and (said is None or days_apart(told, said) <= 1) else said
    return iso


def _complete_years(page: Page, rows: Rows, texts: PostTexts) -> None:
    """Give the dates that tell no year that of the date before them; of the first ones, of one above the posts."""
    blank = [at for at in texts.dated.nonzero()[0].tolist() if texts.iso[at] is None]
    told = {at: day for at in blank if (day := read_day_of_year(texts.text[at], _month_leads(page, texts)))}
    if not told:
        return
    near = _date_above(page, rows, int(texts.row[min(told)])) or next(filter(None, texts.iso), None)
    for at in texts.dated.nonzero()[0].tolist():
        if near and at in told and not is_of_membership(texts.text[at]):
            texts.iso[at] = with_year(told[at], near)
        elif not is_of_membership(page.texts.strings[max(int(texts.row[at]) - 1, 0)]):
            near = texts.iso[at] or near


def _month_leads(page: Page, texts: PostTexts) -> bool:
    """Whether the month comes first where two numbers are a day: so write East Asia, and pages that show it."""
    languages = {language_code(tag) for _, tag in page.head.languages}
    return bool(languages & _MONTH_LEADS) or _month_first([text for text in texts.distinct if _NUMERIC.search(text)])


def _date_above(page: Page, rows: Rows, row: int) -> str | None:
    """The last date with a year among the dates that stand above some text."""
    above = np.flatnonzero(rows.date[:row] & rows.readable[:row])[-_ABOVE:]
    dates = (read_date(page.texts.strings[at]) for at in above[::-1].tolist())
    return next(filter(None, dates), None)


class _Lines:
    """Lines of a page that hold little but a date: parts of one may be in elements of their own."""

    def __init__(self, page: Page) -> None:
        self._texts, self._start = page.texts, page.texts.block_start

    def of(self, row: int) -> str:
        """The line that a text is in; only the text where much else is in it."""
        block = int(self._texts.block[row])
        first, end = int(self._start[block]), int(self._start[block + 1])
        line = inline_text(self._texts, first, end) if 1 < end - first <= _LINE_ROWS else ""
        return line if 0 < len(line) <= _LONGEST_LINE else self._texts.strings[row]


def days_apart(one: str, other: str) -> int:
    """How many days lie between two moments in ISO 8601."""
    return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)


def is_of_membership(text: str) -> bool:
    """Whether a text speaks of joining, or of a change."""
    return _speak_of_membership([text])[0]


def _speak_of_membership(texts: list[str]) -> list[bool]:
    """Which of some texts do."""
    return which_speak(texts, _SPEAKS_OF_JOINING_LATIN, _SPEAKS_OF_JOINING, _PLAIN)


def _shape(texts: PostTexts) -> Floats:
    """What texts look like; most boards repeat most of theirs, so each distinct one is looked at once."""
    distinct = texts.distinct
    out = np.zeros((len(_SHAPES), len(distinct)))
    year, clock, relative, joined = out[5:]
    for number in fill_shapes(distinct, out):
        year[number] = _YEAR.search(distinct[number]) is not None
        clock[number] = _CLOCK.search(distinct[number]) is not None
    for number in set(texts.said[texts.dated].tolist()):
        relative[number] = _RELATIVE.search(distinct[number].lower()) is not None
    joined[:] = _speak_of_membership(distinct)
    return out


def _add_neighbours(out: Floats, texts: PostTexts, page: Page) -> None:
    """What the text before each looks like."""
    strings = page.texts.strings
    number: dict[str, int] = {}
    previous = [number.setdefault(strings[max(row - 1, 0)], len(number)) for row in texts.row.tolist()]
    distinct = list(number)
    out[:] = np.array([_speak_of_membership(distinct), are_labels(distinct)], np.float64)[:, previous]


def leads_to_profile(address: str) -> bool:
    """Whether an address looks like that of a person."""
    lower = address.casefold()
    if _PROFILE_WORDS.is_within(lower) or "/@" in lower or "/~" in lower:
        return True
    return "u" in lower and _PROFILE_LETTER.search(lower) is not None


def _add_links(out: Floats, texts: PostTexts, page: Page) -> None:
    """Whether each is in a link, and whether that leads to a person or to a place in a page."""
    anchor = page.texts.anchor[texts.row].tolist()
    held = page.elements.attrs.of_rows(sorted({link for link in anchor if link >= 0}), ("href",))
    profile = {link: leads_to_profile(attributes["href"]) for link, attributes in held.items()}
    out[0] = [link >= 0 for link in anchor]
    if held:
        out[1] = [profile.get(link, False) for link in anchor]
        out[2] = [link in held and "#" in held[link]["href"] for link in anchor]


def _add_kinds(out: Floats, texts: PostTexts, page: Page, rows: Rows) -> None:
    """What the elements around each are, and what they are called."""
    elements = page.elements
    around = elements.tag, rows.kinds, elements.parent
    fill_kinds(page.texts.parent[texts.row], around, _TAG_TABLE, len(LEXICON), out)


def _add_stands(out: Floats, texts: PostTexts, page: Page, rows: Rows, records: Records) -> None:
    """Where each stands in its post."""
    elements = page.elements
    bounds = np.zeros((4, len(records)), np.int32)
    bounds[0] = elements.first_text[records.roots]
    bounds[1] = [end for _, end in records.heads] or elements.first_text[records.bodies]
    bounds[2] = [begin for begin, _ in records.feet] or elements.end_text[records.bodies]
    bounds[3] = elements.depth[records.bodies]
    depth = elements.depth[page.texts.parent[texts.row]]
    fill_stands(texts.row, texts.post, bounds, depth, (records.lead, rows.date), out)
    start = texts.post * (len(page.texts) + 1)
    out[-2] = np.maximum(np.arange(len(start)) - np.searchsorted(start + texts.row, start), 0)
    out[-1] = len(records)


def _add_places(out: Floats, texts: PostTexts, posts: int, look: NDArray[np.int64]) -> None:
    """How each compares with the texts in the same place of other posts."""
    looks, place = np.unique(look, return_inverse=True)
    rising = _rising(place, texts.iso, len(looks))
    fill_places(place, len(looks), texts.post, posts, texts.said, len(texts.distinct), rising, out)


def _rising(place: NDArray[np.int64], iso: list[str | None], places: int) -> Floats:
    """Per place the share of neighbouring dates in it that do not go back in time; -1 without two dates."""
    last: dict[int, str] = {}
    up: dict[int, int] = {}
    steps: dict[int, int] = {}
    dated = [(at, when) for at, when in enumerate(iso) if when is not None]
    for (_, when), where in zip(dated, place[[at for at, _ in dated]].tolist(), strict=True):
        if where in last:
            steps[where] = steps.get(where, 0) + 1
            up[where] = up.get(where, 0) + (when[:16] >= last[where][:16])
        last[where] = when
    share = np.full(places, -1.0)
    for where, count in steps.items():
        share[where] = up[where] / count
    return share
