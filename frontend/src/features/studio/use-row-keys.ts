import { ExternalLink, Filter } from "lucide-react";
import { useState, type RefObject } from "react";

import type { Command } from "@/commands/command";
import { groups } from "@/text/shell";
import { shelfList as words } from "@/text/studio";
import { short } from "@/ui/short";
import { visible } from "@/ui/visible";

interface Around<Row> {
  rows: readonly Row[];
  open: (row: Row) => void;
  field: RefObject<HTMLInputElement | null>;
  clear: () => void;
  filtered: boolean;
}

interface RowKeys<Row> {
  readonly current: Row | undefined;
  readonly point: (id: string) => void;
  readonly commands: readonly Command[];
}

/** Moves through a list by key: one row is current, `Enter` opens it. */
export function useRowKeys<Row extends { readonly id: string; readonly name: string }>({ rows, open, field, clear, filtered }: Around<Row>): RowKeys<Row> {
  const [pointed, setPointed] = useState<string | null>(null);
  const at = Math.max(0, rows.findIndex((row) => row.id === pointed));
  const current = rows[at];
  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next === undefined) return;
    setPointed(next.id);
    document.getElementById(rowId(next.id))?.scrollIntoView({ block: "nearest" });
  };
  const group = groups.lists;
  return {
    current,
    point: setPointed,
    commands: [
      ...(current === undefined
        ? []
        : [{ id: "list.open", name: words.open(short(visible(current.name))), short: words.openShort, keys: "Enter", group, icon: ExternalLink, run: () => open(current) }]),
      { id: "list.next", name: words.next, short: words.nextShort, keys: ["J", "ArrowDown"], group, hidden: true, repeats: true, run: () => move(1) },
      { id: "list.previous", name: words.previous, short: words.previousShort, keys: ["K", "ArrowUp"], group, hidden: true, repeats: true, run: () => move(-1) },
      { id: "list.filter", name: words.find, short: words.findShort, keys: "/", group, icon: Filter, run: () => field.current?.focus() },
      ...(filtered ? [{ id: "list.clear", name: words.clear, short: words.clearShort, keys: "Escape", group, hidden: true, inFields: true, run: clear }] : []),
    ],
  };
}

export function rowId(id: string): string {
  return `row-${id}`;
}
