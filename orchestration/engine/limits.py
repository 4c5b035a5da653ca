"""The bounds the engine keeps by itself. Those that need a clock or an account are kept by the runner."""

MAX_CALLS = 64
"""Tool calls in one reply. A reply with more is refused whole: nobody can review a thousand cards."""

MAX_CORRECTIONS = 3
"""Turns of one run in which the model may name tools it does not have and be told so."""

MAX_EMPTY_RETRIES = 1
"""Times in a row a model that answered with nothing is asked again."""

MAX_OUTPUT_ATTEMPTS = 3
"""Answers in a row that miss their schema before the run fails."""

MAX_ATTEMPTS = 5
"""Tries of one model call with one model, while its provider answers others."""

MAX_DELAY_SECONDS = 60.0
"""Longest pause between two tries. A provider that asks for more is not waited for."""

PATIENCE_SECONDS = 900.0
"""Time that one model call may spend on a provider that answers nobody."""
