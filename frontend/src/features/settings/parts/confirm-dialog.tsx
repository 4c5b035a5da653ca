import type { ReactNode } from "react";

import { settings as words } from "@/text/settings";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";

interface ConfirmDialogProps {
  title: string;
  /** Names the thing and its reach. */
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Why it cannot be done; then there is nothing to confirm. */
  refused?: ReactNode;
  failure?: ReactNode;
  children: ReactNode;
}

/** A last question before what cannot be taken back. */
export function ConfirmDialog({ title, confirm, busy, onConfirm, onClose, refused, failure, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      width="narrow"
      footer={
        <>
          {refused === undefined && (
            <Button variant="danger-solid" disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
          <Button variant={refused === undefined ? "ghost" : "primary"} onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <DialogBody className="flex flex-col gap-3 text-fg-2">
        {refused ?? children}
        {failure}
      </DialogBody>
    </Dialog>
  );
}
