"""Several methods on one page: what each found, how far they agree, and how close they came."""

from kaensan.compare.against_gold import Gold, Measure
from kaensan.compare.comparison import Comparison, Missing, compare

__all__ = ["Comparison", "Gold", "Measure", "Missing", "compare"]
