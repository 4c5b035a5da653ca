import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { keys } from "@/api/query";
import { cancelRuns as words } from "@/text/runs";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ErrorWords } from "@/ui/error-words";
import { Field, TextArea } from "@/ui/field";
import { toasts } from "@/ui/toasts";

interface CancelDialogProps {
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Cancelling names its reach in the button, and says what stays. */
export function CancelDialog({ ids, onClose, onDone }: CancelDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const cancelling = useMutation({
    mutationFn: () => cancelAll(ids, reason.trim()),
    onSuccess({ done, refused }) {
      void client.invalidateQueries({ queryKey: keys.runList });
      const text = refused === 0 ? words.done(done) : done === 0 ? words.ended : words.notAll(done, refused);
      toasts.show({ text, kind: done > 0 ? "cancelled" : "note" });
      onDone();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title(ids.length)}
      width="narrow"
      footer={
        <>
          <Button variant="danger-solid" disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {words.confirm(ids.length)}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <DialogBody className="flex flex-col gap-3">
        <p className="text-fg-2">{words.detail}</p>
        <Field
          label={words.reason}
          help={words.reasonHelp}
          optional
          error={cancelling.error instanceof ApiError ? <ErrorWords error={cancelling.error} /> : undefined}
        >
          {(field) => <TextArea {...field} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </DialogBody>
    </Dialog>
  );
}

/** One by one. A run that ended meanwhile is no failure: it is counted and said. */
async function cancelAll(ids: readonly string[], reason: string): Promise<{ done: number; refused: number }> {
  let done = 0;
  let refused = 0;
  for (const id of ids) {
    try {
      await ask(api.POST("/api/v1/runs/{run_id}/cancel", { params: { path: { run_id: id } }, body: { reason } }));
      done += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "run_ended") throw error;
      refused += 1;
    }
  }
  return { done, refused };
}
