"""How well an extraction matches the gold text: today's common measures, and each paper's own.

Two texts go in, numbers come out. Nothing here is quadratic in practice: a page of 50,000 words takes a fraction of a
second in every measure.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from kaensan.gold.subsequence import common_length

__all__ = [
    "Diff",
    "LabelAccuracy",
    "Score",
    "Snippets",
    "Spread",
    "area_under",
    "label_accuracy",
    "length_score",
    "right_pages",
    "rouge_l",
    "score",
    "snippets",
    "spread",
    "subsequence_score",
    "trigram_f1",
    "trigrams",
    "units",
    "word_diff",
    "word_f1",
    "words",
]

_WORD = re.compile(r"\w+")
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNIT = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each 0…1."""

    precision: float
    recall: float
    f1: float


def score(matched: float, extracted: float, expected: float) -> Score:
    """The score of `matched` units out of those extracted and those expected.

    Nothing extracted where nothing was expected is perfect; nothing on one side only is worth 0.
    """
    if not extracted and not expected:
        return Score(1.0, 1.0, 1.0)
    precision = matched / extracted if extracted else 0.0
    recall = matched / expected if expected else 0.0
    return Score(precision, recall, 2 * matched / (extracted + expected))


def words(text: str) -> list[str]:
    r"""The words of a text as WCXB counts them: runs of `\w` in lower case.

    >>> words("It's 5 o'clock.")
    ['it', 's', '5', 'o', 'clock']
    """
    return _WORD.findall(text.lower())


def units(text: str) -> list[str]:
    """Words in lower case, and single characters of the scripts that do not separate words (Thai, Lao, Khmer, Han …).

    >>> units("Thai ภาษา")
    ['thai', 'ภ', 'า', 'ษ', 'า']
    """
    return _UNIT.findall(text.lower())


def trigrams(text: str) -> list[str]:
    """Every three neighbouring characters of a text, white space removed; a shorter text is its own only gram.

    >>> trigrams("ก ข ค ง")
    ['กขค', 'ขคง']
    """
    packed = "".join(text.split())
    if len(packed) < 3:
        return [packed] if packed else []
    return [packed[at : at + 3] for at in range(len(packed) - 2)]


def word_f1(extracted: str, expected: str) -> Score:
    """The WCXB measure: overlap of the two multisets of words.

    >>> word_f1("a b b c", "A b d")
    Score(precision=0.5, recall=0.6666666666666666, f1=0.5714285714285714)
    """
    return _overlap(words(extracted), words(expected))


def trigram_f1(extracted: str, expected: str) -> Score:
    """Overlap of the two multisets of character trigrams, for text without spaces between words."""
    return _overlap(trigrams(extracted), trigrams(expected))


def _overlap(extracted: Iterable[Hashable], expected: Iterable[Hashable]) -> Score:
    found, gold = Counter(extracted), Counter(expected)
    if len(found) > len(gold):
        matched = sum(min(count, found[unit]) for unit, count in gold.items())
    else:
        matched = sum(min(count, gold[unit]) for unit, count in found.items())
    return score(matched, found.total(), gold.total())


def rouge_l(extracted: str, expected: str, beta: float = 1.0) -> float:
    """ROUGE-L: the F measure of the longest common subsequence of units; `beta` over 1 favours recall (Lin 2004)."""
    precision, recall, _ = _ordered(units(extracted), units(expected))
    weight = beta * beta
    return (1 + weight) * precision * recall / (recall + weight * precision) if precision else 0.0


def length_score(extracted: str, expected: str) -> Score:
    """The measure of `xpath` (Thanadechteemapat & Fung 2011): lengths without white space.

    With LEC extracted, LEP expected and LM missing characters, P = (LEC − (LEC − LEP + LM)) / LEC, which is
    (LEP − LM) / LEC, and R = (LEP − LM) / LEP. Reading: the paper does not say how LM is found; here a character is
    missing when it is not in the longest common subsequence of the two texts.
    """
    return _ordered("".join(extracted.split()), "".join(expected.split()))


def subsequence_score(extracted: str, expected: str) -> Score:
    """The measure of `lineblock` (Pan Ei San & Nilar Aye): longest common subsequence of words.

    >>> subsequence_score("Title Copyright Some text in", "Title Some text in the body")
    Score(precision=0.8, recall=0.6666666666666666, f1=0.7272727272727273)
    """
    return _ordered(words(extracted), words(expected))


def _ordered(extracted: Sequence[Hashable], expected: Sequence[Hashable]) -> Score:
    return score(common_length(extracted, expected), len(extracted), len(expected))


