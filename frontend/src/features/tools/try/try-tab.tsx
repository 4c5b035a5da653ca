import { Sparkles, TriangleAlert } from "lucide-react";
import { useRef } from "react";

import { can } from "@/api/boot";
import { useCommands } from "@/commands/use-commands";
import type { Editor } from "@/features/studio/use-editor";
import { denied } from "@/text/denied";
import { groups } from "@/text/shell";
import { call as callWords, tryTool as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { ForbiddenState } from "@/ui/states";

import { CallFields } from "../call-fields";
import type { JsonObject } from "@/live/json";
import { schemaOf } from "../model/schema";
import { DryView } from "./dry-view";
import { RealView } from "./real-view";
import { useTry } from "./use-try";

/** The tool with arguments by hand: first what would be sent, then, if one wants it, the call itself. */
export function TryTab({ editor }: { editor: Editor }) {
  if (!can("agents:try")) return <ForbiddenState title={words.refused}>{denied.tryTools}</ForbiddenState>;
  return <Trying editor={editor} />;
}

function Trying({ editor }: { editor: Editor }) {
  const trying = useTry(editor);
  const form = useRef<HTMLFormElement>(null);
  // Where there is something to save or publish, that is the next act.
  const isNext = trying.dry === null && editor.detail.version !== null && editor.detail.draft === null && !editor.unsaved;
  const show = () => {
    trying.show();
    if (Object.keys(trying.call.errors).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    }
  };
  useCommands([{ id: "tool.try.show", name: words.dry, short: words.dryShort, keys: "Mod+Enter", group: groups.studio, inFields: true, run: show }]);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto split:flex-row split:overflow-hidden">
      <form
        ref={form}
        noValidate
        className="flex shrink-0 flex-col gap-4 border-b border-line p-5 split:w-[400px] split:overflow-y-auto split:border-r split:border-b-0"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <div>
          <h2 className="text-16 font-semibold">{callWords.title}</h2>
          <p className="text-12 text-fg-3">{words.note}</p>
        </div>
        <CallFields
          schema={schemaOf(editor.content as JsonObject)}
          texts={trying.call.texts}
          errors={trying.call.shown}
          onChange={trying.call.change}
          onLeave={trying.call.leave}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={isNext ? "primary" : "plain"} keys="Mod+Enter" aria-disabled={trying.working}>
            {trying.working ? words.working : trying.dry === null ? words.dry : words.again}
          </Button>
          <Button variant="ghost" icon={Sparkles} onClick={trying.call.fillExamples}>
            {words.examples}
          </Button>
        </div>
      </form>
      <div className="flex min-w-0 flex-1 flex-col gap-5 p-5 split:overflow-y-auto">
        {trying.error !== null && (
          <div role="alert" className="flex items-start gap-2 text-danger">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <ErrorWords error={trying.error} before={`${words.refused}:`} />
            </span>
          </div>
        )}
        {trying.dry === null && trying.error === null && <p className="m-auto max-w-[340px] text-center text-pretty text-fg-3">{editor.problems.length > 0 ? words.problems : words.explain}</p>}
        {trying.dry !== null && <DryView trying={trying} dry={trying.dry} effect={editor.content.effect} />}
        {trying.real !== null && <RealView real={trying.real} />}
      </div>
    </div>
  );
}
