import { Check, X } from "lucide-react";

import { LongText } from "@/features/run/long-text";
import { spreadJson } from "@/features/run/model/spread-json";
import { Block } from "@/features/run/step/facts";
import type { OutputView, RungView } from "@/live/fold/view";
import { output as words } from "@/text/run-output";
import { Copy } from "@/ui/copy";
import { ForeignText } from "@/ui/foreign-text";

interface OutputBlockProps {
  runId: string;
  output: OutputView;
}

/** How a structured answer was read: each way that was tried, what came of it, and what the model was told. */
export function OutputBlock({ runId, output }: OutputBlockProps) {
  return (
    <>
      {output.value !== null && (
        <Block title={words.value} tools={typeof output.value === "string" ? <Copy text={spreadJson(output.value)} what={words.valueName} /> : undefined}>
          {typeof output.value === "string" ? (
            <pre className="rounded-control bg-sunken px-2.5 py-2">
              <ForeignText text={spreadJson(output.value)} block mono className="leading-[18px]" />
            </pre>
          ) : (
            <LongText runId={runId} text={output.value} most={1200} lines={24} mono className="rounded-control bg-sunken px-2.5 py-2" />
          )}
        </Block>
      )}
      <Block title={words.title}>
        <p className="text-12">{outcomeOf(output)}</p>
        {output.outcome === "refused" && output.message !== null && (
          <p className="mt-1 text-12 wrap-anywhere">
            <span className="text-fg-3">{words.told}: </span>
            <ForeignText text={output.message} /> <code className="text-fg-3">{output.problem}</code>
          </p>
        )}
        {output.words_around && <p className="mt-1 text-12 text-fg-2">{words.around}</p>}
        {output.coerced.length > 0 && (
          <p className="mt-1 text-12 wrap-anywhere text-fg-2">
            {words.coerced(output.coerced.length)} <code>{output.coerced.join(", ")}</code>
          </p>
        )}
        <ol aria-label={words.ways} className="mt-2 flex flex-col gap-1.5 border-t border-line pt-2 text-12">
          {output.rungs.map((rung, index) => (
            <RungLine key={index} rung={rung} />
          ))}
        </ol>
      </Block>
    </>
  );
}

function outcomeOf({ outcome, attempt }: OutputView): string {
  if (outcome === null) return words.reading;
  return outcome === "accepted" ? words.accepted : words.refused(attempt);
}

function RungLine({ rung: { rung, problem, message } }: { rung: RungView }) {
  const held = problem === null;
  const Icon = held ? Check : X;
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0 wrap-anywhere">
        {words.rungs[rung] ?? rung}
        <span className="text-fg-3">
          {": "}
          {held ? (rung === "contract" ? words.fits : words.held) : (words.problems[problem] ?? message)}
        </span>
        {!held && <code className="ml-1.5 text-fg-3">{problem}</code>}
      </span>
    </li>
  );
}
