import { Countdown } from "@/features/run/countdown";
import { Block, Facts } from "@/features/run/step/facts";
import { tokenFacts } from "@/features/run/step/model-part";
import { durationText } from "@/features/run/model/duration-text";
import { askedIn, askedNext, modelRowName } from "@/features/run/model/names";
import { particulars, reasonFor, reasonForTry } from "@/features/run/model/problem";
import { nextTryAfter } from "@/features/run/model/tries";
import { CostText, WhyUnknown } from "@/features/spending/cost-value";
import type { AttemptView, CallView, RunView, StepView } from "@/live/fold/view";
import { panel as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";
import { Clock } from "@/ui/time";
import { Status } from "@/ui/status";

/** Every try of a model call: who was asked, what came of it, what it used, and what Baton did then. */
export function TriesOfModel({ view, step }: { view: RunView; step: StepView }) {
  if (step.attempts.length === 0) return <p className="pt-3 text-12 text-fg-3">{words.noTries}</p>;
  const last = step.attempts[step.attempts.length - 1];
  const next = last === undefined ? null : nextTryAfter(view, step, last);
  return (
    <>
      {step.attempts.map((attempt) => (
        <Block key={attempt.number} title={words.tryOf(attempt.number)} tools={<Status of="step" status={attempt.state} className="text-12" />}>
          <p className="text-12 wrap-anywhere text-fg-2 tabular-nums">
            <AskedIn view={view} step={step} attempt={attempt} />
          </p>
          {attempt.code !== null && <Why attempt={attempt} code={attempt.code} />}
          <Used attempt={attempt} />
          {attempt.state === "failed" && (attempt !== last || next === null) && <p className="mt-1 text-12 text-fg-2">{afterwards(view, step, attempt)}</p>}
        </Block>
      ))}
      {next !== null && last !== undefined && (
        <Block title={words.tryOf(next.number)}>
          {last.next !== null && <p className="text-12 text-fg-2">{afterwards(view, step, last)}</p>}
          <p className="text-12 text-fg-2">
            <Countdown next={next} />
          </p>
        </Block>
      )}
    </>
  );
}

function AskedIn({ view, step, attempt }: { view: RunView; step: StepView; attempt: AttemptView }) {
  const asked = askedIn(step, attempt);
  return (
    <>
      <b className="font-medium text-fg">
        <ForeignText text={modelRowName(view, asked)} />
      </b>{" "}
      {words.at(asked.provider)}, <Clock at={attempt.at} seconds />
      {attempt.duration_ms !== null && `, ${words.tookTime(durationText(attempt.duration_ms))}`}
    </>
  );
}

function Why({ attempt, code }: { attempt: AttemptView; code: string }) {
  const said = particulars({ code, message: attempt.message ?? "", call: null });
  return (
    <p className="mt-1 text-12 wrap-anywhere">
      {reasonForTry(code)} <code className="text-fg-3">{code}</code>
      {said !== "" && (
        <span className="block text-fg-3">
          <ForeignText text={said} />
        </span>
      )}
    </p>
  );
}

function Used({ attempt }: { attempt: AttemptView }) {
  if (attempt.usage === null) return <p className="mt-1 text-12 text-fg-3">{words.nothingUsed}</p>;
  return (
    <Facts
      facts={[
        ...tokenFacts(attempt.usage),
        {
          name: words.cost,
          value: (
            <>
              <CostText cost={attempt.cost} />
              <WhyUnknown attempt={attempt} />
            </>
          ),
        },
      ]}
    />
  );
}

/** What Baton did after a try that failed. */
function afterwards(view: RunView, step: StepView, { retry_in_ms, next }: AttemptView): string {
  if (next !== null) return words.thenAsked(modelRowName(view, askedNext(step, next)), next.provider, next.target);
  if (retry_in_ms === null) return words.gaveUp;
  return retry_in_ms === 0 ? words.triedAtOnce : words.triedAgain(durationText(retry_in_ms));
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
