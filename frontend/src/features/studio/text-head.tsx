import type { Editor } from "@/features/studio/use-editor";
import { studio as words } from "@/text/studio";
import { Copy } from "@/ui/copy";
import { ErrorWords } from "@/ui/error-words";
import { ForeignText } from "@/ui/foreign-text";
import { useNow } from "@/ui/now";
import { traceClockWords } from "@/ui/time-words";

/** Above the text: what it is, and whether it is stored. */
export function TextHead({ editor }: { editor: Editor }) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-2.5 border-b border-line bg-sunken pr-2 pl-4 text-12 text-fg-3">
      <span className="truncate font-mono">
        <ForeignText text={editor.detail.name} />
      </span>
      <span className="min-w-0 truncate">{words.sameObject}</span>
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        <Copy text={editor.work.text} what={words.code} />
      </span>
    </div>
  );
}

/** Whether what is seen is stored, and since when. */
export function SaveState({ editor }: { editor: Editor }) {
  const now = useNow("minute");
  const { draft } = editor.detail;
  if (editor.saving) return <span>{words.saving}</span>;
  if (editor.unsaved) return <span className="text-approval-fg">{words.notSaved}</span>;
  return draft === null ? null : <span className="tabular-nums">{words.saved(traceClockWords(Date.parse(draft.updated_at), now))}</span>;
}

/** Why the draft could not be stored; it stays as it is, here. */
export function SaveFailed({ error }: { error: Error }) {
  return (
    <p role="alert" className="shrink-0 border-b border-line bg-failed-bg px-4 py-2 text-failed-fg phone:px-5">
      <ErrorWords error={error} before={words.saveFailed} />
    </p>
  );
}
