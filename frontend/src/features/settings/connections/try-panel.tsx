import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { can } from "@/api/boot";
import type { ConnectionField, ConnectionForm } from "@/features/settings/connections/connection-form";
import { TryAnswer } from "@/features/settings/connections/try-answer";
import { fieldToBlame, tryBodyOf } from "@/features/settings/connections/try-form";
import { Failure } from "@/features/settings/parts/failure";
import { call } from "@/features/settings/rest/call";
import type { Connection, TryOutcome } from "@/features/settings/rest/shapes";
import { tryIt as words } from "@/text/settings-connections";
import { Button } from "@/ui/button";
import { Field, TextArea, TextInput } from "@/ui/field";

interface TryPanelProps {
  form: ConnectionForm;
  connection: Connection | null;
  /** The stored key is used where none was typed and none was changed. */
  usesStoredKey: boolean;
  /** Whether the values above can be sent; otherwise it has marked what is wrong. */
  check: () => boolean;
  onBlame: (field: ConnectionField, message: string) => void;
}

/** One message with the values of the form: what is wrong is found before it is stored. */
export function TryPanel({ form, connection, usesStoredKey, check, onBlame }: TryPanelProps) {
  const [model, setModel] = useState("");
  const [message, setMessage] = useState<string>(words.first);
  const [errors, setErrors] = useState<{ model?: string; message?: string }>({});
  const trying = useMutation({
    mutationFn: (sent: ConnectionForm) => call<TryOutcome>("post", "/connections/try", { body: tryBodyOf(sent, connection, usesStoredKey, model, message) }),
    onSuccess(answer, sent) {
      if (answer.ok) return;
      const field = fieldToBlame(answer, sent);
      if (field === "model") setErrors({ model: answer.message });
      else if (field !== undefined) onBlame(field, answer.code === "authentication" ? `${words.keyWrong} ${answer.message}` : answer.message);
    },
  });
  const send = () => {
    const found = {
      ...(model.trim() === "" && form.provider !== "scripted" ? { model: words.needModel } : {}),
      ...(message.trim() === "" ? { message: words.needMessage } : {}),
    };
    setErrors(found);
    if (check() && Object.keys(found).length === 0 && !trying.isPending) trying.mutate(form);
  };
  const keyDown = (event: KeyboardEvent) => {
    // Enter in a field of this part sends the message, not the form.
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    send();
  };
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 border-t border-line pt-4" onKeyDown={keyDown}>
      <div>
        <h3 className="font-medium">{words.title}</h3>
        <p className="text-12 text-fg-3">{can("agents:try") ? words.about : words.forbidden}</p>
      </div>
      {can("agents:try") && (
        <>
          {form.provider !== "scripted" && (
            <Field label={words.model} error={errors.model} help={words.modelHelp}>
              {(ids) => <TextInput {...ids} value={model} className="font-mono" spellCheck={false} onChange={(event) => setModel(event.target.value)} />}
            </Field>
          )}
          <Field label={words.message} error={errors.message}>
            {(ids) => <TextArea {...ids} rows={2} className="min-h-14" value={message} onChange={(event) => setMessage(event.target.value)} />}
          </Field>
          <div>
            <Button icon={Send} aria-disabled={trying.isPending} onClick={send}>
              {trying.isPending ? words.sending : words.send}
            </Button>
          </div>
          <div aria-live="polite">
            {trying.error !== null && <Failure title={words.fails} error={trying.error} />}
            {trying.data !== undefined && <TryAnswer answer={trying.data} form={trying.variables} isStale={trying.variables !== form} />}
          </div>
        </>
      )}
    </section>
  );
}
