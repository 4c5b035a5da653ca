import { Info, X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { act, state, time } from "@/text/common";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { StatusShape } from "@/ui/status-shape";
import { openToasts, toasts, watchToasts, type Toast, type Toasts } from "@/ui/toasts";

/** `useToasts().show({ text, action, seconds, kind })`. */
export function useToasts(): Toasts {
  return toasts;
}

/** Where toasts lie: over the list at the bottom left, on a phone above the tabs. A bar there sets `--toast-rise`. */
export function ToastLayer() {
  const open = useSyncExternalStore(watchToasts, openToasts);
  return (
    <div role="region" aria-label={state.messages} className="pointer-events-none fixed inset-x-3 bottom-[calc(76px+env(safe-area-inset-bottom)+var(--toast-rise,0px))] z-50 flex flex-col items-start gap-2 phone:right-auto phone:bottom-[calc(48px+var(--toast-rise,0px))] phone:left-[calc(var(--nav-now)+20px)]">
      {open.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const left = useSecondsLeft(toast, held);
  const undo = toast.acts.some((each) => each.kind === "undo");
  return (
    <div
      className="pointer-events-auto flex min-h-11 w-full max-w-[364px] min-w-0 animate-rise items-start gap-2.5 rounded-dialog bg-raised py-1.5 pr-2 pl-3.5 shadow-2 phone:w-auto phone:min-w-72"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="grid h-8 shrink-0 place-items-center">
        {toast.kind === "note" ? <Info size={16} aria-hidden="true" className="text-fg-2" /> : <StatusShape tone={toast.kind} />}
      </span>
      <span className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <span className="block">{toast.text}</span>
        {toast.detail !== undefined && <span className="block text-fg-2">{toast.detail}</span>}
      </span>
      {undo && (
        <span aria-hidden="true" className="py-1.5 text-fg-3 tabular-nums">
          {time.seconds(String(left))}
        </span>
      )}
      {toast.acts.map((each) => (
        <Button
          key={each.name}
          size="small"
          keys={each.keys ?? (each.kind === "undo" ? "Z" : undefined)}
          className="mt-0.5"
          onClick={() => {
            toasts.dismiss(toast.id);
            each.run();
          }}
        >
          {each.name}
        </Button>
      ))}
      <IconButton icon={X} label={act.dismiss} className="mt-0.5" onClick={() => toasts.dismiss(toast.id)} />
    </div>
  );
}

/** Counts down; a toast that only tells stays while it is held, an undo ends when it ends. */
function useSecondsLeft(toast: Toast, held: boolean): number {
  const [left, setLeft] = useState(() => secondsTo(toast.until));
  const end = useRef(toast.until);
  const counts = toast.acts.some((each) => each.kind === "undo");
  useEffect(() => {
    if (held && !counts) {
      const since = performance.now();
      return () => {
        end.current += performance.now() - since;
      };
    }
    const timer = setInterval(() => {
      const now = secondsTo(end.current);
      setLeft(now);
      if (now <= 0) toasts.dismiss(toast.id);
    }, 250);
    return () => clearInterval(timer);
  }, [toast.id, held, counts]);
  return left;
}

function secondsTo(end: number): number {
  return Math.max(0, Math.ceil((end - performance.now()) / 1000));
}
