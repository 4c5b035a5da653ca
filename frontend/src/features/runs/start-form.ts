/** The form that starts a run: what it holds, what is wrong with it, and what is sent. Pure. */

import type { components } from "@/api/schema";
import type { ApiError } from "@/api/errors";
import { start as words } from "@/text/runs";

export interface StartForm {
  agent: string;
  /** Instead of an agent: one of the two is empty. */
  team: string;
  input: string;
  deadline: string;
  steps: string;
  tokens: string;
}

export type StartField = keyof StartForm;
export type StartErrors = Partial<Record<StartField, string>>;
export type NewRun = components["schemas"]["NewRunRequest"];

export const emptyForm: StartForm = { agent: "", team: "", input: "", deadline: "", steps: "", tokens: "" };

const UNITS: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };
const FIELD_OF: Record<string, StartField> = {
  agent: "agent",
  orchestration: "agent",
  input: "input",
  deadline_seconds: "deadline",
  step_limit: "steps",
  token_limit: "tokens",
};

/** Seconds of `90s`, `10m`, `1.5h`; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*(s|m|min|h|d)$/i.exec(text.trim());
  const seconds = Number(found?.[1]) * (UNITS[(found?.[2] ?? "").toLowerCase()] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 1 ? Math.round(seconds) : undefined;
}

/** A length of time as one would write it. */
export function textOfSeconds(seconds: number): string {
  for (const [unit, size] of [["d", 86_400], ["h", 3600], ["m", 60]] as const) {
    if (seconds >= size && seconds % size === 0) return `${seconds / size}${unit}`;
  }
  return `${seconds}s`;
}

/** What is wrong, by field. The server has the last word on limits. */
export function errorsOf(form: StartForm): StartErrors {
  const errors: StartErrors = {};
  if (form.agent === "" && form.team === "") errors.agent = words.needAgent;
  if (form.input.trim() === "") errors.input = words.needInput;
  if (form.deadline.trim() !== "" && secondsOf(form.deadline) === undefined) errors.deadline = words.notTime(form.deadline);
  if (form.steps.trim() !== "" && wholeOf(form.steps) === undefined) errors.steps = words.notNumber(form.steps);
  if (form.tokens.trim() !== "" && wholeOf(form.tokens) === undefined) errors.tokens = words.notNumber(form.tokens);
  return errors;
}

/** What is sent: a limit left empty is the agent's or the team's own. */
export function bodyOf(form: StartForm): NewRun {
  const who = form.team === "" ? { agent: form.agent } : { orchestration: form.team };
  const body: NewRun = { ...who, input: form.input };
  const [deadline, steps, tokens] = [secondsOf(form.deadline), wholeOf(form.steps), wholeOf(form.tokens)];
  if (deadline !== undefined) body.deadline_seconds = deadline;
  if (steps !== undefined) body.step_limit = steps;
  if (tokens !== undefined) body.token_limit = tokens;
  return body;
}

/** A refusal of the server on the field it is about; undefined where it is about the whole. */
export function fieldOfRefusal(error: ApiError): StartField | undefined {
  return error.field === undefined ? undefined : FIELD_OF[error.field];
}

/** The same body keeps its key: a second press, or a try after a broken line, starts one run. */
export class StartKey {
  #body = "";
  #key = "";
  readonly #make: () => string;

  constructor(make: () => string) {
    this.#make = make;
  }

  for(body: NewRun): string {
    const text = JSON.stringify(body);
    if (text !== this.#body) {
      this.#body = text;
      this.#key = this.#make();
    }
    return this.#key;
  }

  /** After a run has started, the same words mean another one. */
  spend(): void {
    this.#body = "";
  }
}

function wholeOf(text: string): number | undefined {
  const value = Number(text.trim().replace(/[\s,_]/g, ""));
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
