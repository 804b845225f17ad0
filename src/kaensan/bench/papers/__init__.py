"""The experiments of the five papers, one file each, on the reference pages that come nearest to theirs."""
