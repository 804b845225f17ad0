"""Pages that we make: templates filled at random, whose right answers are known by marks in them."""
