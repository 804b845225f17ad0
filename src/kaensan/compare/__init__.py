"""Several methods on one page: what each found, how far they agree, and how close they came."""

from kaensan.compare.comparison import Comparison, Missing, compare
from kaensan.compare.gold import Gold, Measure

__all__ = ["Comparison", "Gold", "Measure", "Missing", "compare"]
