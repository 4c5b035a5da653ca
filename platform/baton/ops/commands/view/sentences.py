"""The sentence of every kind of trace event."""

from baton.core.visible import visible
from baton.ops.commands.view.approval_sentences import APPROVAL_SENTENCES
from baton.ops.commands.view.call_sentences import CALL_SENTENCES
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.model_sentences import MODEL_SENTENCES
from baton.ops.commands.view.output_sentences import OUTPUT_SENTENCES
from baton.ops.commands.view.run_sentences import RUN_SENTENCES
from baton.ops.commands.view.team_sentences import TEAM_SENTENCES
from baton.ops.commands.view.telling import Telling

SENTENCES = {
    **RUN_SENTENCES,
    **TEAM_SENTENCES,
    **MODEL_SENTENCES,
    **OUTPUT_SENTENCES,
    **CALL_SENTENCES,
    **APPROVAL_SENTENCES,
}


def tell(telling: Telling) -> Line:
    """One event as a line. A kind that this program does not know is named, never hidden."""
    sentence = SENTENCES.get(telling.record.kind)
    if sentence is None:
        kind = visible(telling.record.kind)
        return Line(telling.record.at, f"Something happened that this baton does not know: {kind}.")
    return sentence(telling)
