import type { RunDetail } from "@/api/types";
import { whoRuns } from "@/api/who-runs";

export type Text = RunDetail["calls"][number]["content"];

/** Something that was said in a run before a call was asked for. */
export interface Said {
  key: string;
  speaker: { kind: "person" | "key" | "agent" | "tool"; name: string };
  text: Text;
  at: string | null;
}

const SHOWN = 4;

/** The last messages before a call, oldest first: what was asked always, then the newest of the rest. */
export function ledTo(run: RunDetail, callId: string): Said[] {
  const call = run.calls.find((each) => each.id === callId);
  const last = call ? run.steps.findIndex((step) => step.id === call.step) : run.steps.length - 1;
  const asked: Said = {
    key: "input",
    speaker: { kind: run.requester.kind === "user" ? "person" : "key", name: run.requester.name },
    text: run.input,
    at: run.created_at,
  };
  const said = run.steps.slice(0, last + 1).flatMap((step) => saidIn(run, step, step.id === call?.step));
  return [asked, ...said.slice(-(SHOWN - 1))];
}

type Step = RunDetail["steps"][number];

/** In a run of several agents, the one whose task it is. */
function speakerOf(run: RunDetail, step: Step): string {
  return run.tasks.find((task) => task.id === step.task)?.agent.name ?? whoRuns(run).name;
}

function saidIn(run: RunDetail, step: Step, isLast: boolean): Said[] {
  const agent: Said = {
    key: step.id,
    speaker: { kind: "agent", name: speakerOf(run, step) },
    text: step.text,
    at: step.ended_at ?? step.started_at,
  };
  // Results of the step that asked come after the question.
  const answers = isLast ? [] : run.calls.filter((call) => call.step === step.id);
  return [agent, ...answers.map(answerOf)].filter(({ text }) => !isEmpty(text));
}

function answerOf(call: RunDetail["calls"][number]): Said {
  return { key: call.id, speaker: { kind: "tool", name: call.tool }, text: call.content, at: call.ended_at };
}

function isEmpty(text: Text): boolean {
  return typeof text === "string" ? text.trim() === "" : text.size === 0;
}
