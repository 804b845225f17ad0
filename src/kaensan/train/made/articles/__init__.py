"""Made articles: layouts of news, blogs and other prose, with the furniture that stands around articles."""
