import { useMutation } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";

import { useCommands } from "@/commands/use-commands";
import { act } from "@/text/common";
import { groups } from "@/text/shell";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ErrorWords } from "@/ui/error-words";

interface AskDialogProps {
  title: string;
  submit: string;
  danger?: boolean;
  children: ReactNode;
  /** Said before the error's own words. */
  before?: string;
  /** What more there is to say of a refusal. */
  refused?: (error: Error) => ReactNode;
  width?: "narrow" | "medium" | "wide";
  /** What it does; it closes when that is done. Undefined where something is missing: then nothing happens. */
  onSubmit: () => Promise<unknown> | undefined;
  onClose: () => void;
}

/** One question before an act, and why the act failed. */
export function AskDialog({ title, submit, danger = false, children, before = "", refused, width = "narrow", onSubmit, onClose }: AskDialogProps) {
  const form = useId();
  const doing = useMutation({ mutationFn: (task: Promise<unknown>) => task, onSuccess: onClose });
  const go = () => {
    if (doing.isPending) return;
    const task = onSubmit();
    if (task !== undefined) doing.mutate(task);
  };
  useCommands([{ id: "studio.ask.submit", name: submit, keys: "Mod+Enter", group: groups.studio, hidden: true, inFields: true, run: go }], { modal: true });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      width={width}
      footer={
        <>
          <Button type="submit" form={form} variant={danger ? "danger-solid" : "primary"} keys="Mod+Enter" aria-disabled={doing.isPending}>
            {submit}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {act.cancel}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form
          id={form}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            go();
          }}
        >
          {children}
        </form>
        {doing.error !== null && (
          <div role="alert" className="mt-3 rounded-card bg-failed-bg px-3 py-2.5 text-failed-fg">
            <ErrorWords error={doing.error} before={before} />
            {refused?.(doing.error)}
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}
