"""Drafts of everything that has versions, and what becomes of them: one implementation for all kinds."""
