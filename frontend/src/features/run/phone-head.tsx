import { tokensText } from "@/features/run/run-facts";
import { RunState } from "@/features/run/run-state";
import { costWords } from "@/features/spending/amounts";
import type { RunView } from "@/live/fold/view";
import { header as words } from "@/text/run";

/** On a phone the header is one line: the state, and what was used. */
export function PhoneHead({ view }: { view: RunView }) {
  return (
    <div className="flex items-center justify-between gap-2 px-4 pt-3.5 phone:hidden">
      <RunState view={view} />
      <span className="text-12 whitespace-nowrap text-fg-3 tabular-nums">
        {words.tokensSum(tokensText(view))}
        {Object.keys(view.cost.amounts).length > 0 && `, ${costWords(view.cost)}`}
      </span>
    </div>
  );
}
