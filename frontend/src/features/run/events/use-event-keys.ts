import { useCommands } from "@/commands/use-commands";
import { events as words } from "@/text/run-events";
import { groups } from "@/text/shell";

interface EventActs {
  readonly next: () => void;
  readonly previous: () => void;
  readonly first: () => void;
  readonly last: () => void;
  readonly toggle: () => void;
  readonly search: () => void;
}

/** The keys of the Events tab, as in every list. */
export function useEventKeys({ next, previous, first, last, toggle, search }: EventActs): void {
  const hidden = { group: groups.run, hidden: true } as const;
  useCommands([
    { ...hidden, id: "events.next", name: words.next, short: words.nextShort, keys: ["J", "ArrowDown"], repeats: true, run: next },
    { ...hidden, id: "events.previous", name: words.previous, short: words.previousShort, keys: ["K", "ArrowUp"], repeats: true, run: previous },
    { ...hidden, id: "events.first", name: words.first, short: words.firstShort, keys: "Home", run: first },
    { ...hidden, id: "events.last", name: words.last, short: words.lastShort, keys: "End", run: last },
    { ...hidden, id: "events.toggle", name: words.toggle, short: words.toggleShort, keys: ["Space", "Enter"], run: toggle },
    { id: "events.search", name: words.search, short: words.searchShort, keys: "/", group: groups.run, run: search },
  ]);
}
