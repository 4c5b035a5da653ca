import { Activity } from "lucide-react";

import { CommandButton } from "@/commands/command-button";
import type { Command } from "@/commands/command";
import { textOfFilter, withoutFilter, type RunQuery } from "@/features/runs/filter";
import { RunTable, type RunTableProps } from "@/features/runs/run-table";
import { useBlame } from "@/features/runs/use-run-counts";
import type { RunList } from "@/features/runs/use-run-list";
import { emptyRuns, runs as words } from "@/text/runs";
import { buttonClass } from "@/ui/button";
import { EmptyState, ErrorState, ForbiddenState, LoadingRows, NothingMatches } from "@/ui/states";

interface RunsBodyProps {
  list: RunList;
  query: RunQuery;
  onQuery: (query: RunQuery) => void;
  start: Command;
  table: Omit<RunTableProps, "state" | "readingMore" | "onMore">;
}

/** The rows, or what stands in their place. Old rows stay while new ones cannot be read. */
export function RunsBody({ list, query, onQuery, start, table }: RunsBodyProps) {
  const { state, error } = list;
  if (state === undefined) {
    if (error?.status === 403) return <ForbiddenState title={words.forbidden}>{words.forbiddenDetail}</ForbiddenState>;
    if (error !== null) return <ErrorState title={words.failed} failure={error} onRetry={list.retry} />;
    return <LoadingRows rows={12} />;
  }
  if (state.rows.length > 0) {
    return <RunTable {...table} state={state} readingMore={list.readingMore} onMore={list.readMore} />;
  }
  if (query.filters.length > 0 || query.words !== "") return <NoMatch query={query} onQuery={onQuery} />;
  return (
    <EmptyState
      icon={Activity}
      title={emptyRuns.title}
      acts={
        <>
          <CommandButton command={start} />
          <a href="/api/docs/" className={buttonClass({ variant: "ghost" })}>
            {emptyRuns.docs}
          </a>
        </>
      }
    >
      {emptyRuns.detail}
    </EmptyState>
  );
}

function NoMatch({ query, onQuery }: { query: RunQuery; onQuery: (query: RunQuery) => void }) {
  const blame = useBlame(query, true);
  const count = query.filters.length + (query.words === "" ? 0 : 1);
  if (blame === undefined) {
    return <NothingMatches title={emptyRuns.noMatch(count)} onClear={() => onQuery({ filters: [], words: "" })} />;
  }
  const filter = query.filters.find((each) => each.field === blame.field);
  const text = filter === undefined ? emptyRuns.words(query.words) : textOfFilter(filter);
  const sentence = emptyRuns.without(emptyRuns.matching(blame.count, blame.capped), text);
  return (
    <NothingMatches
      title={emptyRuns.noMatch(count)}
      onDrop={() => onQuery(blame.field === null ? { ...query, words: "" } : withoutFilter(query, blame.field))}
      onClear={() => onQuery({ filters: [], words: "" })}
    >
      {sentence.before}
      <b className="font-medium text-fg">{sentence.filter}</b>
      {sentence.after}
    </NothingMatches>
  );
}
