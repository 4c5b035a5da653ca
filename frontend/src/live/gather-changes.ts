import type { Changes } from "./store";

/** Two sets of changes as one: of each run the newest. */
export function joinChanges(left: Changes, right: Changes): Changes {
  const runs = new Map(left.runs.map((run) => [run.id, run]));
  for (const run of right.runs) {
    if (run.seq >= (runs.get(run.id)?.seq ?? 0)) runs.set(run.id, run);
  }
  return {
    runs: [...runs.values()],
    approvals: left.approvals || right.approvals,
    all: left.all || right.all,
  };
}

export interface Gatherer {
  readonly add: (changes: Changes) => void;
  readonly stop: () => void;
}

/** Hands changes on at once, then at most every so often, joined. */
export function gatherChanges(tell: (changes: Changes) => void, everyMs: number): Gatherer {
  let waiting: Changes | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function pass(): void {
    timer = null;
    if (waiting === null) return;
    const changes = waiting;
    waiting = null;
    timer = setTimeout(pass, everyMs);
    tell(changes);
  }

  return {
    add: (changes) => {
      waiting = waiting === null ? changes : joinChanges(waiting, changes);
      if (timer === null) pass();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      waiting = null;
    },
  };
}
