import { useEffect, useRef, useSyncExternalStore, type RefObject } from "react";

import { can } from "@/api/boot";
import { bar as words } from "@/text/approvals";
import { Dialog } from "@/ui/dialog";
import { useMedia, widths } from "@/ui/use-media";

import type { DeskStore } from "../model/desk-store";
import type { Reading } from "../use-reading";
import { Closed } from "./closed";
import { Open } from "./open";
import { Refused } from "./refused";
import { RejectForm } from "./reject-form";

/** What a person can do beside deciding. */
export interface BarActs {
  /** None: there is no other card. */
  next: (() => void) | null;
  skip: (() => void) | null;
  openRun: () => void;
  copyLink: () => void;
  takeBack: () => void;
  showNewer: () => void;
}

export interface BarProps {
  reading: Reading;
  desk: DeskStore;
  acts: BarActs;
}

/** Where a decision is made. It never scrolls away, and says what it decides, when it counts, how to take it back. */
export function DecisionBar(props: BarProps) {
  const { reading, desk } = props;
  const { phase } = useSyncExternalStore(desk.watch, desk.get);
  const phone = useMedia(widths.phone);
  const onePane = useMedia(widths.onePane);
  const bar = useRef<HTMLElement>(null);
  useRaisedToasts(bar, onePane);
  const mayDecide = can("approvals:decide");
  const isForm = phase.kind === "rejecting" && reading.stance === "open" && mayDecide;
  return (
    <footer
      ref={bar}
      aria-label={words.region}
      className="max-h-[60dvh] overflow-y-auto short:max-h-none border-t border-line bg-surface px-4 pt-2.5 pb-2 phone:px-6 phone:pb-3"
    >
      {phase.kind === "refused" ? (
        <Refused {...props} verdict={phase.verdict} refusal={phase.refusal} />
      ) : isForm && !phone ? (
        <RejectForm {...props} />
      ) : reading.stance === "open" && mayDecide ? (
        <Open {...props} />
      ) : (
        <Closed {...props} />
      )}
      {phone && (
        <Dialog
          open={isForm}
          onOpenChange={(open) => {
            if (!open) desk.dispatch({ type: "close_form" });
          }}
          title={words.formTitle}
        >
          <div className="overflow-y-auto p-4">{isForm && <RejectForm {...props} inSheet />}</div>
        </Dialog>
      )}
    </footer>
  );
}

/** Where card and list are two pages the toasts lie above the bar: the undo never covers the next decision. */
function useRaisedToasts(bar: RefObject<HTMLElement | null>, raised: boolean): void {
  useEffect(() => {
    const element = bar.current;
    if (!raised || element === null) return;
    const page = document.documentElement.style;
    const sizes = new ResizeObserver(() => page.setProperty("--toast-rise", `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      page.removeProperty("--toast-rise");
    };
  }, [bar, raised]);
}
