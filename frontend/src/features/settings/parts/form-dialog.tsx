import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";

import { settings as words, unsaved } from "@/text/settings";
import { Button, type ButtonVariant } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";

interface FormDialogProps {
  title: string;
  note?: ReactNode;
  submit?: string;
  variant?: ButtonVariant;
  busy: boolean;
  /** Whether closing would lose something. */
  dirty: boolean;
  /** After a refusal that is about no field. */
  failure?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  form?: RefObject<HTMLFormElement | null>;
  /** Beside the buttons. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: Ctrl Enter sends it, and closing asks first when something would be lost. */
export function FormDialog({ title, note, submit = words.save, variant = "primary", busy, dirty, failure, onSubmit, onClose, form, foot, children }: FormDialogProps) {
  const [asks, setAsks] = useState(false);
  const own = useRef<HTMLFormElement>(null);
  const send = () => {
    if (!busy) onSubmit();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const close = () => {
    if (dirty && !asks) setAsks(true);
    else onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || close()} title={title} note={note}>
      <form
        ref={form ?? own}
        noValidate
        autoComplete="off"
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={keyDown}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DialogBody className="flex flex-col gap-3.5">
          {children}
          {failure}
        </DialogBody>
        <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-5 py-3">
          {asks ? (
            <div role="alert" className="flex flex-wrap items-center gap-2">
              <span className="pr-1 font-medium">{unsaved.ask}</span>
              <Button variant="danger" onClick={onClose}>
                {unsaved.discard}
              </Button>
              <Button variant="ghost" autoFocus onClick={() => setAsks(false)}>
                {unsaved.keep}
              </Button>
            </div>
          ) : (
            <>
              <Button variant={variant} type="submit" keys="Mod+Enter" aria-disabled={busy}>
                {busy ? words.saving : submit}
              </Button>
              <Button variant="ghost" onClick={close}>
                {words.cancel}
              </Button>
              {foot}
            </>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
