import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { EndFields } from "@/features/settings/keys/end-fields";
import { endOf, errorsOfEnd, type KeyErrors, type KeyForm } from "@/features/settings/keys/key-form";
import { Failure } from "@/features/settings/parts/failure";
import { FormDialog } from "@/features/settings/parts/form-dialog";
import { call } from "@/features/settings/rest/call";
import type { ApiKey } from "@/features/settings/rest/shapes";
import { useReread } from "@/features/settings/rest/use-list";
import { settings } from "@/text/settings";
import { apiKeys as words } from "@/text/settings-keys";
import { now as serverNow } from "@/ui/now";
import { toasts } from "@/ui/toasts";

type EndForm = Pick<KeyForm, "end" | "day">;

/** Another end for a key. */
export function EndDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [form, setForm] = useState<EndForm>({ end: "90", day: "" });
  const [errors, setErrors] = useState<KeyErrors>({});
  const reread = useReread();
  const setting = useMutation({
    mutationFn: () => call("patch", `/api-keys/${apiKey.id}`, { body: { expires_at: endOf(form, serverNow()) }, version: apiKey.version }),
    onSuccess() {
      toasts.show({ text: words.saved(apiKey.name), kind: "succeeded" });
      void reread();
      onClose();
    },
    onError: () => void reread(),
  });
  const submit = () => {
    const found = errorsOfEnd(form, serverNow());
    setErrors(found);
    if (Object.keys(found).length === 0) setting.mutate();
  };
  return (
    <FormDialog
      title={words.endTitle(apiKey.name)}
      submit={words.save}
      busy={setting.isPending}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
      failure={setting.error !== null && <Failure title={settings.notSaved} error={setting.error} />}
    >
      <EndFields form={form} error={errors.day} onChange={(changes) => setForm({ ...form, ...changes })} />
    </FormDialog>
  );
}
