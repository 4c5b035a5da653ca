/** How long a part of a run took. A trace also tells apart what took less than a tenth of a second. */

import { time as words } from "@/text/common";
import { durationWords } from "@/ui/time-words";

export function durationText(milliseconds: number): string {
  if (milliseconds >= 100) return durationWords(milliseconds);
  return words.seconds((Math.max(10, milliseconds) / 1000).toFixed(2));
}
