"""Rebuild `src/kaensan/thai/data` from the word lists that PyThaiNLP carries (all three are CC0).

    python scripts/thai_data.py

The lists are a pinned part of the program: run this only to move to a newer PyThaiNLP, and say so in the change log.
"""

from pathlib import Path

from pythainlp.corpus import get_corpus

from kaensan.page.normalise import normalise

DATA = Path(__file__).parent.parent / "src" / "kaensan" / "thai" / "data"
RARE = 10
"""Words that the Thai National Corpus (33 million words) has fewer times say nothing about how common they are."""


def main() -> None:
    for source, name in (("words_th.txt", "words.txt"), ("stopwords_th.txt", "stopwords.txt")):
        entries = sorted({normalise(word) for word in get_corpus(source)})
        (DATA / name).write_text("\n".join(entries) + "\n", encoding="utf-8")
    counts = {normalise(word): int(count) for word, count in (line.split("\t") for line in get_corpus("tnc_freq.txt"))}
    common = sorted((-count, word) for word, count in counts.items() if count >= RARE)
    lines = [f"{word}\t{-count}" for count, word in common]
    (DATA / "frequency.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
