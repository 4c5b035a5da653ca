"""Credentials, connections and variables, edited in place: a change holds for the next call."""
