"""REST of everything with drafts and versions: one implementation, and the words that differ by kind."""
