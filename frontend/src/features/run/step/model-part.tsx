import { Block, Facts, type Fact } from "@/features/run/step/facts";
import { MachineText } from "@/features/run/step/machine-text";
import { OutputBlock } from "@/features/run/step/output-block";
import type { Chronicle } from "@/features/run/model/chronicle";
import { durationText } from "@/features/run/model/duration-text";
import { callName } from "@/features/run/model/names";
import { isEmptyText } from "@/features/run/model/story-item";
import { LiveWords } from "@/features/run/story/live-words";
import { isFree, isUnknown, readWords, writtenWords } from "@/features/spending/amounts";
import { CostText, unknownOf, WhyUnknown } from "@/features/spending/cost-value";
import type { StepView, UsageView } from "@/live/fold/view";
import { panel as words } from "@/text/run";
import { spending } from "@/text/spending";
import { ForeignText } from "@/ui/foreign-text";
import { Duration } from "@/ui/time";

interface ModelPartProps {
  runId: string;
  all: Chronicle;
  step: StepView;
  /** The words so far, while they arrive. */
  partial: string;
  onOpen: (step: string) => void;
}

/** A model call: which model, how many tokens, how it ended, what it wrote and asked for. */
export function ModelPart({ runId, all, step, partial, onOpen }: ModelPartProps) {
  const calls = all.callsOf(step);
  return (
    <>
      <Facts facts={modelFacts(step)} />
      {!isEmptyText(step.reasoning) && (
        <Block title={words.reasoning}>
          <MachineText runId={runId} text={step.reasoning} />
        </Block>
      )}
      <Block title={words.text}>
        {step.state === "executing" ? (
          <LiveWords text={partial} />
        ) : isEmptyText(step.text) ? (
          <p className="text-12 text-fg-3">{words.noText}</p>
        ) : (
          <MachineText runId={runId} text={step.text} />
        )}
      </Block>
      {step.output !== null && <OutputBlock runId={runId} output={step.output} />}
      {calls.length > 0 && (
        <Block title={words.asked}>
          <ul className="flex flex-col gap-1">
            {calls.map((call) => (
              <li key={call.id}>
                <button type="button" onClick={() => onOpen(call.id)} className="rounded-chip text-left text-accent underline decoration-1 underline-offset-3">
                  <ForeignText text={callName(call)} />
                </button>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </>
  );
}

/** What is known of a model call in figures; also under the call that it proposed. */
export function modelFacts(step: StepView): (Fact | null)[] {
  return [
    { name: words.model, value: <Asked step={step} /> },
    { name: words.provider, value: <ForeignText text={step.provider} /> },
    ...tokenFacts(step.attempts.length === 0 ? null : step.usage),
    isFree(step.cost)
      ? null
      : {
          name: words.cost,
          value: (
            <>
              <CostText cost={step.cost} />
              {unknownOf(step.attempts).map((attempt) => (
                <WhyUnknown key={attempt.number} attempt={attempt} />
              ))}
            </>
          ),
        },
    step.finish_reason === null ? null : { name: words.finish, value: words.finishReasons[step.finish_reason] ?? step.finish_reason },
    { name: words.took, value: step.duration_ms === null ? <Duration since={step.ended_at === null ? step.started_at : null} /> : durationText(step.duration_ms) },
  ];
}

/** The model, and that it stands in for another one. */
function Asked({ step }: { step: StepView }) {
  return (
    <>
      <ForeignText text={step.model} />
      {step.target > 0 && <span className="block text-fg-3">{words.isFallback(step.target)}</span>}
    </>
  );
}

/** Null: nothing is known yet. Cached input and reasoning are parts of what stands before them. */
export function tokenFacts(usage: UsageView | null): (Fact | null)[] {
  if (usage === null) return [];
  return [
    { name: words.tokensRead, value: readWords(usage) },
    { name: words.tokensWritten, value: writtenWords(usage) },
    usage.unknown > 0 && !isUnknown(usage) ? { name: words.tokensMissing, value: spending.unknownFor(usage.unknown) } : null,
  ];
}
