import clsx from "clsx";
import { useEffect, useRef } from "react";

import type { ConnectionForm } from "@/features/settings/connections/connection-form";
import { fieldToBlame, tokensOf } from "@/features/settings/connections/try-form";
import type { TryFailure, TryOutcome } from "@/features/settings/rest/shapes";
import { connections, tryIt as words } from "@/text/settings-connections";
import { ForeignText } from "@/ui/foreign-text";
import { StatusShape } from "@/ui/status-shape";
import { durationWords } from "@/ui/time-words";

interface TryAnswerProps {
  answer: TryOutcome;
  /** What it was sent with. */
  form: ConnectionForm;
  isStale: boolean;
}

/** What came back, or why nothing did. */
export function TryAnswer({ answer, form, isStale }: TryAnswerProps) {
  const tone = answer.ok ? "succeeded" : "failed";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may come below what is seen; what is wrong with a field leads to that field instead.
    if (answer.ok) box.current?.scrollIntoView({ block: "nearest" });
  }, [answer]);
  return (
    <div ref={box} className={clsx("rounded-card px-3 py-2.5", answer.ok ? "bg-succeeded-bg" : "bg-failed-bg")}>
      <p className={clsx("flex flex-wrap items-center gap-x-2 font-medium", answer.ok ? "text-succeeded-fg" : "text-failed-fg")}>
        <StatusShape tone={tone} size={16} />
        {answer.ok ? words.works : words.fails}
        {answer.ok && (
          <span className="font-normal tabular-nums">
            {words.took(durationWords(answer.duration_ms), tokensOf(answer.usage))}
            {words.by(answer.model)}
          </span>
        )}
        {!answer.ok && <span className="font-mono text-12 font-normal">{answer.code}</span>}
      </p>
      {answer.ok ? (
        <div className="pt-1">{answer.reply === "" ? words.empty : <ForeignText block text={answer.reply} />}</div>
      ) : (
        <p className="pt-1 wrap-anywhere">
          <ForeignText text={answer.message} strictness="prose" /> {answer.hint !== "" && answer.hint} {blamed(answer, form)}
        </p>
      )}
      {isStale && <p className="pt-1 text-12">{words.stale}</p>}
    </div>
  );
}

function blamed(answer: TryFailure, form: ConnectionForm): string {
  const field = fieldToBlame(answer, form);
  if (field === undefined) return "";
  return words.lookAt(field === "model" ? words.model : connections.fields[field]);
}
