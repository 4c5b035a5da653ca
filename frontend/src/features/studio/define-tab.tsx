import clsx from "clsx";
import { useMemo, useRef, useState, type ReactNode } from "react";

import { useCommands } from "@/commands/use-commands";
import { BlocksContext } from "@/features/studio/blocks";
import { CodePane } from "@/features/studio/code-pane";
import type { Mode } from "@/features/studio/mode";
import type { Detail } from "@/features/studio/model/shapes";
import { fieldAt, fieldsOf, linesOf, placed } from "@/features/studio/model/yaml-lines";
import { ProblemList } from "@/features/studio/problem-list";
import type { StudioKind } from "@/features/studio/studio-page";
import { DraftChip } from "@/features/studio/studio-head";
import { TextHead } from "@/features/studio/text-head";
import type { Editor } from "@/features/studio/use-editor";
import { useProblems } from "@/features/studio/use-problems";
import { groups } from "@/text/shell";
import { studio as words } from "@/text/studio";
import { Panel } from "@/ui/panel";
import { useMedia } from "@/ui/use-media";

interface DefineTabProps<D extends Detail> {
  kind: StudioKind<D>;
  editor: Editor<D>;
  mode: Mode;
}

/** Form and text of the same object, and what is wrong with it. */
export function DefineTab<D extends Detail>({ kind, editor, mode }: DefineTabProps<D>) {
  const { Form, Notice, Side } = kind;
  const [current, enter] = useState("");
  const form = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  // Over a text that cannot be read the form would write what it last said, and the text would be gone.
  const shown = editor.work.readable ? editor : { ...editor, readOnly: editor.readOnly ?? words.unreadable };
  const hasSide = useMedia("(width >= 1180px)");
  const fields = useMemo(() => fieldsOf(editor.work.text), [editor.work.text]);
  const blocks = useMemo(() => ({ current, enter }), [current]);
  const found = useMemo(() => placed(editor.problems, fields), [editor.problems, fields]);
  const problems = useProblems({ problems: found, form, text });
  useCommands([
    { id: "studio.problem.next", name: words.nextProblem, short: words.nextProblemShort, keys: "F8", group: groups.studio, hidden: true, inFields: true, run: () => problems.step(1) },
    { id: "studio.problem.previous", name: words.previousProblem, short: words.previousProblemShort, keys: "Shift+F8", group: groups.studio, hidden: true, inFields: true, run: () => problems.step(-1) },
  ]);
  const list = <ProblemList problems={found} current={problems.current} onOpen={problems.open} />;
  const code = (
    <>
      <TextHead editor={editor} />
      <CodePane
        field={text}
        text={editor.work.text}
        label={words.codeLabel(editor.detail.name)}
        onChange={editor.readOnly === undefined ? editor.write : undefined}
        onLine={(line) => enter(fieldAt(fields, line)?.pointer ?? "")}
        problems={found}
        block={current === "" ? undefined : linesOf(fields, current)}
        invalid={editor.problems.length > 0}
      />
      {list}
    </>
  );
  if (mode === "text" || Form === undefined) return <div className="flex min-h-0 flex-1 flex-col short:min-h-80">{code}</div>;
  return (
    <BlocksContext value={blocks}>
      <div className="flex min-h-0 flex-1 short:min-h-80">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div ref={form} className="@container min-h-0 flex-1 scroll-py-4 overflow-y-auto pb-2">
            <Notes editor={editor} />
            <div className={clsx("pt-2", mode === "form" && kind.isWide !== true && "max-w-[860px]")}>
              {Notice !== undefined && <Notice editor={editor} />}
              <Form editor={shown} />
            </div>
          </div>
          {mode === "form" && list}
        </div>
        {mode === "both" && (
          <Panel id={`studio-text-${editor.shelf.kind}`} label={words.code} side="right" initial={520} least={320} most={860}>
            {code}
          </Panel>
        )}
        {mode === "form" && Side !== undefined && hasSide && (
          <Panel id={`studio-side-${editor.shelf.kind}`} label={words.code} side="right" initial={388} least={300} most={640}>
            <Side editor={editor} />
          </Panel>
        )}
      </div>
    </BlocksContext>
  );
}

/** Why nothing can be changed, and that the form is behind the text. They scroll away with the form. */
function Notes({ editor }: { editor: Editor }) {
  return (
    <>
      {editor.readOnly !== undefined && (
        <Note>
          <span className="phone:hidden">
            <DraftChip editor={editor} />
          </span>
          {editor.readOnly}
        </Note>
      )}
      {!editor.work.readable && <Note>{words.unreadable}</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-5 py-2 text-12 text-fg-2">
      {children}
    </div>
  );
}
