import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";

import { call } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import { toolShelf } from "@/features/studio/model/shelf";
import { openapi as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { Field, SelectInput, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { EmptyState } from "@/ui/states";
import { visible } from "@/ui/visible";

import { nameFault, NO_CHOICES, picked, possible, reads, shownOperations, withSelected, type OpenApiRead } from "../model/import-rows";
import { useVariables } from "../use-project-names";
import type { CreatedTool } from "./created-view";
import { OperationTable } from "./operation-table";

interface OperationsStepProps {
  document: string;
  read: OpenApiRead;
  onBack: () => void;
  onCreated: (tools: readonly CreatedTool[]) => void;
}

/** Which operations become tools, under which names, and where the service is. */
export function OperationsStep({ document, read, onBack, onCreated }: OperationsStepProps) {
  const queries = useQueryClient();
  const variables = useVariables();
  const [choices, setChoices] = useState(NO_CHOICES);
  const [filter, setFilter] = useState("");
  const [base, setBase] = useState("");
  const [faults, setFaults] = useState({ base: false, none: false });
  const body = useRef<HTMLDivElement>(null);
  const shown = shownOperations(read.operations, filter);
  const count = choices.selected.size;
  const creating = useMutation({
    mutationFn: () =>
      call<{ tools: readonly CreatedTool[] }>("post", "/api/v1/tools/openapi/import", {
        body: { document, base, operations: picked(read.operations, choices) },
      }),
    onSuccess(answer) {
      void queries.invalidateQueries({ queryKey: studioKeys.list(toolShelf) });
      onCreated(answer.tools);
    },
  });
  const select = (keys: readonly string[], on = true) => {
    setFaults({ ...faults, none: false });
    setChoices(withSelected(choices, keys, on));
  };
  const submit = () => {
    const wrong = { base: base === "", none: count === 0 };
    setFaults(wrong);
    const names = read.operations.some((each) => nameFault(each, read.operations, choices) !== undefined);
    if (wrong.base || wrong.none || names) {
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    } else if (!creating.isPending) creating.mutate();
  };
  return (
    <>
      <div ref={body} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="flex flex-col gap-4 px-4 py-4 phone:px-5">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <h2 className="text-16 font-semibold">
              <ForeignText text={words.found(read.title, read.version)} />
            </h2>
            <span className="text-fg-3">{words.operations(read.operations.length)}</span>
            <Button size="small" variant="ghost" className="ml-auto" onClick={onBack}>
              {words.back}
            </Button>
          </div>
          {read.problems.length > 0 && (
            <ul className="flex flex-col gap-1 rounded-card bg-approval-bg px-3 py-2 text-12 text-approval-fg">
              {read.problems.map((problem, index) => (
                <li key={index} className="flex items-start gap-1.5">
                  <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">
                    <ForeignText text={problem.message} strictness="prose" />
                  </span>
                </li>
              ))}
            </ul>
          )}
          <div className="grid items-start gap-3 split:grid-cols-2">
            <Field label={words.base} required help={words.baseHelp} error={faults.base ? words.needBase : undefined}>
              {(ids) => (
                <SelectInput
                  {...ids}
                  value={base}
                  onChange={(event) => {
                    setBase(event.target.value);
                    setFaults({ ...faults, base: false });
                  }}
                >
                  <option value="">{words.noBase}</option>
                  {variables?.map(({ name, value }) => (
                    <option key={name} value={name}>
                      {words.bindTo(name, value)}
                    </option>
                  ))}
                  {read.base_urls.map((url) => (
                    <option key={url} value={url}>
                      {words.asWritten(visible(url))}
                    </option>
                  ))}
                </SelectInput>
              )}
            </Field>
            <Field label={words.filter} help={words.filterHelp}>
              {(ids) => <TextInput {...ids} type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />}
            </Field>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" onClick={() => select(reads(read.operations))}>
              {words.selectReads(reads(read.operations).length)}
            </Button>
            <Button size="small" onClick={() => select(possible(shown))}>
              {words.selectShown}
            </Button>
            {count > 0 && (
              <Button size="small" variant="ghost" onClick={() => select([...choices.selected], false)}>
                {words.clear}
              </Button>
            )}
          </div>
        </div>
        {read.operations.length === 0 ? (
          <EmptyState title={words.none} />
        ) : shown.length === 0 ? (
          <p className="px-5 text-fg-3">{words.noMatch(filter)}</p>
        ) : (
          <OperationTable all={read.operations} shown={shown} choices={choices} onChoices={setChoices} onSelect={select} />
        )}
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 phone:px-5">
        <Button variant="primary" aria-disabled={creating.isPending} onClick={submit}>
          {creating.isPending ? words.creating : words.create(count)}
        </Button>
        {(faults.none || creating.error !== null) && (
          <span role="alert" className="min-w-0 text-danger wrap-anywhere">
            {creating.error === null ? words.needSome : <ErrorWords error={creating.error} before={`${words.notCreated}:`} />}
          </span>
        )}
      </footer>
    </>
  );
}
