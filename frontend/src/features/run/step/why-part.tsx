import { Block, Facts } from "@/features/run/step/facts";
import { MachineText } from "@/features/run/step/machine-text";
import { modelFacts } from "@/features/run/step/model-part";
import type { Chronicle } from "@/features/run/model/chronicle";
import { ruleText } from "@/features/run/model/names";
import { isEmptyText } from "@/features/run/model/story-item";
import { WhyBlock } from "@/features/run/story/why-block";
import { readableProblem } from "@/features/run/model/problem";
import type { CallView } from "@/live/fold/view";
import { panel as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";

interface WhyPartProps {
  runId: string;
  all: Chronicle;
  call: CallView;
  onOpen: (step: string) => void;
}

/** Why it was asked for and judged so: the rule, and the model call that proposed it. */
export function WhyPart({ runId, all, call, onOpen }: WhyPartProps) {
  const step = all.steps.get(call.step);
  const problem = readableProblem(call.problem) ?? (call.code === null ? null : { code: call.code, message: call.message ?? "", call: call.id });
  const rule = ruleText(call);
  return (
    <>
      {problem !== null && <WhyBlock problem={problem} find="" />}
      {call.outcome !== null && (
        <Block title={words.outcomes[call.outcome] ?? call.outcome}>
          <p className="text-12 text-fg-2">{rule === "" ? words.noRule : <ForeignText text={rule} />}</p>
        </Block>
      )}
      {step !== undefined && (
        <>
          <Block title={words.proposedBy}>
            <Facts facts={modelFacts(step)} />
            <button type="button" onClick={() => onOpen(step.id)} className="mt-1 rounded-chip text-12 text-accent underline decoration-1 underline-offset-3">
              {words.modelStep(step.model, step.number)}
            </button>
          </Block>
          {!isEmptyText(step.reasoning) && (
            <Block title={words.reasoning}>
              <MachineText runId={runId} text={step.reasoning} />
            </Block>
          )}
          {!isEmptyText(step.text) && (
            <Block title={words.text}>
              <MachineText runId={runId} text={step.text} />
            </Block>
          )}
        </>
      )}
    </>
  );
}
