import { outages as words } from "@/text/shell";
import { useNow } from "@/ui/now";
import { runningWords } from "@/ui/time-words";

/** When a provider is asked again, counted down. */
export function NextTry({ at }: { at: string }) {
  const now = useNow("second");
  const left = Date.parse(at) - now;
  return (
    <span role="timer" className="tabular-nums">
      {left > 0 ? words.nextTry(runningWords(left)) : words.trying}
    </span>
  );
}
