/** The rows of a team in the waterfall: one of each task, below it what its agent did. */

import { sumOfSteps } from "@/features/run/model/cost";
import { instant } from "@/features/run/model/instants";
import { bar, type Row } from "@/features/run/model/spans";
import { stepsOf, titleText } from "@/features/run/model/team";
import type { RunView, StepView, TaskView } from "@/live/fold/view";
import { taskNote } from "@/text/run-team";
import { lookOfRun, type Tone } from "@/ui/status-look";

/** `rowsOf`: a model call and the tool calls that it asked for. In the order in which the tasks began. */
export function taskRows(view: RunView, rowsOf: (step: StepView) => Row[]): Row[] {
  return view.tasks.map((task) => {
    const steps = stepsOf(view, task);
    const { cost, usage, attempts } = sumOfSteps(steps);
    return {
      id: task.id,
      step: null,
      kind: "task",
      name: task.agent.name,
      mono: false,
      note: taskNote(task.kind, titleText(view, task.item)),
      mark: null,
      tone: toneOf(task),
      bars: [bar("frame", since(view, task.started_at) ?? 0, task.state === "running" ? null : since(view, task.ended_at ?? task.started_at))],
      tokens: attempts === 0 ? null : usage.input + usage.output,
      tokensUnknown: usage.unknown > 0,
      tookMs: task.duration_ms,
      cost,
      children: steps.flatMap(rowsOf),
    };
  });
}

function toneOf({ state }: TaskView): Tone | null {
  return state === "completed" ? null : lookOfRun(state, []).tone;
}

function since(view: RunView, at: string | null): number | null {
  const [origin, value] = [instant(view.created_at), instant(at)];
  return origin === null || value === null ? null : value - origin;
}
