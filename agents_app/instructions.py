"""The system prompt of an agent: what its training profile says, in one text. No model is needed for it."""

from agents_app.spec import TrainingSpec


def merge_instructions(training: TrainingSpec) -> str:
    """Specialization, skills and core instructions, in this order; equal profiles give equal texts."""
    parts = [f"Your specialization: {training.specialization}."]
    if training.skills:
        parts.append("Your skills:\n" + "\n".join(f"- {_indented(skill)}" for skill in training.skills))
    parts.append(training.instructions)
    return "\n\n".join(parts)


def _indented(skill: str) -> str:
    return "\n  ".join(line.strip() for line in skill.strip().splitlines())
