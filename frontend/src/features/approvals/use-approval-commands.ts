import { Check, FolderOpen, Link2, X } from "lucide-react";

import { can } from "@/api/boot";
import type { Command } from "@/commands/command";
import { bar, commands as words, inbox } from "@/text/approvals";
import { groups } from "@/text/shell";

import { VIEWS, type View } from "./model/place";

interface Acts {
  /** Of the open card; null while none is open that this person may decide. */
  approve: (() => void) | null;
  reject: (() => void) | null;
  move: (by: number) => void;
  read: () => void;
  skip: () => void;
  openRun: (() => void) | null;
  copyLink: (() => void) | null;
  filter: () => void;
  showNew: () => void;
  showView: (view: View) => void;
  /** Back to the list, where list and card are two pages. */
  back: (() => void) | null;
  /** Drops the words of the filter; null where there are none. */
  clear: (() => void) | null;
}

/** Every act of the inbox as a command. Deciding is by key and button alone: the palette never decides. */
export function approvalCommands(acts: Acts): Command[] {
  const group = groups.approvals;
  const mayDecide = () => can("approvals:decide") || bar.mayNot;
  const hidden = true;
  const list: Command[] = [
    { id: "approvals.next", name: words.next, short: words.nextShort, keys: ["J"], group, hidden, repeats: true, run: () => acts.move(1) },
    { id: "approvals.previous", name: words.previous, short: words.previousShort, keys: ["K"], group, hidden, repeats: true, run: () => acts.move(-1) },
    { id: "approvals.read", name: words.open, short: words.openShort, keys: "Enter", group, hidden, run: acts.read },
    { id: "approvals.filter", name: words.filter, short: words.filterShort, keys: "/", group, run: acts.filter },
    { id: "approvals.new", name: words.fresh, short: words.freshShort, keys: ".", group, hidden, run: acts.showNew },
    ...VIEWS.map((view, index) => ({
      id: `approvals.view.${view}`,
      name: words.view(inbox.view[view]),
      short: words.viewShort(inbox.view[view]),
      keys: String(index + 1),
      group,
      section: "go" as const,
      run: () => acts.showView(view),
    })),
  ];
  const one: Command[] = [
    {
      id: "approval.approve",
      name: words.approve,
      short: words.approveShort,
      keys: "A",
      group,
      hidden,
      icon: Check,
      allowed: mayDecide,
      run: () => acts.approve?.(),
    },
    {
      id: "approval.reject",
      name: words.reject,
      short: words.rejectShort,
      keys: "R",
      group,
      hidden,
      icon: X,
      allowed: mayDecide,
      run: () => acts.reject?.(),
    },
    { id: "approval.skip", name: words.skip, short: words.skipShort, keys: "S", group, run: acts.skip },
  ];
  const { openRun, copyLink, back, clear } = acts;
  if (openRun !== null) {
    one.push({ id: "approval.run", name: words.openRun, short: words.openRunShort, keys: "O", group, icon: FolderOpen, run: openRun });
  }
  if (copyLink !== null) {
    one.push({ id: "approval.link", name: words.copyLink, short: words.copyLinkShort, keys: "Shift+C", group, icon: Link2, run: copyLink });
  }
  if (back !== null) {
    one.push({ id: "approval.back", name: words.back, short: words.backShort, keys: "Escape", group, hidden, run: back });
  } else if (clear !== null) {
    one.push({ id: "approvals.clear", name: words.clear, short: words.clearShort, keys: "Escape", group, hidden, run: clear });
  }
  return [...one, ...list];
}
