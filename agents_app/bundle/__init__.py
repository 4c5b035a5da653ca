"""A project as one file: everything that is live in it, without secrets, signed by who wrote it.

The file is the definition (docs/decisions/0008). What is here reads a project into it, signs it, and says
what taking one over would change before that is done.
"""
