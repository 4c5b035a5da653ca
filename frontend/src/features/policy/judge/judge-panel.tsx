import { TriangleAlert } from "lucide-react";

import { can } from "@/api/boot";
import { useCommands } from "@/commands/use-commands";
import type { Editor } from "@/features/studio/use-editor";
import { CallFields } from "@/features/tools/call-fields";
import type { JsonObject } from "@/live/json";
import { denied } from "@/text/denied";
import { judge as words } from "@/text/policy";
import { groups } from "@/text/shell";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { Field, SelectInput } from "@/ui/field";
import { visible } from "@/ui/visible";

import { useJudging } from "../judge-context";
import { useToolSchemas } from "../use-tool-schemas";
import { JudgedView } from "./judged-view";
import { useJudge } from "./use-judge";

/** One call by hand, beside the rules. */
export function JudgePanel({ editor }: { editor: Editor }) {
  const { tool, setTool, setJudged } = useJudging();
  const tools = useToolSchemas(tool === "" ? [] : [tool]);
  const schema = tools.schemas.get(tool);
  return (
    <section aria-label={words.title} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <div>
        <h2 className="text-16 font-semibold">{words.title}</h2>
        <p className="text-12 text-fg-3">{words.note}</p>
      </div>
      {!can("agents:try") ? (
        <p className="text-fg-2">{denied.tryTools}</p>
      ) : (
        <>
          <Field label={words.tool} help={tools.names?.length === 0 ? words.noTools : undefined}>
            {(ids) => (
              <SelectInput
                {...ids}
                value={tool}
                className="font-mono"
                onChange={(event) => {
                  setTool(event.target.value);
                  setJudged(null);
                }}
              >
                <option value="">{words.chooseTool}</option>
                {tools.names?.map((name) => (
                  <option key={name} value={name}>
                    {visible(name)}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          {tool !== "" && schema !== undefined && <Call key={tool} editor={editor} schema={schema} />}
        </>
      )}
    </section>
  );
}

/** The same as a page of its own, where there is no room beside the rules. */
export function JudgeTab({ editor }: { editor: Editor }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[640px] flex-col">
        <JudgePanel editor={editor} />
      </div>
    </div>
  );
}

function Call({ editor, schema }: { editor: Editor; schema: JsonObject }) {
  const judge = useJudge(editor, schema);
  useCommands([{ id: "policy.judge", name: words.submit, short: words.submitShort, keys: "Mod+Enter", group: groups.studio, inFields: true, run: judge.submit }]);
  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          judge.submit();
        }}
      >
        <CallFields schema={schema} texts={judge.call.texts} errors={judge.call.shown} onChange={judge.call.change} onLeave={judge.call.leave} />
        <div>
          <Button type="submit" keys="Mod+Enter" aria-disabled={judge.working}>
            {judge.working ? words.working : words.submit}
          </Button>
        </div>
      </form>
      {judge.error !== null && (
        <div role="alert" className="flex items-start gap-2 text-danger">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <ErrorWords error={judge.error} before={`${words.failed}:`} />
          </span>
        </div>
      )}
      {judge.result !== null && <JudgedView result={judge.result} values={judge.values} stale={judge.stale} />}
    </>
  );
}
