import { Foldable } from "@/features/approvals/detail/foldable";
import { tryTool as words } from "@/text/tools";
import { ForeignText } from "@/ui/foreign-text";
import { StatusShape } from "@/ui/status-shape";
import { durationWords } from "@/ui/time-words";

import { bodyText, type RealTry } from "../model/tries";

/** What came back, as text; or why nothing did, and whether it may have arrived. */
export function RealView({ real }: { real: RealTry }) {
  const isAnswer = real.status !== undefined;
  const tone = !isAnswer ? (real.sent === true ? "attention" : "failed") : real.status < 400 ? "succeeded" : "failed";
  const title = !isAnswer
    ? real.sent === true
      ? words.failed
      : words.notSent
    : words.answered(real.status, durationWords(real.duration_ms ?? 0));
  return (
    <section role="status" aria-labelledby="real-title" className="flex flex-col gap-2">
      <h2 id="real-title" className="flex items-center gap-2 text-16 font-semibold">
        <StatusShape tone={tone} />
        {title}
      </h2>
      {isAnswer ? (
        <div className="rounded-card bg-sunken px-3 py-2.5">
          {real.body === undefined || real.body === "" ? (
            <span className="text-fg-3">{words.emptyAnswer}</span>
          ) : (
            <Foldable text={bodyText(real.body)} mono />
          )}
        </div>
      ) : (
        <p className="text-fg-2 wrap-anywhere">
          <ForeignText text={real.message ?? real.code ?? ""} strictness="prose" />
          {real.sent === true && ` ${words.maybeSent}`}
        </p>
      )}
      {real.truncated === true && <p className="text-12 text-fg-3">{words.cut}</p>}
    </section>
  );
}
