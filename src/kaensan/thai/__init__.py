"""Thai: words, and the lists of words that segmentation and clouds need."""

from kaensan.thai.dictionary import Dictionary, standard_dictionary
from kaensan.thai.words import STANDARD, Segmentation, segment, words

__all__ = ["STANDARD", "Dictionary", "Segmentation", "segment", "standard_dictionary", "words"]
