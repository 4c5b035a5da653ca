"""What the events of a structured answer do to the view of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from orchestration.engine.bodies import read_text
from orchestration.engine.events import EventKind, Record
from orchestration.engine.projection_model import with_step
from orchestration.engine.view import OutputView, RungView, RunView, StepView

type OutputHandler = Callable[[RunView, Record], RunView | None]


def _on_rung(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    rung = RungView(payload["rung"], payload.get("problem"), payload.get("message"))

    def change(step: StepView) -> StepView:
        output = step.output or OutputView()
        return replace(step, output=replace(output, rungs=(*output.rungs, rung)))

    return with_step(view, payload["step"], change)


def _on_read(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    value = payload.get("value")

    def change(step: StepView) -> StepView:
        output = replace(
            step.output or OutputView(),
            outcome=payload["outcome"],
            attempt=payload["attempt"],
            stage=payload.get("stage"),
            words_around=bool(payload.get("words_around")),
            coerced=tuple(payload.get("coerced") or ()),
            problem=payload.get("problem"),
            message=payload.get("message"),
            value=None if value is None else read_text(value),
        )
        return replace(step, output=output)

    return with_step(view, payload["step"], change)


OUTPUT_HANDLERS: Mapping[str, OutputHandler] = {
    EventKind.OUTPUT_RUNG: _on_rung,
    EventKind.OUTPUT_READ: _on_read,
}
