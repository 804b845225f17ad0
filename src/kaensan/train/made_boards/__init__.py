"""Board pages that we make: templates of board software, filled with threads that are drawn at random."""
