import { useCommands } from "@/commands/use-commands";
import type { RunDesk } from "@/features/run/use-run-desk";
import type { AxisWindow } from "@/features/run/waterfall/use-window";
import { acts as words } from "@/text/run";
import { groups } from "@/text/shell";

interface WaterfallKeys {
  desk: RunDesk;
  axis: AxisWindow;
  onClock: () => void;
}

const CLOSER = 1.6;

/** The keys of the waterfall: a tree as everywhere, and its time. */
export function useWaterfallKeys({ desk, axis, onClock }: WaterfallKeys): void {
  const group = groups.run;
  const { rows, goTo, fold } = desk;
  const place = rows.findIndex((each) => each.row.id === desk.row);
  const seen = rows[place];
  const select = (index: number) => {
    const wanted = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (wanted !== undefined) goTo(wanted.row.id);
  };
  const around = seen?.row.bars[0]?.from;
  const hidden = { group, hidden: true, repeats: true } as const;
  useCommands([
    { ...hidden, id: "waterfall.down", name: words.next, short: words.nextShort, keys: "ArrowDown", run: () => select(place + 1) },
    { ...hidden, id: "waterfall.up", name: words.previous, short: words.previousShort, keys: "ArrowUp", run: () => select(place < 0 ? 0 : place - 1) },
    { ...hidden, id: "waterfall.first", name: words.first, short: words.firstShort, keys: "Home", run: () => select(0) },
    { ...hidden, id: "waterfall.last", name: words.last, short: words.lastShort, keys: "End", run: () => select(rows.length - 1) },
    {
      ...hidden,
      id: "waterfall.fold",
      name: words.fold,
      short: words.foldShort,
      keys: "ArrowLeft",
      run: () => {
        if (seen === undefined) select(0);
        else if (seen.unfolded === true) fold(seen.row.id);
        else if (seen.parent !== null) goTo(seen.parent);
      },
    },
    {
      ...hidden,
      id: "waterfall.unfold",
      name: words.unfold,
      short: words.unfoldShort,
      keys: "ArrowRight",
      run: () => {
        if (seen?.unfolded === false) fold(seen.row.id);
        else if (seen?.unfolded === true) select(place + 1);
      },
    },
    { id: "waterfall.closer", name: words.closer, short: words.closerShort, keys: ["+", "="], group, repeats: true, run: () => axis.zoom(CLOSER, around) },
    { id: "waterfall.farther", name: words.farther, short: words.fartherShort, keys: "-", group, repeats: true, run: () => axis.zoom(1 / CLOSER, around) },
    { id: "waterfall.fit", name: words.fit, short: words.fitShort, keys: "0", group, run: axis.fit },
    { ...hidden, id: "waterfall.earlier", name: words.earlier, short: words.earlierShort, keys: "Shift+ArrowLeft", run: () => axis.move(-0.2) },
    { ...hidden, id: "waterfall.later", name: words.later, short: words.laterShort, keys: "Shift+ArrowRight", run: () => axis.move(0.2) },
    { id: "waterfall.clock", name: words.clock, short: words.clockShort, keys: "T", group, run: onClock },
  ]);
}