@dataclass(frozen=True)
class Diff:
    """Words of a page, by what they should be and what they were taken for; the diffs of several pages add up."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0

    def __add__(self, other: Diff) -> Diff:
        return Diff(
            self.true_positive + other.true_positive,
            self.false_positive + other.false_positive,
            self.false_negative + other.false_negative,
            self.true_negative + other.true_negative,
        )

    @property
    def accuracy(self) -> float:
        right = self.true_positive + self.true_negative
        total = right + self.false_positive + self.false_negative
        return right / total if total else 1.0

    @property
    def score(self) -> Score:
        content = self.true_positive + self.false_negative
        return score(self.true_positive, self.true_positive + self.false_positive, content)

    @property
    def precision(self) -> float:
        return self.score.precision

    @property
    def recall(self) -> float:
        """The true positive rate."""
        return self.score.recall

    @property
    def fall_out(self) -> float:
        """The false positive rate: of the words that are not content, the share that was extracted."""
        return self.false_positive / max(self.false_positive + self.true_negative, 1)


def word_diff(extracted: str, expected: str, page: str) -> Diff:
    """The measure of `histogram` (Weninger & Hsu 2008): a word-by-word diff of extraction and gold.

    `page` is all text of the page. Reading: words that both texts share in order are true positives, words only in
    the extraction false positives, words only in the gold false negatives, and the remaining words of the page true
    negatives. (Without true negatives the published accuracy of 84.96 could not stand beside a precision of 72.10.)

    >>> word_diff("news the cat", "the cat sat", "home news the cat sat imprint")
    Diff(true_positive=2, false_positive=1, false_negative=1, true_negative=2)
    """
    found, gold = words(extracted), words(expected)
    matched = common_length(found, gold)
    extra, missing = len(found) - matched, len(gold) - matched
    return Diff(matched, extra, missing, max(len(words(page)) - matched - extra - missing, 0))


def area_under(points: Iterable[tuple[float, float]]) -> float:
    """The area under the ROC curve through points (false, true positive rate), from (0, 0) to (1, 1).

    >>> area_under([(0.0, 1.0)]), area_under([(0.5, 0.5)])
    (1.0, 0.5)
    """
    curve = sorted([(0.0, 0.0), *points, (1.0, 1.0)])
    return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in pairwise(curve))


class Spread(NamedTuple):
    """How a measure is spread over pages, as the `histogram` paper's tables show it."""

    pages: int
    mean: float
    median: float
    deviation: float
    perfect: int
    """pages at 100 %"""


def spread(values: Sequence[float]) -> Spread:
    """Mean, median, standard deviation and the number of perfect pages.

    >>> spread([0.5, 1.0, 1.0, 0.5])
    Spread(pages=4, mean=0.75, median=0.75, deviation=0.25, perfect=2)
    """
    if not values:
        return Spread(0, 0.0, 0.0, 0.0, 0)
    mean, median = statistics.fmean(values), statistics.median(values)
    perfect = sum(value >= 1.0 - 1e-9 for value in values)
    return Spread(len(values), mean, median, statistics.pstdev(values, mean), perfect)


class LabelAccuracy(NamedTuple):
    """The measure of `lstm`."""

    overall: float
    by_label: dict[str, float]
    """of the tokens that should have this label, the share that has it"""


def label_accuracy(system: Sequence[str], gold: Sequence[str]) -> LabelAccuracy:
    """The measure of `lstm` (Dangmadee et al.): the share of tokens with the right label, over all and per label.

    >>> label_accuracy(["T", "C", "O", "O"], ["T", "C", "C", "O"])
    LabelAccuracy(overall=0.75, by_label={'C': 0.5, 'O': 1.0, 'T': 1.0})
    """
    if len(system) != len(gold):
        raise ValueError(f"{len(system)} labels cannot be compared with {len(gold)}")
    wanted = Counter(gold)
    right = Counter(should for is_, should in zip(system, gold, strict=True) if is_ == should)
    by_label = {label: right[label] / count for label, count in sorted(wanted.items())}
    return LabelAccuracy(right.total() / len(gold) if gold else 1.0, by_label)


def right_pages(f1: Sequence[float], at: float = 0.9) -> float:
    """The measure of `weight` (Wang & Liu), and of `lineblock` per site: the share of pages that came out right.

    Reading: the papers give no rule for what is right; here a page is right when its F1 reaches `at`.

    >>> right_pages([1.0, 0.95, 0.4, 0.9])
    0.75
    """
    return sum(value >= at for value in f1) / len(f1) if f1 else 0.0


@dataclass(frozen=True)
class Snippets:
    """What became of the snippets that a page must and must not yield."""

    found: int
    missing: int
    avoided: int
    leaked: int

    @property
    def accuracy(self) -> float:
        """The share of snippets that are where they should be."""
        total = self.found + self.missing + self.avoided + self.leaked
        return (self.found + self.avoided) / total if total else 1.0

    @property
    def score(self) -> Score:
        """Precision and recall over snippets: what leaked counts as extracted, what is missing as expected."""
        return score(self.found, self.found + self.leaked, self.found + self.missing)


def snippets(extracted: str, must: Iterable[str], must_not: Iterable[str]) -> Snippets:
    """Look for snippets in an extraction, whatever the white space between words.

    >>> snippets("The news\\nof today", ["news of"], ["Log in", "today"])
    Snippets(found=1, missing=0, avoided=1, leaked=1)
    """
    text = " ".join(extracted.split())
    wanted = [" ".join(snippet.split()) in text for snippet in must]
    unwanted = [" ".join(snippet.split()) in text for snippet in must_not]
    return Snippets(sum(wanted), len(wanted) - sum(wanted), len(unwanted) - sum(unwanted), sum(unwanted))
