import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Code, Hash, Link2, RotateCcw, Square } from "lucide-react";

import { can } from "@/api/boot";
import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { keys } from "@/api/query";
import type { Command } from "@/commands/command";
import { curlOf, curlOfStart, shortId, type Runner } from "@/features/run/model/curl";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import { hasEnded } from "@/live/fold/words";
import { state } from "@/text/common";
import { acts as words } from "@/text/run";
import { groups } from "@/text/shell";
import { copyText } from "@/ui/copy-text";
import { signInElsewhere } from "@/ui/sign-in";
import { toasts, type ToastAct } from "@/ui/toasts";

export interface RunCommands {
  readonly decide: Command;
  readonly cancel: Command;
  readonly startAgain: Command;
  readonly copyLink: Command;
  /** Behind the menu. */
  readonly more: readonly Command[];
  readonly all: readonly Command[];
}

/** The acts on a run as a whole. */
export function useRunCommands(runId: string, view: RunView, onCancel: () => void): RunCommands {
  const navigate = useNavigate();
  const startAgain = useStartAgain(runId, view);
  const pending = pendingApprovals(view);
  const id = shortId(runId);
  const group = groups.run;
  const decide: Command = {
    id: "run.decide",
    name: words.decide,
    short: words.decideShort,
    detail: words.decideDetail,
    keys: "Enter",
    group,
    allowed: () => (pending.length === 0 ? words.nothingWaits : can("approvals:decide") || words.mayNotDecide),
    run: () => void navigate({ to: "/approvals/$approvalId", params: { approvalId: pending[0]?.id ?? "" } }),
  };
  const cancel: Command = {
    id: "run.cancel",
    name: words.cancelLong(id),
    short: words.cancel,
    group,
    icon: Square,
    allowed: () => mayCancel(view),
    run: onCancel,
  };
  const copyLink = copying({ id: "run.link", name: words.copyLink, icon: Link2, group }, words.link, () => window.location.href);
  const more = [
    copyLink,
    copying({ id: "run.curl", name: words.copyCurl, icon: Code, group }, words.curl, () => curlOf(window.location.origin, runId)),
    copying(
      { id: "run.curl.start", name: words.copyCurlStart, icon: Code, group, allowed: () => whoRuns(view) !== null || words.agentUnknown },
      words.curl,
      async () => curlOfStart(window.location.origin, whoRuns(view) ?? { agent: "" }, await inputOf(runId, view)),
    ),
    copying({ id: "run.id", name: words.copyId, icon: Hash, group }, words.id, () => runId),
    startAgain,
  ];
  return { decide, cancel, startAgain, copyLink, more, all: [decide, cancel, ...more] };
}

function mayCancel(view: RunView): true | string {
  if (hasEnded(view.status)) return words.hasEnded;
  if (view.status === "cancelling") return words.isCancelling;
  return can("runs:cancel") || words.mayNotCancel;
}

/** Who would run again, by name; null while the record has not said it. */
function whoRuns({ agent, orchestration }: RunView): Runner | null {
  if (agent !== null) return { agent: agent.name };
  return orchestration === null ? null : { orchestration: orchestration.name };
}

function whoById({ agent, orchestration }: RunView): Runner {
  return agent === null && orchestration !== null ? { orchestration: orchestration.id } : { agent: agent?.id ?? "" };
}

/** The same message to the same agent or team as it is now. */
function useStartAgain(runId: string, view: RunView): Command {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: async () => {
      const { input } = await ask(api.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: runId } } }));
      const key = crypto.randomUUID();
      return ask(api.POST("/api/v1/runs", { params: { header: { "Idempotency-Key": key } }, body: { ...whoById(view), input } }));
    },
    onSuccess: (started) => {
      void queries.invalidateQueries({ queryKey: keys.runs });
      void navigate({ to: "/runs/$runId", params: { runId: started.id } });
      toasts.show({ text: words.startedAgain(shortId(started.id)) });
    },
    onError: (error) => toasts.show({ text: error.message, kind: "failed", action: signInAct(error) }),
  });
  return {
    id: "run.again",
    name: words.startAgainLong(shortId(runId)),
    short: words.startAgain,
    group: groups.run,
    icon: RotateCcw,
    allowed: () => (whoRuns(view) === null ? words.agentUnknown : can("runs:start") || words.mayNotStart),
    run: () => {
      if (!start.isPending) start.mutate();
    },
  };
}

function signInAct(error: Error): ToastAct | undefined {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  return isSignedOut ? { name: state.signInElsewhere, run: signInElsewhere } : undefined;
}

function copying(command: Omit<Command, "run">, what: string, text: () => string | Promise<string>): Command {
  const copy = async () => {
    const done = await copyText(await text());
    toasts.show({ text: done ? words.copied(what) : words.notCopied, seconds: 3 });
  };
  return { ...command, run: () => void copy().catch((error: unknown) => toasts.show({ text: error instanceof Error ? error.message : words.notCopied, kind: "failed" })) };
}

/** What was asked, whole: a long text is not in the events. */
async function inputOf(runId: string, view: RunView): Promise<string> {
  if (typeof view.input === "string") return view.input;
  return (await ask(api.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: runId } } }))).input;
}
