"""A history that any provider accepts, made from the one that was recorded.

Recorded histories are broken in known ways: a worker died between two results, a model used one call id
twice, a person wrote before a result came, another agent's calls stand in between. Each provider answers
those with an error of its own, again and again. So every request starts with `repair`, which is the same
for all of them; writing the repaired history in a provider's form is its adapter's work. What is left out
of a request stays in the trace. Repairing a repaired history changes nothing.
"""

from orchestration.engine.history.repair import GrowingHistory, repair

__all__ = ["GrowingHistory", "repair"]
