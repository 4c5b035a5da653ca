import { Block, Facts, type Fact } from "@/features/run/step/facts";
import { MachineText } from "@/features/run/step/machine-text";
import type { Chronicle } from "@/features/run/model/chronicle";
import { durationText } from "@/features/run/model/duration-text";
import { callName } from "@/features/run/model/names";
import { isEmptyText } from "@/features/run/model/story-item";
import { LiveWords } from "@/features/run/story/live-words";
import type { StepView } from "@/live/fold/view";
import { panel as words } from "@/text/run";
import { number } from "@/text/plural";
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
    { name: words.model, value: <ForeignText text={step.model} /> },
    { name: words.provider, value: <ForeignText text={step.provider} /> },
    { name: words.tokens, value: tokensOf(step) },
    step.usage.reasoning > 0 ? { name: words.reasoningTokens, value: number(step.usage.reasoning) } : null,
    step.finish_reason === null ? null : { name: words.finish, value: words.finishReasons[step.finish_reason] ?? step.finish_reason },
    { name: words.took, value: step.duration_ms === null ? <Duration since={step.ended_at === null ? step.started_at : null} /> : durationText(step.duration_ms) },
  ];
}

function tokensOf({ usage, state }: StepView): string {
  if (state !== "succeeded" || (usage.unknown > 0 && usage.input === 0 && usage.output === 0)) return words.tokensUnknown;
  return words.tokensText(usage.input, usage.cached, usage.output);
}
