"""Reading structured answers of models: one ladder for planner, reviewer, router and results.

`read_text` climbs it; a contract (`schema_contract`, `router_contract`) judges what comes out. Pure.
"""

from orchestration.engine.output.problems import Problem, Refused
from orchestration.engine.output.reading import Reading, Rung, Tried, read_text

__all__ = ["Problem", "Reading", "Refused", "Rung", "Tried", "read_text"]
