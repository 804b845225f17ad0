"""What is known about the short texts of a post: which one says who wrote it, which one when?

A row of numbers per text that stands in a record outside its body: what it looks like, how it is named, where it stands
between the start of the record and the body, and how the texts in the same place of the other posts compare: labels are
the same in every post, names and dates are not, and dates go up.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from datetime import date
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaensan.dates.found_dates import read_date
from kaensan.dates.yearless import read_day_of_year, with_year
from kaensan.methods.boards.date_words import RELATIVE
from kaensan.methods.boards.rows import LEXICON, Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.language import language_code
from kaensan.page.tags import family
from kaensan.page.word_search import WordSearch, words
from kaensan.threads.post_records import Records

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
_LETTERS, _DIGITS = string.ascii_letters.encode(), string.digits.encode()
_LABEL_ENDS = (":", "：")
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
_SOME = 8
_DATE_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-datetime")
_NONE: dict[str, str] = {}
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
_TAG_TABLE = np.array(list(_TAGS.values()), np.float64)
"""a row per family, a column per tag"""


class PostTexts:
    """The texts of all posts that may be an author or a date, with their features."""

    def __init__(self, page: Page, rows: Rows, records: Records, looked: NDArray[np.int64]) -> None:
        texts = page.texts
        around = np.flatnonzero((records.owner >= 0) & ~records.body & rows.readable)
        short = (0 < len(texts.strings[row].strip()) <= _LONGEST for row in around.tolist())
        self.row = around[np.fromiter(short, np.bool_, len(around))]
        self.post = records.owner[self.row]
        self.text = [" ".join(texts.strings[row].split()) for row in self.row.tolist()]
        number: dict[str, int] = {}
        self.said = np.fromiter((number.setdefault(text, len(number)) for text in self.text), np.int64, len(self.text))
        """rows with the same text have the same number"""
        self.distinct = list(number)
        self.dated = rows.date[self.row]
        self.look = looked[0][texts.parent[self.row]]
        """how the elements around them look, in tag and classes"""
        self.iso = _isos(page, self.row, self.text, self.dated)
        _complete_years(page, rows, self)
        self.columns = self._features(page, rows, records, looked)

    def __len__(self) -> int:
        return len(self.row)

    def matrix(self, names: list[str]) -> NDArray[np.float32]:
        """The named features, a column each."""
        if not len(self):
            return np.zeros((0, len(names)), np.float32)
        return np.stack([self.columns[name] for name in names], axis=1).astype(np.float32)

    def _features(self, page: Page, rows: Rows, records: Records, looked: NDArray[np.int64]) -> dict[str, Floats]:
        return {
            **_shape(page, self, rows),
            **_naming(page, self.row, rows),
            **_position(page, self, records),
            **_alignment(page, self, len(records), looked),
        }


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
    month_first = _month_first([lines.of(int(row[at])) if _NUMERIC.search(text[at]) else text[at] for at in places])
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
        values = (value for element in around for value in held.get(element, _NONE).values() if value)
        told = next((date for date in map(stated, values) if date), None)
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
    if text.isascii():
        return _SPEAKS_OF_JOINING_LATIN.is_within(text.lower())
    return _SPEAKS_OF_JOINING.is_within(text.translate(_PLAIN).lower())


def _is_label(text: str) -> bool:
    return text.rstrip().endswith(_LABEL_ENDS)


def _shape(page: Page, texts: PostTexts, rows: Rows) -> dict[str, Floats]:
    """What texts look like; most boards repeat most of theirs, so each distinct one is looked at once."""
    distinct, row = texts.distinct, texts.row
    letter_counts, digit_counts = _letters_and_digits(distinct)

    def told(judge: Callable[[str], float], among: list[str]) -> Floats:
        return np.fromiter(map(judge, among), np.float64, len(among))

    relative = np.zeros(len(distinct))
    for number in sorted(set(texts.said[texts.dated].tolist())):
        relative[number] = _RELATIVE.search(distinct[number].lower()) is not None

    def numeric(pattern: re.Pattern[str]) -> Floats:
        found = (
            digits > 0 and pattern.search(one) is not None for one, digits in zip(distinct, digit_counts, strict=True)
        )
        return np.fromiter(found, np.float64, len(distinct))

    length = told(len, distinct)
    of_distinct = {
        "length": np.log1p(length),
        "letters": np.array(letter_counts, np.float64) / np.maximum(length, 1),
        "digits": np.array(digit_counts, np.float64) / np.maximum(length, 1),
        "words": told(lambda one: one.count(" ") + 1, distinct),
        "year": numeric(_YEAR),
        "clock": numeric(_CLOCK),
        "relative": relative,
        "label": told(_is_label, distinct),
        "joined": told(is_of_membership, distinct),
    }
    before = np.maximum(row - 1, 0)
    previous = [page.texts.strings[at] for at in before.tolist()]
    return {
        **{name: column[texts.said] for name, column in of_distinct.items()},
        "dated": rows.date[row].astype(np.float64),
        "joined_before": told(cache(is_of_membership), previous),
        "label_before": told(_is_label, previous),
        "dated_before": rows.date[before].astype(np.float64),
        "dated_after": rows.date[np.minimum(row + 1, len(page.texts) - 1)].astype(np.float64),
    }


def _letters_and_digits(texts: list[str]) -> tuple[list[int], list[int]]:
    """How many letters, and how many digits, each of some texts has."""
    letters, digits = [], []
    for text in texts:
        if text.isascii():
            code = text.encode("ascii")
            letters.append(len(code) - len(code.translate(None, _LETTERS)))
            digits.append(len(code) - len(code.translate(None, _DIGITS)))
        else:
            letters.append(sum(map(str.isalpha, text)))
            digits.append(sum(map(str.isdigit, text)))
    return letters, digits


def leads_to_profile(address: str) -> bool:
    """Whether an address looks like that of a person."""
    lower = address.casefold()
    if _PROFILE_WORDS.is_within(lower) or "/@" in lower or "/~" in lower:
        return True
    return "u" in lower and _PROFILE_LETTER.search(lower) is not None


def _naming(page: Page, row: NDArray[np.int64], rows: Rows) -> dict[str, Floats]:
    elements = page.elements
    own = page.texts.parent[row]
    one_up = np.maximum(elements.parent[own], 0)
    two_up = np.maximum(elements.parent[one_up], 0)
    anchor = page.texts.anchor[row]
    linked = np.zeros(len(elements) + 1, np.bool_)  # the last stands for no link
    linked[anchor] = True
    held = elements.attrs.of_elements(linked[:-1], ("href",))
    href = [held[at]["href"] if at in held else "" for at in anchor.tolist()]
    tag = elements.tag
    own_tags, above_tags = _TAG_TABLE[:, tag[own]], np.maximum(_TAG_TABLE[:, tag[one_up]], _TAG_TABLE[:, tag[two_up]])
    own_names, above_names = _parts_named(rows.kinds[own]), _parts_named(rows.kinds[one_up] | rows.kinds[two_up])
    return {
        "anchor": (anchor >= 0).astype(np.float64),
        "profile": np.fromiter(map(cache(leads_to_profile), href), np.float64, len(href)),
        "fragment": np.fromiter(("#" in address for address in href), np.float64, len(href)),
        **{f"tag_{name}": column for name, column in zip(_TAGS, own_tags, strict=True)},
        **{f"above_{name}": column for name, column in zip(_TAGS, above_tags, strict=True)},
        **{f"name_{name}": column for name, column in zip(LEXICON, own_names, strict=True)},
        **{f"above_name_{name}": column for name, column in zip(LEXICON, above_names, strict=True)},
    }


def _parts_named(kinds: NDArray[np.int32]) -> NDArray[np.int32]:
    """Which parts of the lexicon are among some bits, a row each."""
    return (kinds >> np.arange(len(LEXICON), dtype=np.int32)[:, None]) & 1


def _position(page: Page, texts: PostTexts, records: Records) -> dict[str, Floats]:
    elements = page.elements
    bodies, roots = np.array(records.bodies), np.array(records.roots)
    first = np.array([end for _, end in records.heads]) if records.heads else elements.first_text[bodies]
    last = np.array([begin for begin, _ in records.feet]) if records.feet else elements.end_text[bodies]
    begin, end = first[texts.post], last[texts.post]
    start = elements.first_text[roots][texts.post]
    row = texts.row
    distance = np.where(row < begin, begin - row, row - end + 1)
    order = np.arange(len(row)) - np.searchsorted(
        texts.post * (len(page.texts) + 1) + row, texts.post * (len(page.texts) + 1)
    )
    return {
        "before": (row < begin).astype(np.float64),
        "distance": np.log1p(np.maximum(distance, 0)),
        "from_start": np.log1p(np.maximum(row - start, 0)),
        "order": np.log1p(np.maximum(order, 0)),
        "lead": records.lead[row].astype(np.float64),
        "posts": np.full(len(row), np.log1p(len(records))),
        "depth": (elements.depth[page.texts.parent[row]] - elements.depth[bodies][texts.post]).astype(np.float64),
    }


def _alignment(page: Page, texts: PostTexts, posts: int, looked: NDArray[np.int64]) -> dict[str, Floats]:
    """How a text compares with the texts in the same place of other posts, and with equal texts anywhere."""
    said, post = texts.said, texts.post.astype(np.int64)
    columns: dict[str, Floats] = {
        "said_posts": _distinct_pairs(said, post) / posts,
        "said_here": _counts(_numbered(said * posts + post)),
        "said_page": np.log1p(np.minimum(_counts(said), _SOME)),
    }
    parent = page.texts.parent[texts.row]
    for name, look in (("own", looked[0]), ("near", looked[3])):
        place = _numbered(look[parent])
        in_posts, times = _distinct_pairs(place, post), _counts(place)
        columns[f"{name}_posts"] = in_posts / posts
        columns[f"{name}_times"] = times / np.maximum(in_posts, 1)
        some = np.clip(times, 1, _SOME)  # a long thread between two people has two names, and they are names
        columns[f"{name}_distinct"] = np.minimum(_distinct_pairs(place, said), some) / some
        columns[f"{name}_rising"] = _rising(place, texts.iso)
        columns[f"{name}_first"] = _first(place, post)
    return columns


def _numbered(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Keys as numbers from 0, equal ones alike."""
    numbers: NDArray[np.int64] = np.unique(keys, return_inverse=True)[1]
    return numbers


