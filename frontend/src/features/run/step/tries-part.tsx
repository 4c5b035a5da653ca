import { Block } from "@/features/run/step/facts";
import { durationText } from "@/features/run/model/duration-text";
import { particulars, reasonFor } from "@/features/run/model/problem";
import type { AttemptView, CallView, StepView } from "@/live/fold/view";
import { panel as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";
import { Clock } from "@/ui/time";
import { Status } from "@/ui/status";

/** Every try of a model call, the failed ones with why and what came after. */
export function TriesOfModel({ step }: { step: StepView }) {
  if (step.attempts.length === 0) return <p className="pt-3 text-12 text-fg-3">{words.noTries}</p>;
  return step.attempts.map((attempt) => (
    <Block key={attempt.number} title={words.tryOf(attempt.number)} tools={<Status of="step" status={attempt.state} className="text-12" />}>
      <p className="text-12 text-fg-2 tabular-nums">
        <Clock at={attempt.at} seconds />
        {attempt.duration_ms !== null && `, ${durationText(attempt.duration_ms)}`}
        {attempt.retry_in_ms !== null && `, ${words.retryIn(durationText(attempt.retry_in_ms))}`}
      </p>
      {attempt.code !== null && <Why attempt={attempt} code={attempt.code} />}
    </Block>
  ));
}

function Why({ attempt, code }: { attempt: AttemptView; code: string }) {
  const said = particulars({ code, message: attempt.message ?? "", call: null });
  return (
    <p className="mt-1 text-12 wrap-anywhere">
      {reasonFor(code)?.why} <code className="text-fg-3">{code}</code>
      {said !== "" && (
        <span className="block text-fg-3">
          <ForeignText text={said} />
        </span>
      )}
    </p>
  );
}

/** The executions of a tool call: almost always one, and never one that is not said. */
export function TriesOfCall({ call }: { call: CallView }) {
  if (call.started_at === null) return <p className="pt-3 text-12 text-fg-3">{words.noTries}</p>;
  return (
    <Block title={words.execution(Math.max(1, call.execution))} tools={<Status of="call" status={call.state} className="text-12" />}>
      <p className="text-12 text-fg-2 tabular-nums">
        <Clock at={call.started_at} seconds />
        {call.duration_ms !== null && `, ${durationText(call.duration_ms)}`}
      </p>
      {call.code !== null && (
        <p className="mt-1 text-12 wrap-anywhere">
          {reasonFor(call.code)?.why} <code className="text-fg-3">{call.code}</code>
        </p>
      )}
    </Block>
  );
}
