/** The toasts that are open: a store without React, so that commands can speak too. */

import { announce } from "@/ui/announce";
import type { Tone } from "@/ui/status-look";

export interface ToastAct {
  name: string;
  keys?: string | undefined;
  run: () => void;
  /** `undo` counts down beside it and is what the key Z does. */
  kind?: "undo" | "other";
}

export interface Toast {
  id: number;
  text: string;
  /** A second line where the first does not say all. */
  detail?: string | undefined;
  acts: readonly ToastAct[];
  /** When it goes, in milliseconds of `performance.now()`; it stays while the pointer or focus is on it. */
  until: number;
  kind: Tone | "note";
}

export interface NewToast {
  text: string;
  detail?: string | undefined;
  action?: ToastAct | undefined;
  acts?: readonly ToastAct[] | undefined;
  /** 6 unless said; an undo stays as long as it can be undone. */
  seconds?: number | undefined;
  kind?: Tone | "note" | undefined;
}

export interface Toasts {
  show: (toast: NewToast) => number;
  dismiss: (id: number) => void;
  undoNewest: () => boolean;
}

const MOST = 3;
let open: readonly Toast[] = [];
let next = 1;
const watchers = new Set<() => void>();

export const toasts: Toasts = {
  /** Shows one and gives its id. At most three are open; the oldest gives way. */
  show({ text, detail, action, acts = action === undefined ? [] : [action], seconds = 6, kind = "note" }) {
    const id = next++;
    const toast: Toast = { id, text, detail, acts, kind, until: performance.now() + seconds * 1000 };
    replace([...open, toast].slice(-MOST));
    announce(detail === undefined ? text : `${text} ${detail}`);
    return id;
  },
  dismiss(id) {
    replace(open.filter((toast) => toast.id !== id));
  },
  /** Does what the newest undo offers; false where none is open. */
  undoNewest() {
    const toast = open.findLast((each) => each.acts.some((act) => act.kind === "undo"));
    const undo = toast?.acts.find((act) => act.kind === "undo");
    if (toast === undefined || undo === undefined) return false;
    toasts.dismiss(toast.id);
    undo.run();
    return true;
  },
};

export function openToasts(): readonly Toast[] {
  return open;
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function replace(all: readonly Toast[]): void {
  open = all;
  for (const watcher of watchers) watcher();
}
