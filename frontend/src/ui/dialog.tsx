import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { act } from "@/text/common";
import { IconButton } from "@/ui/icon-button";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Beside the title, in few words. */
  note?: ReactNode;
  children: ReactNode;
  /** Buttons, the primary one first. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "wide";
  /** The title is for screen readers only; then the content brings its own head. */
  bare?: boolean;
  /** Where the focus goes: the first control, or the dialog itself where there is only something to read. */
  initialFocus?: "control" | "dialog";
  className?: string;
}

const widths = { narrow: "phone:w-[440px]", medium: "phone:w-[560px]", wide: "phone:w-[1080px]" };

/**
 * A dialog: modal, closed by Escape, focus goes back to where it was. On a phone it is a sheet from below.
 * `data-modal` tells the dispatcher of keys that the commands beneath are out of reach.
 */
export function Dialog({ open, onOpenChange, title, note, children, footer, width = "medium", bare = false, initialFocus = "control", className }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Radix.Content
          data-modal=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            if (initialFocus !== "dialog") return;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          className={clsx(
            "fixed z-40 flex animate-rise flex-col bg-raised shadow-2 outline-none",
            "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-dialog",
            "phone:inset-x-auto phone:top-[min(112px,12vh)] phone:bottom-auto phone:left-1/2 phone:max-h-[80vh] phone:max-w-[calc(100vw-32px)] phone:-translate-x-1/2 phone:rounded-dialog",
            widths[width],
            className,
          )}
        >
          {bare ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <header className="flex min-h-[52px] shrink-0 items-center gap-2.5 border-b border-line pr-3 pl-5">
              <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
              {note !== undefined && <span className="min-w-0 truncate text-fg-3">{note}</span>}
              <Radix.Close asChild>
                <IconButton icon={X} label={act.close} keys="Escape" className="ml-auto" />
              </Radix.Close>
            </header>
          )}
          {children}
          {footer !== undefined && (
            <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-5 py-3">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What scrolls between head and foot. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clsx("min-h-0 flex-1 overflow-y-auto px-5 py-4", className)}>{children}</div>;
}
