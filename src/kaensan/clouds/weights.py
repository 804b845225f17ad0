"""How much a term matters: by frequency, by TF-IDF over several texts, or against the language at large."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from kaensan.clouds.compounds import Tokens
from kaensan.clouds.pieces import Kind
from kaensan.errors import UsageError
from kaensan.extras import from_extra
from kaensan.thai.dictionary import Dictionary
from kaensan.thai.newmm import cut
from kaensan.thai.stopwords import background_counts

__all__ = ["leaning", "salience", "tfidf"]

_THAI_TOTAL = 33_535_658
"""words in the Thai National Corpus, from which the background counts are"""
_UNSEEN = 5
"""the count that is assumed of a word that is not listed: the lists start at 10"""
_RAREST = 10**-7.5
"""the share that is assumed of a foreign word that is not listed"""


_PRIOR = 10
"""words that the prior is worth: a term is believed to lean when it occurs often beside its share of so many"""


def tfidf(text: NDArray[np.int64], term: NDArray[np.int64]) -> NDArray[np.float64]:
    """Weight terms by TF-IDF, given the text and the term of each occurrence.

    The frequency in each text is taken relative to its length, so that a long text does not drown the others.
    """
    lengths = np.bincount(text)
    texts = int((lengths > 0).sum())
    if texts < 2:
        raise UsageError("TF-IDF compares texts: give two or more, or weigh by frequency or salience")
    width = int(term.max()) + 1
    pairs, counts = np.unique(text * width + term, return_counts=True)
    documents = np.bincount(pairs % width)
    frequency = np.bincount(pairs % width, weights=counts / lengths[pairs // width])
    weight: NDArray[np.float64] = frequency * (np.log((1 + texts) / (1 + documents)) + 1)
    return weight


def salience(tokens: Tokens, terms: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Weight terms by how much more often they occur than in the language at large.

    The weight is count x log(p/q) where p is the share of the term here and q its share in the background: the term's
    part of the Kullback-Leibler divergence. The background of a compound is that of its rarest word. Terms that are
    rarer here than at large get 0.
    """
    share = _background(tokens)
    words = (tokens.vocabulary.kind[tokens.vocabulary.sequence] >= Kind.CHARACTER).sum()
    background = np.array([min(map(share, tokens.words(term))) for term in terms.tolist()])
    weight: NDArray[np.float64] = np.maximum(counts * np.log(counts / words / background), 0)
    return weight


def leaning(ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.float64]:
    """To which of two sets of texts a term belongs: near 1 to the first, near -1 to the second, 0 to both alike.

    The log-odds ratio with the pooled counts as prior (Monroe, Colaresi and Quinn 2008, "Fightin' Words"), squeezed:
    with r the ratio of the odds, (r - 1) / (r + 1). The prior keeps rare terms near 0.
    """
    pooled = ours + theirs
    prior = pooled / max(int(pooled.sum()), 1) * _PRIOR + 0.01
    first, second = ours + prior, theirs + prior
    rest, other_rest = first.sum() - first + 0.01, second.sum() - second + 0.01
    odds = np.log(first / rest) - np.log(second / other_rest)
    squeezed: NDArray[np.float64] = np.tanh(odds / 2)
    return squeezed


def _background(tokens: Tokens) -> Callable[[int], float]:
    """A function that gives the share of a word in the language at large."""
    pieces, spaced = tokens.vocabulary.pieces, tokens.vocabulary.spaced
    mostly_foreign = spaced[tokens.vocabulary.sequence[tokens.place]].mean() > 0.5
    foreign = _foreign(tokens.vocabulary.language, needed=bool(mostly_foreign))
    thai = _thai()
    return lambda word: foreign(pieces[word]) if foreign and spaced[word] else thai(pieces[word])


def _thai() -> Callable[[str], float]:
    counts = background_counts()
    entries = Dictionary(counts).entries

    def share(word: str) -> float:
        count = counts.get(word)
        if count is None:  # the corpus may have it as several words, which stand together in one case of ten, say
            parts = cut(word, entries)
            count = min(counts.get(part, 0) for part in parts) // 10 if len(parts) > 1 else 0
        return max(count, _UNSEEN) / _THAI_TOTAL

    return share


def _foreign(language: str, *, needed: bool) -> Callable[[str], float] | None:
    if not needed and find_spec("wordfreq") is None:
        return None  # a few foreign words in a Thai text: the Thai corpus has the common ones
    with from_extra("salience", "salience of words that are not Thai"):
        import wordfreq
    known = language if language in wordfreq.available_languages() else "en"
    return lambda word: float(wordfreq.word_frequency(word, known, minimum=_RAREST))
