import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";

import { api, ask } from "@/api/client";
import { Marked } from "@/features/run/marked";
import { headOf, type Text } from "@/live/fold/text";
import { story as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";

interface LongTextProps {
  runId: string;
  text: Text;
  /** How many characters and lines are shown before a press shows all. */
  most: number;
  lines: number;
  find?: string;
  mono?: boolean;
  className?: string;
}

/** Text of others, of any length: its beginning, and all of it on a press. A body kept outside is read then. */
export function LongText({ runId, text, most, lines, find = "", mono = false, className }: LongTextProps) {
  const [whole, setWhole] = useState(false);
  const stored = typeof text === "string" ? null : text;
  const body = useQuery({
    queryKey: ["run-body", runId, stored?.ref ?? ""],
    queryFn: () => ask(api.GET("/api/v1/runs/{run_id}/bodies/{body_id}", { params: { path: { run_id: runId, body_id: stored?.ref ?? "" } } })),
    enabled: whole && stored !== null,
    staleTime: Infinity,
  });
  const head = headOf(text);
  const size = stored?.size ?? Array.from(head).length;
  const short = beginningOf(head, most, lines);
  const cut = stored !== null || short.length < head.length;
  const shown = whole ? (body.data?.content ?? head) : short;
  return (
    <div className={className}>
      {find === "" ? (
        <ForeignText text={shown} block mono={mono} />
      ) : (
        <div dir="auto" className={clsx("wrap-anywhere whitespace-pre-wrap", mono && "font-mono text-12")}>
          <Marked text={shown} find={find} />
        </div>
      )}
      {whole && body.isError && <p className="text-12 text-danger">{words.textFailed}</p>}
      {whole && body.isFetching && <p className="text-12 text-fg-3">{words.loadingText}</p>}
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="rounded-chip text-12 font-medium text-accent underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
        >
          {whole ? words.showLess : words.showAll(size)}
        </button>
      )}
    </div>
  );
}

/** Not cut for the sake of a few characters: that would only cost trust. */
function beginningOf(text: string, most: number, lines: number): string {
  const rows = text.split("\n");
  const head = rows.length > lines + 1 ? rows.slice(0, lines).join("\n") : text;
  return head.length > most * 1.2 ? head.slice(0, most) : head;
}
