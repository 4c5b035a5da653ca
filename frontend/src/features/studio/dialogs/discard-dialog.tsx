import { dropDraft } from "@/features/studio/api";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import type { Editor } from "@/features/studio/use-editor";
import { studio as words } from "@/text/studio";
import { toasts } from "@/ui/toasts";

/** Throws the draft away, and what was not saved. */
export function DiscardDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { shelf, id, detail, work } = editor;
  const discard = async () => {
    if (detail.draft !== null) await dropDraft(shelf, id, work.revision);
    await editor.restart();
    toasts.show({ text: words.discarded });
  };
  return (
    <AskDialog title={words.discardTitle} submit={words.discardDo} danger onSubmit={discard} onClose={onClose}>
      <p className="text-fg-2">{words.discardDetail(detail.version ?? 0)}</p>
    </AskDialog>
  );
}
