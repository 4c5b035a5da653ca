/** The lines of the palette: from commands and from what the server finds. Pure. */

import type { LucideIcon } from "lucide-react";

import type { ApprovalSummary, RunSummary } from "@/api/types";
import { whoRuns } from "@/api/who-runs";
import { firstKeys, refusal, type Command } from "@/commands/command";
import { matchOf, type Match } from "@/commands/match";
import { palette as words } from "@/text/shell";
import { lookOfApproval, lookOfRun, type StatusLook } from "@/ui/status-look";
import type { Place } from "@/ui/place";
import { visible } from "@/ui/visible";

export interface PaletteItem {
  id: string;
  name: string;
  detail?: string | undefined;
  ranges: Match["ranges"];
  icon?: LucideIcon | undefined;
  look?: StatusLook | undefined;
  keys?: string | undefined;
  /** Why it cannot be done now. */
  refused?: string | undefined;
  /** A place can also be opened in a new tab. */
  place?: Place | undefined;
  run?: (() => void) | undefined;
}

export interface PaletteSection {
  id: string;
  title: string;
  items: readonly PaletteItem[];
}

export interface Found {
  runs: readonly RunSummary[];
  approvals: readonly ApprovalSummary[];
}

/** What kind of thing the first sign asks for: `>` acts, `#` runs. */
export type Only = "all" | "acts" | "runs";

export function queryOf(typed: string): { only: Only; text: string } {
  if (typed.startsWith(">")) return { only: "acts", text: typed.slice(1).trim() };
  if (typed.startsWith("#")) return { only: "runs", text: typed.slice(1).trim() };
  return { only: "all", text: typed.trim() };
}

/** Acts on the current item, then places and what was found, then starts; what is not allowed comes last. */
export function paletteSections(typed: string, commands: readonly Command[], found: Found): PaletteSection[] {
  const { only, text } = queryOf(typed);
  const acts = only === "runs" ? [] : matching(commands, text);
  const allowed = acts.filter((item) => item.refused === undefined);
  const of = (section: string) => allowed.filter((item) => item.section === section);
  const sections: PaletteSection[] = [
    { id: "do", title: words.doHere, items: of("do") },
    { id: "go", title: words.goTo, items: of("go") },
    { id: "approvals", title: words.approvalsFound, items: only === "all" ? found.approvals.map((each) => approvalItem(each, text)) : [] },
    { id: "runs", title: words.runsFound, items: only === "acts" ? [] : found.runs.map((each) => runItem(each, text)) },
    { id: "start", title: words.start, items: of("start") },
    { id: "refused", title: words.notNow, items: acts.filter((item) => item.refused !== undefined) },
  ];
  return sections.filter((section) => section.items.length > 0);
}

type ActItem = PaletteItem & { section: string };

function matching(commands: readonly Command[], text: string): ActItem[] {
  const seen = new Set<string>();
  const items: (ActItem & { score: number })[] = [];
  for (const command of commands) {
    if (command.hidden === true || seen.has(command.id)) continue;
    seen.add(command.id);
    const match = matchOf(text, command.name) ?? byOtherWords(text, command);
    if (match === undefined) continue;
    items.push({
      id: command.id,
      name: command.name,
      detail: command.detail,
      ranges: match.ranges,
      score: match.score,
      icon: command.icon,
      keys: firstKeys(command),
      refused: refusal(command),
      section: command.section ?? "do",
      run: command.run,
    });
  }
  return text === "" ? items : items.toSorted((a, b) => b.score - a.score);
}

function byOtherWords(text: string, command: Command): Match | undefined {
  const other = `${command.words ?? ""} ${command.detail ?? ""}`;
  const match = matchOf(text, other);
  return match === undefined ? undefined : { score: match.score / 2, ranges: [] };
}

function runItem(run: RunSummary, text: string): PaletteItem {
  const name = visible(run.input_head.replace(/\s+/g, " ").trim(), "prose");
  return {
    id: `run.${run.id}`,
    name,
    detail: whoRuns(run).name,
    ranges: matchOf(text, name)?.ranges ?? [],
    look: lookOfRun(run.status, run.waiting_for),
    place: { to: "/runs/$runId", params: { runId: run.id } },
  };
}

function approvalItem(approval: ApprovalSummary, text: string): PaletteItem {
  const name = visible(approval.sentence);
  return {
    id: `approval.${approval.id}`,
    name,
    detail: approval.run.agent.name,
    ranges: matchOf(text, name)?.ranges ?? [],
    look: lookOfApproval(approval.state),
    place: { to: "/approvals/$approvalId", params: { approvalId: approval.id } },
  };
}
