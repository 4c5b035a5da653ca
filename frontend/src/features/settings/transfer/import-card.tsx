import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileSearch, FileUp, X } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";

import { ApiError } from "@/api/errors";
import { Failure } from "@/features/settings/parts/failure";
import { call } from "@/features/settings/rest/call";
import { textOfFile } from "@/features/settings/transfer/files";
import type { ImportPlan, ImportProblem } from "@/features/settings/rest/shapes";
import { countsOf, problemsOf, startOfLine } from "@/features/settings/transfer/plan";
import { PlanView } from "@/features/settings/transfer/plan-view";
import { CodePane } from "@/features/studio/code-pane";
import { transfer as words } from "@/text/settings-transfer";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { toasts } from "@/ui/toasts";

/** A file in: read, planned, looked at, and only then taken over. */
export function ImportCard() {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [unreadable, setUnreadable] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const planning = useMutation({ mutationFn: (file: string) => call<ImportPlan>("post", "/import", { body: { text: file, apply: false } }) });
  const applying = useMutation({
    mutationFn: (file: string) => call<ImportPlan>("post", "/import", { body: { text: file, apply: true } }),
    onSuccess({ changes }) {
      const { new: made, changed } = countsOf(changes);
      toasts.show({ text: words.done(made + changed), kind: "succeeded" });
      // Everything that is built may be another now.
      void client.invalidateQueries();
    },
  });
  const plan = applying.data ?? planning.data;
  const isStale = planning.variables !== undefined && planning.variables !== text;
  const refusedProblems = applying.error instanceof ApiError ? problemsOf(applying.error.details) : [];
  const problems = isStale ? [] : refusedProblems.length > 0 ? refusedProblems : (plan?.problems ?? []);

  const write = (next: string) => {
    setText(next);
    setUnreadable(undefined);
  };
  const look = (file = text) => {
    if (file.trim() === "" || planning.isPending) return;
    applying.reset();
    planning.mutate(file);
  };
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    textOfFile(file).then(
      (found) => {
        write(found);
        look(found);
      },
      (error: unknown) => setUnreadable(error instanceof Error ? error.message : undefined),
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const goTo = (problem: ImportProblem) => {
    const at = startOfLine(text, problem.line) + Math.max(0, problem.column - 1);
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
    field.current?.parentElement?.querySelector(`[data-line="${problem.line}"]`)?.scrollIntoView({ block: "center" });
  };
  const clear = () => {
    write("");
    planning.reset();
    applying.reset();
  };
  const isPlanned = plan !== undefined && !isStale;
  return (
    <section aria-label={words.importTitle} className="flex shrink-0 flex-col gap-3 px-4 py-4 phone:px-5">
      <div>
        <h3 className="font-semibold">{words.importTitle}</h3>
        <p className="max-w-[720px] text-fg-2">{words.importAbout}</p>
      </div>
      <div onDragOver={(event) => event.preventDefault()} onDrop={drop} className="flex h-64 flex-col overflow-hidden rounded-card border border-line-control focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
        <CodePane field={field} text={text} label={words.text} onChange={write} problems={problems} invalid={problems.length > 0} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant={text === "" || isPlanned ? "plain" : "primary"} icon={FileSearch} disabled={text.trim() === ""} aria-disabled={planning.isPending} onClick={() => look()}>
          {planning.isPending ? words.planning : words.plan}
        </Button>
        <Button icon={FileUp} onClick={() => picker.current?.click()}>
          {words.choose}
        </Button>
        {text !== "" && (
          <Button variant="ghost" icon={X} onClick={clear}>
            {words.clear}
          </Button>
        )}
        <span className="text-12 text-fg-3">{text === "" && words.textHelp}</span>
        <input
          ref={picker}
          type="file"
          accept=".yaml,.yml,.baton,text/yaml,application/yaml,text/plain"
          aria-label={words.choose}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {unreadable !== undefined && (
        <p role="alert" className="text-danger">
          {unreadable}
        </p>
      )}
      {planning.error !== null && <Failure title={words.planFailed} error={planning.error} />}
      {applying.error !== null && refusedProblems.length === 0 && <Failure title={words.applyFailed} error={applying.error} />}
      {applying.error !== null && refusedProblems.length > 0 && (
        <p role="alert" className="text-danger">
          <ErrorWords error={applying.error} before={words.applyFailed} />
        </p>
      )}
      {plan !== undefined && (
        <PlanView
          plan={{ ...plan, problems }}
          isStale={isStale}
          busy={applying.isPending}
          onProblem={goTo}
          onApply={() => applying.mutate(text)}
          onAnother={clear}
        />
      )}
    </section>
  );
}
