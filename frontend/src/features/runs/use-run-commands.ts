import { useNavigate } from "@tanstack/react-router";
import { Ban, ExternalLink, Eye, Filter, Hand, Link2, ListChecks, Play } from "lucide-react";
import type { RefObject } from "react";

import { basePath, boot, can } from "@/api/boot";
import type { ApprovalSummary, RunSummary } from "@/api/types";
import type { Command } from "@/commands/command";
import { nameOf } from "@/features/runs/reason";
import type { RunRows } from "@/features/runs/use-run-rows";
import { views } from "@/features/runs/views";
import { openOverlay } from "@/shell/overlays";
import { denied } from "@/text/denied";
import { runActs as words, runs as list } from "@/text/runs";
import { groups } from "@/text/shell";
import { copyText } from "@/ui/copy-text";
import { short } from "@/ui/short";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

interface Around {
  rows: RunRows;
  pending: ReadonlyMap<string, ApprovalSummary>;
  peeked: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  open: (run: RunSummary, newTab: boolean) => void;
  setPeek: (run: string | undefined) => void;
  showView: (search: Readonly<Record<string, string>>) => void;
  showFresh: () => void;
  clear: () => void;
  cancel: (ids: readonly string[]) => void;
}

export interface RunCommands {
  all: Command[];
  start: Command;
  cancel: Command;
  copyLinks: Command;
}

/** What can be done in the list: keys, palette and buttons. */
export function useRunCommands(around: Around): RunCommands {
  const navigate = useNavigate();
  const { rows, pending, peeked } = around;
  const { current, selected } = rows;
  const name = current === undefined ? "" : short(visible(nameOf(current), "prose"));
  const approval = current === undefined ? undefined : pending.get(current.id);
  const chosen = selected.size > 0 ? [...selected] : current === undefined ? [] : [current.id];
  const withRow = (act: (run: RunSummary) => void) => ({
    allowed: () => (current === undefined ? words.noRow : (true as const)),
    run: () => {
      if (current !== undefined) act(current);
    },
  });
  /** What is looked into follows the current row. */
  const move = (by: number) => {
    const run = rows.move(by);
    if (peeked !== undefined && run !== undefined) around.setPeek(run.id);
  };
  const group = groups.lists;

  const start: Command = {
    id: "run.start",
    name: list.start,
    keys: "N",
    group: groups.runs,
    section: "start",
    icon: Play,
    allowed: () => can("runs:start") || denied.startRun,
    run: () => openOverlay({ kind: "start", agent: null }),
  };
  const cancel: Command = {
    id: "runs.cancel",
    name: words.cancel(chosen.length),
    detail: selected.size === 0 ? name : undefined,
    group: groups.runs,
    icon: Ban,
    allowed: () => (chosen.length === 0 ? words.noRow : can("runs:cancel") || denied.cancelRun),
    run: () => around.cancel(chosen),
  };
  const copyLinks: Command = {
    id: "runs.copy-links",
    name: words.copyLinks(chosen.length),
    detail: selected.size === 0 ? name : undefined,
    group: groups.runs,
    icon: Link2,
    allowed: () => (chosen.length === 0 ? words.noRow : true),
    run: () => {
      const base = window.location.origin + basePath(boot());
      void copyText(chosen.map((id) => `${base}/runs/${id}`).join("\n")).then((done) => {
        if (done) toasts.show({ text: words.linksCopied(chosen.length), seconds: 3 });
      });
    },
  };
  const decide: Command[] =
    approval === undefined
      ? []
      : [
          {
            id: "run.decide",
            name: words.decide(short(visible(approval.sentence))),
            group: groups.runs,
            icon: Hand,
            run: () => void navigate({ to: "/approvals/$approvalId", params: { approvalId: approval.id } }),
          },
        ];
  const all: Command[] = [
    ...decide,
    { id: "list.open", name: words.open(name), short: words.openShort, keys: "Enter", group, icon: ExternalLink, ...withRow((run) => around.open(run, false)) },
    {
      id: "list.peek",
      name: words.peek(name),
      short: words.peekShort,
      keys: "Space",
      group,
      icon: Eye,
      ...withRow((run) => around.setPeek(peeked === undefined ? run.id : undefined)),
    },
    { id: "list.select", name: words.select(name), short: words.selectShort, keys: "X", group, icon: ListChecks, ...withRow(rows.toggle) },
    cancel,
    copyLinks,
    start,
    { id: "list.next", name: words.next, short: words.nextShort, keys: ["J", "ArrowDown"], group, hidden: true, repeats: true, run: () => move(1) },
    { id: "list.previous", name: words.previous, short: words.previousShort, keys: ["K", "ArrowUp"], group, hidden: true, repeats: true, run: () => move(-1) },
    { id: "list.extend", name: words.extend, short: words.extendShort, keys: "Shift+J", group, hidden: true, repeats: true, run: rows.extend },
    { id: "list.filter", name: words.filter, short: words.filterShort, keys: "/", group, icon: Filter, run: () => around.field.current?.focus() },
    { id: "list.fresh", name: words.fresh, short: words.freshShort, keys: ".", group, hidden: true, run: around.showFresh },
    { id: "list.clear", name: words.clear, short: words.clearShort, keys: "Escape", group, hidden: true, run: around.clear },
    ...views.map((view, index): Command => ({
      id: `view.${view.id}`,
      name: words.view(view.name),
      short: view.name,
      keys: String(index + 1),
      group: groups.runs,
      section: "go",
      icon: Filter,
      run: () => around.showView(view.search),
    })),
  ];
  return { all, start, cancel, copyLinks };
}
