import clsx from "clsx";
import type { ReactNode } from "react";

interface SectionHeadProps {
  title: string;
  /** What it is for, in a sentence or two. */
  children?: ReactNode;
  /** At the right end; one of them is primary. */
  acts?: ReactNode;
}

/** The head of one part of the settings. */
export function SectionHead({ title, children, acts }: SectionHeadProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-start gap-x-4 gap-y-2.5 border-b border-line px-4 py-4 phone:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-16 font-semibold">{title}</h2>
        {children !== undefined && <p className="max-w-[720px] text-pretty text-fg-2">{children}</p>}
      </div>
      {acts !== undefined && <div className="flex shrink-0 items-center gap-2">{acts}</div>}
    </header>
  );
}

/** What scrolls under the head. */
export function SectionBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clsx("flex min-h-0 flex-1 flex-col overflow-y-auto", className)}>{children}</div>;
}
