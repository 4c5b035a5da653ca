import clsx from "clsx";
import type { ReactNode } from "react";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** What a machine reads. */
  readonly mono?: boolean;
}

/** Names and what they are, one below the other; a fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] text-12">
      {facts.map(
        (fact) =>
          fact !== null && (
            <div key={fact.name} className="contents">
              <dt className="py-1.5 text-fg-3">{fact.name}</dt>
              <dd className={clsx("min-w-0 py-1.5 wrap-anywhere tabular-nums", fact.mono === true && "font-mono text-[11.5px]")}>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface BlockProps {
  title: string;
  /** Beside the title, as a copy button. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the panel under a title. */
export function Block({ title, tools, children }: BlockProps) {
  return (
    <section className="mt-3.5">
      <div className="mb-1.5 flex min-h-7 items-center gap-2">
        <h3 className="text-13 font-semibold">{title}</h3>
        {tools !== undefined && <span className="ml-auto">{tools}</span>}
      </div>
      {children}
    </section>
  );
}
