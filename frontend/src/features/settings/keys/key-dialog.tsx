import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { EndFields } from "@/features/settings/keys/end-fields";
import { endOf, errorsOfKey, grouped, newKeyForm, type KeyErrors, type KeyForm } from "@/features/settings/keys/key-form";
import { Failure } from "@/features/settings/parts/failure";
import { focusField } from "@/features/settings/parts/focus-field";
import { FormDialog } from "@/features/settings/parts/form-dialog";
import { call } from "@/features/settings/rest/call";
import { fieldOf } from "@/features/settings/rest/refusal";
import type { NewApiKey } from "@/features/settings/rest/shapes";
import { useReread } from "@/features/settings/rest/use-list";
import { settings } from "@/text/settings";
import { apiKeys as words, scopeWords } from "@/text/settings-keys";
import { Checkbox, Field, TextInput } from "@/ui/field";
import { now as serverNow } from "@/ui/now";

interface KeyDialogProps {
  /** What its maker may: a key does no more. */
  own: readonly string[];
  onMade: (key: NewApiKey) => void;
  onClose: () => void;
}

/** A new key: for whom, what it may, and until when. */
export function KeyDialog({ own, onMade, onClose }: KeyDialogProps) {
  const [form, setForm] = useState<KeyForm>(() => newKeyForm(own));
  const [errors, setErrors] = useState<KeyErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const reread = useReread();
  const making = useMutation({
    mutationFn: () => call<NewApiKey>("post", "/api-keys", { body: { name: form.name.trim(), scopes: form.scopes, expires_at: endOf(form, serverNow()) } }),
    onSuccess(made) {
      void reread();
      onMade(made);
    },
  });
  const refusedField = fieldOf(making.error, { name: "name", scopes: "scopes", expires_at: "day" } as const);
  const errorOf = (field: keyof KeyErrors) => errors[field] ?? (refusedField === field ? making.error?.message : undefined);
  const set = (changes: Partial<KeyForm>) => {
    const next = { ...form, ...changes };
    setForm(next);
    const found = errorsOfKey(next, serverNow());
    setErrors(Object.fromEntries(Object.entries(found).filter(([field]) => errors[field as keyof KeyErrors] !== undefined)));
  };
  const submit = () => {
    const found = errorsOfKey(form, serverNow());
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) making.mutate();
    else focusField(element.current, first);
  };
  return (
    <FormDialog
      title={words.newTitle}
      submit={words.make}
      busy={making.isPending}
      dirty={form.name !== ""}
      form={element}
      onSubmit={submit}
      onClose={onClose}
      failure={making.error !== null && refusedField === undefined && <Failure title={settings.notSaved} error={making.error} />}
    >
      <Field label={words.name} required error={errorOf("name")} help={words.nameHelp}>
        {(ids) => <TextInput {...ids} name="name" autoFocus value={form.name} onChange={(event) => set({ name: event.target.value })} />}
      </Field>
      <fieldset aria-describedby="scopes-note">
        <legend className="text-12 font-medium text-fg-2">{words.scopes}</legend>
        <p id="scopes-note" className={errorOf("scopes") === undefined ? "pb-2 text-12 text-fg-3" : "pb-2 text-12 text-danger"}>
          {errorOf("scopes") ?? words.scopesHelp}
        </p>
        <div className="flex flex-col gap-3">
          {grouped(own).map(([group, scopes]) => (
            <div key={group} className="grid gap-x-3 gap-y-1.5 phone:grid-cols-[96px_minmax(0,1fr)]">
              <span className="text-12 leading-5 text-fg-3">{words.groups[group]}</span>
              <div className="flex flex-col gap-1.5">
                {scopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    name="scopes"
                    label={scopeWords[scope] ?? scope}
                    checked={form.scopes.includes(scope)}
                    data-hint={scope}
                    onChange={(event) => set({ scopes: event.target.checked ? [...form.scopes, scope].sort() : form.scopes.filter((each) => each !== scope) })}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <EndFields form={form} error={errorOf("day")} onChange={set} />
    </FormDialog>
  );
}
