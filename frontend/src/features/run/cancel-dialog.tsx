import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import { useCommands } from "@/commands/use-commands";
import { shortId } from "@/features/run/model/curl";
import { cancel as words } from "@/text/run";
import { groups } from "@/text/shell";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ErrorWords } from "@/ui/error-words";
import { Field, TextArea } from "@/ui/field";

interface CancelDialogProps {
  runId: string;
  /** How many cards wait for a person. */
  pending: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Cancels the run, with a reason for the record; it says what that reaches. */
export function CancelDialog({ runId, pending, open, onOpenChange }: CancelDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title(shortId(runId))} width="narrow">
      {open && <CancelForm runId={runId} pending={pending} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function CancelForm({ runId, pending, onDone }: { runId: string; pending: number; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/runs/{run_id}/cancel", { params: { path: { run_id: runId } }, body: { reason } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.runs });
      onDone();
    },
  });
  const submit = () => {
    if (!cancel.isPending) cancel.mutate();
  };
  useCommands(
    [{ id: "run.cancel.submit", name: words.submit, keys: "Mod+Enter", group: groups.run, hidden: true, inFields: true, run: submit }],
    { modal: true },
  );
  return (
    <>
      <DialogBody className="flex flex-col gap-3">
        <p className="text-fg-2">{words.what}</p>
        {pending > 0 && <p className="text-fg-2">{words.cards(pending)}</p>}
        <Field
          label={words.reason}
          optional
          help={words.reasonHelp}
          error={cancel.error === null ? undefined : <ErrorWords error={cancel.error} before={words.failed} />}
        >
          {(ids) => <TextArea {...ids} autoFocus value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </DialogBody>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-5 py-3">
        <Button variant="danger-solid" keys="Mod+Enter" disabled={cancel.isPending} onClick={submit}>
          {words.submit}
        </Button>
        <Button onClick={onDone}>{words.keep}</Button>
      </footer>
    </>
  );
}
