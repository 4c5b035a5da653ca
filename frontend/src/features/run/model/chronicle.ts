/** Calls and approvals by what they belong to, so that a story of thousands of steps is told in one pass. */

import { startsOf } from "@/features/run/model/grace";
import type { ApprovalView, CallView, RunView, StepView } from "@/live/fold/view";

export class Chronicle {
  readonly calls: ReadonlyMap<string, CallView>;
  readonly approvals: ReadonlyMap<string, ApprovalView>;
  readonly steps: ReadonlyMap<string, StepView>;

  /** When work of the run began, each time. */
  readonly starts: readonly number[];

  constructor(readonly view: RunView) {
    this.calls = new Map(view.calls.map((each) => [each.id, each]));
    this.approvals = new Map(view.approvals.map((each) => [each.id, each]));
    this.starts = startsOf(view);
    this.steps = new Map(view.steps.map((each) => [each.id, each]));
  }

  callsOf(step: StepView): CallView[] {
    return step.calls.flatMap((id) => this.calls.get(id) ?? []);
  }

  /** Oldest first. */
  approvalsOf(call: CallView): ApprovalView[] {
    return call.approvals.flatMap((id) => this.approvals.get(id) ?? []);
  }

  /** When the wait for a decision was over; null while it lasts. The record dates decisions only. */
  endOfWait(approval: ApprovalView, call: CallView | undefined): string | null {
    if (approval.state === "pending") return null;
    if (approval.decided_at !== null) return approval.decided_at;
    const place = call?.approvals.indexOf(approval.id) ?? -1;
    const next = place < 0 ? undefined : this.approvals.get(call?.approvals[place + 1] ?? "");
    if (next) return next.requested_at;
    const over = approval.state === "expired" ? approval.expires_at : this.view.cancel?.at;
    return over ?? call?.started_at ?? call?.ended_at ?? this.view.ended_at ?? approval.requested_at;
  }
}