def _counts(numbers: NDArray[np.int64]) -> Floats:
    """How often the number of every row occurs."""
    counts: Floats = np.bincount(numbers, minlength=1)[numbers].astype(np.float64)
    return counts


def _distinct_pairs(numbers: NDArray[np.int64], others: NDArray[np.int64]) -> Floats:
    """For every row how many different others its number occurs with."""
    many = int(others.max(initial=0)) + 1
    found: Floats = np.bincount(np.unique(numbers * many + others) // many, minlength=1)[numbers].astype(np.float64)
    return found


def _first(place: NDArray[np.int64], post: NDArray[np.int64]) -> Floats:
    """Whether a row is the first of its place in its post."""
    many = int(post.max(initial=0)) + 1
    flags = np.zeros(len(place))
    flags[np.unique(place * many + post, return_index=True)[1]] = 1
    return flags


def _rising(place: NDArray[np.int64], iso: list[str | None]) -> Floats:
    """The share of neighbouring dates in the same place that do not go back in time; -1 without two dates."""
    last: dict[int, str] = {}
    up: dict[int, int] = {}
    steps: dict[int, int] = {}
    dated = [(at, when) for at, when in enumerate(iso) if when is not None]
    for (_, when), where in zip(dated, place[[at for at, _ in dated]].tolist(), strict=True):
        if where in last:
            steps[where] = steps.get(where, 0) + 1
            up[where] = up.get(where, 0) + (when[:16] >= last[where][:16])
        last[where] = when
    share = np.full(int(place.max(initial=0)) + 1, -1.0)
    for where, count in steps.items():
        share[where] = up[where] / count
    return share[place]
