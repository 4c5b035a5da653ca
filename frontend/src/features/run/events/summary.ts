import type { TraceEvent } from "@/live/fold/events";
import { isJsonObject, type Json } from "@/live/json";
import { said } from "@/text/run-events";

/** As much of a text as a line can show. */
const MOST = 300;

/** What is particular to an event, in one line. Never fails: an event may be of another version. */
export function summaryOf({ kind, payload }: TraceEvent): string {
  return cut(line(kind, new Fields(payload)));
}

function line(kind: string, of: Fields): string {
  switch (kind) {
    case "run_created":
      return of.text("input");
    case "model_call_started":
      return said.asked(of.text("model"), of.text("provider"));
    case "model_attempt_failed":
      return said.tryFailed(of.count("attempt"), of.text("code"), of.within("next", "model"));
    case "model_call_completed":
      return of.text("text") || said.replied(of.text("finish_reason"), of.length("calls"));
    case "output_rung":
      return said.rung(of.text("rung"), of.text("problem"));
    case "output_read":
      return said.read(of.text("outcome"), of.text("message") || of.text("value"));
    case "tool_call_proposed":
      return of.text("sentence") || said.judged(of.text("tool"), of.text("outcome"));
    case "approval_requested":
      return of.count("revision") > 1 ? said.revision(of.count("revision"), of.text("sentence")) : of.text("sentence");
    case "approval_decided":
      return of.text("reason") === ""
        ? said.decided(of.text("decision"), of.name("by"))
        : said.decidedWhy(of.text("decision"), of.name("by"), of.text("reason"));
    case "approval_superseded":
      return of.words("because");
    case "tool_call_started":
      return said.execution(of.count("execution"));
    case "tool_call_completed":
      return said.result(of.text("kind"), of.text("content"));
    case "tool_changed":
      return of.text("tool");
    case "run_waiting":
      return of.words("waiting_for");
    case "run_cancelling":
      return of.text("reason") || said.by(of.name("by"));
    case "run_completed":
      return of.text("output");
    case "tool_call_unknown":
    case "run_failed":
    case "run_rejected":
    case "run_needs_attention":
      return said.problem(of.text("code"), of.text("message"));
    default:
      return "";
  }
}

/** Fields of a payload that may be of any form. */
class Fields {
  constructor(private readonly payload: TraceEvent["payload"]) {}

  /** Also of a long text its beginning. */
  text(field: string): string {
    const value = this.payload[field];
    if (typeof value === "string") return value;
    const head: Json | undefined = isJsonObject(value) ? value.head : undefined;
    return typeof head === "string" ? head : "";
  }

  count(field: string): number {
    const value = this.payload[field];
    return typeof value === "number" ? value : 0;
  }

  length(field: string): number {
    const value = this.payload[field];
    return Array.isArray(value) ? value.length : 0;
  }

  words(field: string): string {
    const value = this.payload[field];
    return Array.isArray(value) ? value.filter((each) => typeof each === "string").join(", ") : "";
  }

  name(field: string): string {
    return this.within(field, "name");
  }

  within(field: string, inner: string): string {
    const value = this.payload[field];
    const found: Json | undefined = isJsonObject(value) ? value[inner] : undefined;
    return typeof found === "string" ? found : "";
  }
}

/** One line: neither a break nor half of a character at its end. */
function cut(text: string): string {
  const short = text.length > MOST ? `${text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  return short.replace(/\s+/g, " ");
}
