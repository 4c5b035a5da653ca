"""Pages: the plain ones (sign-in, a choice of projects, refusals) and the one of the browser application.

A surface: it reads through selectors, changes nothing but the session, and nothing imports it.
"""
