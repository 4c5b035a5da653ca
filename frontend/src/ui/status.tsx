import clsx from "clsx";

import type { ApprovalState, CallState, RunStatus, StepState, WaitingFor } from "@/api/types";
import { lookOfApproval, lookOfCall, lookOfRun, lookOfStep, type StatusLook } from "@/ui/status-look";
import { StatusShape } from "@/ui/status-shape";
import { toneClass } from "@/ui/tones";

type Subject =
  | { of?: "run"; status: RunStatus; waitingFor?: readonly WaitingFor[]; names?: readonly string[] }
  | { of: "call"; status: CallState }
  | { of: "step"; status: StepState }
  | { of: "approval"; status: ApprovalState };

type StatusProps = Subject & {
  /** The shape alone, shape and word, or a soft chip. */
  form?: "shape" | "plain" | "chip";
  size?: 16 | 20;
  className?: string;
};

/** The state of a run, a call, a step or an approval. No screen draws its own. */
export function Status({ form = "plain", size = 16, className, ...subject }: StatusProps) {
  const look = lookOf(subject);
  if (form === "shape") {
    return <StatusShape tone={look.tone} size={size} turning={look.turning} label={look.word} className={className} />;
  }
  return (
    <span
      className={clsx(
        "inline-flex min-w-0 items-center gap-1.5 font-medium whitespace-nowrap",
        toneClass[look.tone].text,
        form === "chip" && ["h-6 rounded-chip px-2 text-12", toneClass[look.tone].back],
        className,
      )}
    >
      <StatusShape tone={look.tone} size={size} turning={look.turning} />
      <span className="truncate">{look.word}</span>
    </span>
  );
}

function lookOf(subject: Subject): StatusLook {
  switch (subject.of) {
    case "call":
      return lookOfCall(subject.status);
    case "step":
      return lookOfStep(subject.status);
    case "approval":
      return lookOfApproval(subject.status);
    default:
      return lookOfRun(subject.status, subject.waitingFor, subject.names);
  }
}
