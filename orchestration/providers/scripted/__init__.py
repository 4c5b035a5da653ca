"""The scripted model: deterministic, needs no key, and says so.

A script is a pure function from messages and tools to a reply, so the same conversation always goes the same
way: in a demo, in a test, and for people who learn to decide approvals. It runs in process (`client`) and
behind `baton model-server`, where the real SDK talks to it.
"""
