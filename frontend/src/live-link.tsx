import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { keys } from "@/api/query";
import type { Changes } from "@/live/store";
import { useChanges } from "@/live/use-changes";
import { useLiveState } from "@/live/use-live-state";
import { setConnection } from "@/shell/connection";

/** Ties what is live to the rest: the shell says how the connection is, and what has changed is read again. */
export function LiveLink() {
  const queries = useQueryClient();
  const { status } = useLiveState();
  useEffect(() => setConnection(status), [status]);
  useChanges((changes) => {
    for (const queryKey of changedKeys(changes)) void queries.invalidateQueries({ queryKey });
  });
  return null;
}

/** The kinds of things that are to be read again. */
export function changedKeys({ runs, approvals, all }: Changes): readonly (readonly string[])[] {
  return [
    ...(all || runs.length > 0 ? [keys.runs] : []),
    ...(all ? [["run"]] : runs.map((run) => keys.run(run.id))),
    ...(all || approvals ? [keys.approvals, ["approval"]] : []),
  ];
}
