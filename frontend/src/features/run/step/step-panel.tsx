import { Link as LinkIcon, X } from "lucide-react";
import { useState, type ReactNode } from "react";

import { CallPart } from "@/features/run/step/call-part";
import { ModelPart } from "@/features/run/step/model-part";
import { PartTabs, type Part } from "@/features/run/step/part-tabs";
import { RawPart } from "@/features/run/step/raw-part";
import { TriesOfCall, TriesOfModel } from "@/features/run/step/tries-part";
import { WhyPart } from "@/features/run/step/why-part";
import type { Chronicle } from "@/features/run/model/chronicle";
import { modelRowName, workerName } from "@/features/run/model/names";
import { useStepEvents } from "@/features/run/use-step-events";
import type { CallView, StepView } from "@/live/fold/view";
import { act } from "@/text/common";
import { panel as words } from "@/text/run";
import { Button } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { EmptyState } from "@/ui/states";
import { Status } from "@/ui/status";
import { Clock } from "@/ui/time";

interface StepPanelProps {
  runId: string;
  all: Chronicle;
  /** The id of a model call, a tool call or an approval. */
  step: string;
  partial: string;
  onOpen: (step: string) => void;
  onClose: () => void;
  onCopyLink: () => void;
}

/** Everything of one step of the run. */
export function StepPanel(props: StepPanelProps) {
  const { all, step, onClose } = props;
  const call = all.calls.get(step) ?? all.calls.get(all.approvals.get(step)?.call ?? "");
  const model = all.steps.get(step);
  if (call !== undefined) return <CallPanel key={call.id} {...props} call={call} />;
  if (model !== undefined) return <ModelPanel key={model.id} {...props} model={model} />;
  return (
    <>
      <div className="flex justify-end p-2">
        <IconButton icon={X} label={act.close} keys="Escape" onClick={onClose} />
      </div>
      <EmptyState title={words.gone}>{words.goneDetail}</EmptyState>
    </>
  );
}

function CallPanel({ runId, all, call, onOpen, onClose, onCopyLink }: StepPanelProps & { call: CallView }) {
  const [part, setPart] = useState("call");
  const step = all.steps.get(call.step);
  const parts: Part[] = [
    { id: "call", name: words.parts.call },
    { id: "why", name: words.parts.why },
    { id: "tries", name: words.parts.tries, count: call.started_at === null ? 0 : Math.max(1, call.execution) },
    { id: "raw", name: words.parts.raw },
  ];
  return (
    <>
      <PanelHead
        name={call.tool}
        mono
        note={words.call(call.index + 1, step?.number ?? 0)}
        state={<Status of="call" status={call.state} form="chip" />}
        time={step?.ended_at ? <>{words.proposed} <Clock at={step.ended_at} seconds /></> : null}
        onClose={onClose}
      />
      <PartTabs label={words.partsLabel} parts={parts} current={part} onChoose={setPart}>
        {part === "call" && <CallPart runId={runId} all={all} call={call} />}
        {part === "why" && <WhyPart runId={runId} all={all} call={call} onOpen={onOpen} />}
        {part === "tries" && <TriesOfCall call={call} />}
        {part === "raw" && <Raw runId={runId} ids={[call.id, ...call.approvals]} seq={all.view.last_seq} />}
        <CopyLink onCopyLink={onCopyLink} />
      </PartTabs>
    </>
  );
}

function ModelPanel({ runId, all, model, partial, onOpen, onClose, onCopyLink }: StepPanelProps & { model: StepView }) {
  const [part, setPart] = useState("model");
  const parts: Part[] = [
    { id: "model", name: words.parts.model },
    { id: "tries", name: words.parts.tries, count: model.attempts.length },
    { id: "raw", name: words.parts.raw },
  ];
  return (
    <>
      <PanelHead
        name={modelRowName(all.view, model)}
        note={words.step(model.number, workerName(all.view, model.task))}
        state={<Status of="step" status={model.state} form="chip" />}
        time={<>{words.started} <Clock at={model.started_at} seconds /></>}
        onClose={onClose}
      />
      <PartTabs label={words.partsLabel} parts={parts} current={part} onChoose={setPart}>
        {part === "model" && <ModelPart runId={runId} all={all} step={model} partial={partial} onOpen={onOpen} />}
        {part === "tries" && <TriesOfModel view={all.view} step={model} />}
        {part === "raw" && <Raw runId={runId} ids={[model.id]} seq={all.view.last_seq} />}
        <CopyLink onCopyLink={onCopyLink} />
      </PartTabs>
    </>
  );
}

interface PanelHeadProps {
  name: string;
  mono?: boolean;
  note: string;
  state: ReactNode;
  time: ReactNode;
  onClose: () => void;
}

function PanelHead({ name, mono = false, note, state, time, onClose }: PanelHeadProps) {
  return (
    <header className="shrink-0 border-b border-line px-4 py-3">
      <div className="flex items-center gap-2">
        <h2 className={mono ? "truncate font-mono text-12 font-semibold" : "truncate text-13 font-semibold"} data-cut="">
          <ForeignText text={name} />
        </h2>
        <span className="truncate text-12 text-fg-3">{note}</span>
        <IconButton icon={X} label={act.close} keys="Escape" className="ml-auto" onClick={onClose} />
      </div>
      <div className="mt-1 flex items-center gap-2">
        {state}
        <span className="text-12 whitespace-nowrap text-fg-3">{time}</span>
      </div>
    </header>
  );
}

function Raw({ runId, ids, seq }: { runId: string; ids: readonly string[]; seq: number }) {
  const { events, failed } = useStepEvents(runId, ids, seq);
  return <RawPart events={events} failed={failed} />;
}

function CopyLink({ onCopyLink }: { onCopyLink: () => void }) {
  return (
    <div className="mt-4 flex">
      <Button variant="ghost" size="small" icon={LinkIcon} onClick={onCopyLink}>
        {words.copyLink}
      </Button>
    </div>
  );
}
