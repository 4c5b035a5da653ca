import { ArchiveDialog } from "@/features/studio/dialogs/archive-dialog";
import { ChangesDialog } from "@/features/studio/dialogs/changes-dialog";
import { DiscardDialog } from "@/features/studio/dialogs/discard-dialog";
import { DuplicateDialog } from "@/features/studio/dialogs/duplicate-dialog";
import { PublishDialog } from "@/features/studio/dialogs/publish-dialog";
import { RollBackDialog } from "@/features/studio/dialogs/roll-back-dialog";
import type { Editor } from "@/features/studio/use-editor";

export type DialogName =
  | { readonly name: "publish" | "changes" | "discard" | "duplicate" | "archive" }
  | { readonly name: "roll-back"; readonly version: number };

interface OpenDialogProps {
  dialog: DialogName | null;
  editor: Editor;
  onClose: () => void;
}

/** The dialog that lies over the editor. */
export function OpenDialog({ dialog, editor, onClose }: OpenDialogProps) {
  switch (dialog?.name) {
    case undefined:
      return null;
    case "publish":
      return <PublishDialog editor={editor} onClose={onClose} />;
    case "changes":
      return <ChangesDialog editor={editor} onClose={onClose} />;
    case "discard":
      return <DiscardDialog editor={editor} onClose={onClose} />;
    case "duplicate":
      return <DuplicateDialog editor={editor} onClose={onClose} />;
    case "archive":
      return <ArchiveDialog editor={editor} onClose={onClose} />;
    case "roll-back":
      return <RollBackDialog editor={editor} version={dialog.version} onClose={onClose} />;
  }
}
