import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "@/features/studio/api";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import { studioKeys } from "@/features/studio/keys";
import { withdraw as words } from "@/text/tools";
import { Field, TextArea } from "@/ui/field";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

export interface Withdrawing {
  id: string;
  name: string;
  version: number;
}

/** Stops every call of one version, also in runs under way; a new version is the only way back. */
export function WithdrawDialog({ id, name, version, onClose }: Withdrawing & { onClose: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (reason.trim() === "") {
      setMissing(true);
      return undefined;
    }
    return call("post", `/api/v1/tools/${encodeURIComponent(id)}/versions/${version}/withdraw`, { body: { reason: reason.trim() } }).then(() => {
      toasts.show({ text: words.done(visible(name), version) });
      return queries.invalidateQueries({ queryKey: studioKeys.all });
    });
  };
  return (
    <AskDialog title={words.title(visible(name), version)} submit={words.submit(version)} danger onSubmit={submit} onClose={onClose}>
      <p className="text-fg-2">{words.detail}</p>
      <Field label={words.reason} required help={words.reasonHelp} error={isMissing && reason.trim() === "" ? words.needReason : undefined}>
        {(ids) => <TextArea {...ids} autoFocus value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </AskDialog>
  );
}
