"""`lstm`: tags and words labelled by an LSTM, for Thai boards (Dangmadee et al.)."""
