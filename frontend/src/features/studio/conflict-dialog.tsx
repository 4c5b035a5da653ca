import { boot } from "@/api/boot";
import { DiffView } from "@/features/studio/diff-view";
import type { Conflict } from "@/features/studio/model/conflict";
import type { Editor } from "@/features/studio/use-editor";
import { conflict as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { useNow } from "@/ui/now";
import { agoWords } from "@/ui/time-words";
import { visible } from "@/ui/visible";

/** Somebody else was quicker: both texts, and which one goes on. Nothing is lost until one is chosen. */
export function ConflictDialog({ editor, conflict }: { editor: Editor; conflict: Conflict }) {
  const now = useNow("minute");
  const name = conflict.by === null ? null : visible(conflict.by.name);
  const isMine = conflict.by !== null && conflict.by.id === boot().person?.id;
  const detail = isMine && conflict.at !== null ? words.detailYou(agoWords(Date.parse(conflict.at), now)) : name === null || conflict.at === null ? words.detailNobody : words.detail(name, agoWords(Date.parse(conflict.at), now));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || editor.closeConflict()}
      title={words.title}
      width="wide"
      initialFocus="dialog"
      footer={
        <>
          <Button variant="primary" aria-disabled={editor.saving} onClick={editor.keepMine}>
            {words.keepMine}
          </Button>
          <Button onClick={editor.takeTheirs}>{isMine ? words.takeStored : words.takeTheirs}</Button>
          <Button variant="ghost" onClick={editor.closeConflict}>
            {words.later}
          </Button>
        </>
      }
    >
      <DialogBody className="flex flex-col gap-3">
        <p className="text-fg-2">{detail}</p>
        <DiffView
          before={conflict.theirs}
          after={conflict.mine}
          beforeName={name === null || isMine ? words.theirsNobody : words.theirs(name)}
          afterName={words.mine}
        />
      </DialogBody>
    </Dialog>
  );
}
