import clsx from "clsx";

import type { Problem } from "@/features/studio/model/shapes";
import { studio as words } from "@/text/studio";
import { ForeignText } from "@/ui/foreign-text";
import { Kbd } from "@/ui/kbd";
import { StatusShape } from "@/ui/status-shape";

interface ProblemListProps {
  problems: readonly Problem[];
  /** The one that F8 came to. */
  current: number;
  onOpen: (index: number) => void;
}

/** What stops publishing: code, words and line; each leads to its place. */
export function ProblemList({ problems, current, onOpen }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={words.problems(problems.length)} className="flex max-h-[38%] shrink-0 flex-col border-t border-line bg-surface">
      <header className="flex min-h-9 shrink-0 items-center gap-2.5 border-b border-line px-4 text-12">
        <h2 className="font-semibold">{words.problems(problems.length)}</h2>
        <Kbd keys="F8" />
        <span className="ml-auto truncate text-fg-3">{words.problemsStop}</span>
      </header>
      <ul className="min-h-0 overflow-y-auto">
        {problems.map((problem, index) => (
          <li key={index} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onOpen(index)}
              aria-current={index === current ? "true" : undefined}
              className={clsx(
                "grid w-full grid-cols-[20px_minmax(0,1fr)_auto] gap-x-1.5 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2",
                index === current && "bg-selected",
              )}
            >
              <StatusShape tone="failed" size={14} className="mt-[3px]" />
              <span className="truncate font-mono text-12 font-medium">{problem.code}</span>
              {problem.line > 0 && <span className="text-12 text-accent">{words.line(problem.line)}</span>}
              <span className="col-start-2 col-end-4 text-fg-2">
                <ForeignText text={problem.message} strictness="prose" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
