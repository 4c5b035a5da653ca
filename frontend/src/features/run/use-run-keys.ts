import { useCommands } from "@/commands/use-commands";
import type { Command } from "@/commands/command";
import type { RunDesk } from "@/features/run/use-run-desk";
import { acts as words, run as names } from "@/text/run";
import { groups } from "@/text/shell";

interface RunKeys {
  desk: RunDesk;
  focusFind: () => void;
  onNoTrouble: () => void;
  /** Enter decides where something waits; else it opens the step. */
  enterDecides: boolean;
  more: readonly Command[];
}

/** The keys of the run view, the same in every tab. */
export function useRunKeys({ desk, focusFind, onNoTrouble, enterDecides, more }: RunKeys): void {
  const { place, find, move, openCurrent } = desk;
  const group = groups.run;
  const tabs = place.tabs.map<Command>((tab, index) => ({
    id: `run.tab.${tab}`,
    name: words.tab(names.tabs[tab]),
    short: words.tabShort(names.tabs[tab]),
    keys: String(index + 1),
    group,
    run: () => place.goTo(tab),
  }));
  const searching = () => find.text !== "" || words.noFind;
  useCommands([
    ...more,
    ...tabs,
    { id: "run.find", name: words.find, short: words.findShort, keys: "/", group, run: focusFind },
    { id: "run.hit.next", name: words.nextHit, short: words.nextHitShort, keys: "N", group, hidden: true, repeats: true, allowed: searching, run: () => find.next(1) },
    { id: "run.hit.previous", name: words.previousHit, short: words.previousHitShort, keys: "Shift+N", group, hidden: true, repeats: true, allowed: searching, run: () => find.next(-1) },
    {
      id: "run.trouble",
      name: words.nextTrouble,
      short: words.nextTroubleShort,
      keys: "W",
      group,
      run: () => {
        if (!desk.goToTrouble()) onNoTrouble();
      },
    },
    { id: "run.next", name: words.next, short: words.nextShort, keys: "J", group, hidden: true, repeats: true, run: () => move(1) },
    { id: "run.previous", name: words.previous, short: words.previousShort, keys: "K", group, hidden: true, repeats: true, run: () => move(-1) },
    { id: "run.step.open", name: words.openStep, short: words.openStepShort, keys: enterDecides ? "Space" : ["Space", "Enter"], group, hidden: true, run: openCurrent },
    ...(place.step === null
      ? []
      : [{ id: "run.step.close", name: words.closeStep, short: words.closeStepShort, keys: "Escape", group, hidden: true, run: place.closeStep }]),
  ]);
}
