import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Bot, ChevronDown, ChevronRight, Play } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";

import { can } from "@/api/boot";
import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { newIdempotencyKey } from "@/api/idempotency";
import { keys } from "@/api/query";
import type { AgentSummary } from "@/api/types";
import {
  bodyOf,
  emptyForm,
  errorsOf,
  fieldOfRefusal,
  StartKey,
  textOfSeconds,
  type StartErrors,
  type StartField,
  type StartForm,
} from "@/features/runs/start-form";
import { useAgents } from "@/features/runs/use-agents";
import { useLimits } from "@/features/runs/use-limits";
import { useTeams, type TeamListed } from "@/features/runs/use-teams";
import { WhoField } from "@/features/runs/who-field";
import { denied } from "@/text/denied";
import { start as words } from "@/text/runs";
import { Button, buttonClass } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ErrorWords } from "@/ui/error-words";
import { Field, TextArea, TextInput } from "@/ui/field";
import { EmptyState, ForbiddenState, LoadingRows } from "@/ui/states";

interface StartDialogProps {
  /** The agent that was meant, by id. */
  agent: string | null;
  /** Or the team. */
  team: string | null;
  onClose: () => void;
}

/** What was typed outlives a dialog that was closed by mistake. */
const kept = { draft: emptyForm };
const startKey = new StartKey(newIdempotencyKey);

