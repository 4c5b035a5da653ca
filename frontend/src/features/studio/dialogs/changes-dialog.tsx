import { DiffView } from "@/features/studio/diff-view";
import type { Editor } from "@/features/studio/use-editor";
import { changes as words } from "@/text/studio";
import { Dialog, DialogBody } from "@/ui/dialog";

/** What the draft changes in what is live. */
export function ChangesDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { detail, work } = editor;
  const before = detail.version === null ? words.nothingBefore : words.live(detail.version);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title} note={words.against(before, words.draft)} width="wide" initialFocus="dialog">
      <DialogBody>
        <DiffView before={detail.text ?? ""} after={work.text} beforeName={before} afterName={words.draft} />
      </DialogBody>
    </Dialog>
  );
}
