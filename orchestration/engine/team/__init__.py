"""How an orchestration works on its input: a plan, its tasks at the same time where they may be, reviews, an
answer. Pure: no clock, no I/O.

`plan` judges plans, `selection` picks agents, `verdict` reads reviews, `prompts` writes what agents are told;
`state`, `evolve` and `decide` are the root of a run of several agents, as `kinds.converse` is each task's.
"""