/** Starts a run: an agent or a team and what it should do. */
export default function StartDialog({ agent, team, onClose }: StartDialogProps) {
  const agents = useAgents();
  const teams = useTeams();
  const ready = agents.data?.filter((each) => each.version !== null);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title}>
      {!can("runs:start") ? (
        <ForbiddenState title={words.forbidden}>{denied.startRun}</ForbiddenState>
      ) : ready === undefined ? (
        <DialogBody>{agents.error === null ? <LoadingRows rows={3} /> : <Refused error={agents.error} />}</DialogBody>
      ) : ready.length === 0 ? (
        <EmptyState
          icon={Bot}
          title={words.noAgents}
          acts={
            <Link to="/agents" onClick={onClose} className={buttonClass({ variant: "primary" })}>
              {words.toAgents}
            </Link>
          }
        >
          {words.noAgentsDetail}
        </EmptyState>
      ) : (
        <Form agents={ready} teams={teams} meant={meantOf(agent ?? "", team ?? "", ready)} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Who = Pick<StartForm, "agent" | "team">;

interface FormProps {
  agents: readonly AgentSummary[];
  teams: readonly TeamListed[];
  /** Who the page it was opened on is about. */
  meant: Who;
  onClose: () => void;
}

function Form({ agents, teams, meant, onClose }: FormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = useId();
  const [form, setForm] = useState(() => withWho(kept.draft, meant));
  const [errors, setErrors] = useState<StartErrors>({});
  const [more, setMore] = useState(form.deadline !== "" || form.steps !== "" || form.tokens !== "");
  const element = useRef<HTMLFormElement>(null);
  const limits = useLimits(form);

  const starting = useMutation({
    mutationFn: async () => {
      const body = bodyOf(form);
      const header = { "Idempotency-Key": startKey.for(body) };
      return ask(api.POST("/api/v1/runs", { body, params: { header } }));
    },
    onSuccess(run) {
      keep(emptyForm);
      startKey.spend();
      void client.invalidateQueries({ queryKey: keys.runList });
      onClose();
      void navigate({ to: "/runs/$runId", params: { runId: run.id } });
    },
    onError(error) {
      const field = error instanceof ApiError ? fieldOfRefusal(error) : undefined;
      if (field === undefined) return;
      setErrors({ [field]: error.message });
      if (field !== "agent" && field !== "input") setMore(true);
      focusField(element.current, field);
    },
  });
  const change = (part: Partial<StartForm>) => {
    const next = { ...form, ...part };
    keep(next);
    setForm(next);
    const now = errorsOf(next);
    // What was wrong stays said until it is right.
    setErrors(Object.fromEntries(Object.keys(errors).map((field) => [field, now[field as StartField]])));
  };
  const leave = (field: StartField) => setErrors({ ...errors, [field]: form[field] === "" ? undefined : errorsOf(form)[field] });
  const submit = () => {
    if (starting.isPending) return;
    const found = errorsOf(form);
    setErrors(found);
    const first = (Object.keys(found) as StartField[])[0];
    if (first === undefined) {
      starting.mutate();
      return;
    }
    if (first !== "agent" && first !== "input") setMore(true);
    focusField(element.current, first);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  const control = (field: StartField) => ({
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
    onBlur: () => leave(field),
  });
  const general = starting.error !== null && !(starting.error instanceof ApiError && fieldOfRefusal(starting.error) !== undefined);

  return (
    <form
      ref={element}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogBody className="flex flex-col gap-3">
        <WhoField form={form} agents={agents} teams={teams} error={errors.agent} onChange={change} onBlur={() => leave("agent")} />
        <Field label={words.input} required error={errors.input} help={words.inputHelp}>
          {(field) => <TextArea {...field} {...control("input")} rows={4} autoFocus />}
        </Field>
        <div>
          <Button
            variant="ghost"
            size="small"
            icon={more ? ChevronDown : ChevronRight}
            aria-expanded={more}
            aria-controls={`${id}-more`}
            className="-ml-2"
            onClick={() => setMore(!more)}
          >
            {more ? words.less : words.more}
          </Button>
        </div>
        {more && (
          <div id={`${id}-more`} className="grid gap-3 phone:grid-cols-3">
            <Field
              label={words.deadline}
              error={errors.deadline}
              help={words.deadlineHelp(textOfSeconds(limits.seconds))}
            >
              {(field) => <TextInput {...field} {...control("deadline")} />}
            </Field>
            <Field label={words.steps} error={errors.steps} help={words.stepsHelp(limits.steps)}>
              {(field) => <TextInput {...field} {...control("steps")} inputMode="numeric" />}
            </Field>
            <Field label={words.tokens} error={errors.tokens} help={words.tokensHelp(limits.tokens)}>
              {(field) => <TextInput {...field} {...control("tokens")} inputMode="numeric" />}
            </Field>
          </div>
        )}
        {general && <Refused error={starting.error} />}
      </DialogBody>
      <footer className="flex shrink-0 items-center gap-2 border-t border-line px-5 py-3">
        <Button variant="primary" type="submit" icon={Play} keys="Mod+Enter" aria-disabled={starting.isPending}>
          {starting.isPending ? words.starting : words.submit}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {words.cancel}
        </Button>
      </footer>
    </form>
  );
}

function Refused({ error }: { error: Error }) {
  const noAnswer = error instanceof ApiError && error.status === 0;
  return (
    <div role="alert" className="rounded-card bg-failed-bg px-3 py-2.5">
      <p className="font-medium text-failed-fg">{words.failed}</p>
      <p>{noAnswer ? words.noAnswer : <ErrorWords error={error} />}</p>
      {error instanceof ApiError && error.status !== 0 && (
        <p className="pt-1 font-mono text-12 text-fg-2">
          {error.code} · {error.requestId}
        </p>
      )}
    </div>
  );
}

function keep(form: StartForm): void {
  kept.draft = form;
}

/** Who is chosen at first: whom the page is about, or the only agent there is. */
function meantOf(agent: string, team: string, agents: readonly AgentSummary[]): Who {
  if (agent !== "" || team !== "") return { agent, team };
  return { agent: agents.length === 1 ? (agents[0]?.id ?? "") : "", team: "" };
}

function withWho(form: StartForm, who: Who): StartForm {
  return who.agent === "" && who.team === "" ? form : { ...form, ...who };
}

function focusField(form: HTMLFormElement | null, field: StartField): void {
  // After the field is drawn: it may be one of those that were folded away.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name=${field}]`)?.focus());
}
