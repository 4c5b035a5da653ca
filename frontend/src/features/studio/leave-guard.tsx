import { useBlocker } from "@tanstack/react-router";

import type { Editor } from "@/features/studio/use-editor";
import { leaving as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { visible } from "@/ui/visible";

/** Asks before what is not saved is left. Between the tabs of one thing nothing is lost, and nothing is asked. */
export function LeaveGuard({ editor }: { editor: Editor }) {
  const { unsaved } = editor;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  const { proceed, reset } = blocker;
  const saveAndLeave = async () => {
    if ((await editor.save()) === undefined) reset();
    else proceed();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || reset()}
      title={words.title}
      width="narrow"
      footer={
        <>
          <Button variant="primary" onClick={() => void saveAndLeave()}>
            {words.save}
          </Button>
          <Button variant="danger" onClick={proceed}>
            {words.leave}
          </Button>
          <Button variant="ghost" onClick={reset}>
            {words.stay}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p className="text-fg-2">{words.detail(visible(editor.shelf.single ? editor.shelf.words.title : editor.detail.name))}</p>
      </DialogBody>
    </Dialog>
  );
}
