"""Plain pages until the browser application takes their place: sign-in, what runs, refusals. No build step.

A surface: it reads through selectors, changes nothing but the session, and nothing imports it.
"""
