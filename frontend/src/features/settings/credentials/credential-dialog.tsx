import { useRef, useState } from "react";

import {
  bodyOfCredential,
  errorsOfCredential,
  formOf,
  hostOf,
  newCredential,
  PREFIXES,
  type CredentialErrors,
  type CredentialField,
  type CredentialForm,
} from "@/features/settings/credentials/credential-form";
import { SecretField } from "@/features/settings/credentials/secret-field";
import type { Side } from "@/features/settings/parts/conflict";
import { ConflictView } from "@/features/settings/parts/conflict-view";
import { Failure } from "@/features/settings/parts/failure";
import { focusField } from "@/features/settings/parts/focus-field";
import { FormDialog } from "@/features/settings/parts/form-dialog";
import { fieldOf } from "@/features/settings/rest/refusal";
import type { Credential } from "@/features/settings/rest/shapes";
import { useSave } from "@/features/settings/rest/use-save";
import { conflict as both, settings } from "@/text/settings";
import { credentials as words } from "@/text/settings-credentials";
import { Field, SelectInput, TextInput } from "@/ui/field";

const FIELDS: Readonly<Record<string, CredentialField>> = {
  name: "name",
  host: "host",
  header: "header",
  prefix: "prefix",
  secret_variable: "variable",
  value: "value",
};

/** Makes a credential or changes one; what is stored of the value is never in the form. */
export function CredentialDialog({ credential, onClose }: { credential: Credential | null; onClose: () => void }) {
  const [begun] = useState(() => (credential === null ? newCredential : formOf(credential)));
  const [form, setForm] = useState<CredentialForm>(begun);
  const [errors, setErrors] = useState<CredentialErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const { save, busy, error, conflict, reread } = useSave<Credential>("/credentials", credential, onClose);
  const refusedField = fieldOf(error, FIELDS);
  const set = (changes: Partial<CredentialForm>) => {
    const next = { ...form, ...changes };
    setForm(next);
    const found = errorsOfCredential(next, credential);
    setErrors(Object.fromEntries(Object.entries(found).filter(([field]) => errors[field as CredentialField] !== undefined)));
  };
  const submit = (wanted = form) => {
    const found = errorsOfCredential(wanted, credential);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) save(bodyOfCredential(wanted));
    else focusField(element.current, first);
  };
  const leave = (field: CredentialField) => {
    if (form[field] !== "") setErrors({ ...errors, [field]: errorsOfCredential(form, credential)[field] });
  };
  const errorOf = (field: CredentialField) => errors[field] ?? (refusedField === field ? error?.message : undefined);
  const control = (field: CredentialField) => ({
    name: field,
    value: form[field],
    onBlur: () => leave(field),
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  const prefixes = PREFIXES.some((each) => each === form.prefix) ? PREFIXES : [...PREFIXES, form.prefix];
  const movesHost = credential !== null && credential.source === "stored" && hostOf(form.host) !== credential.host;
  return (
    <FormDialog
      title={credential?.name ?? words.newTitle}
      busy={busy}
      dirty={JSON.stringify(form) !== JSON.stringify(begun)}
      form={element}
      onSubmit={submit}
      onClose={onClose}
      failure={error !== null && refusedField === undefined && <Failure title={settings.notSaved} error={error} />}
    >
      {conflict !== undefined && (
        <ConflictView
          name={conflict.name}
          names={words.fields}
          theirs={formOf(conflict)}
          mine={form}
          show={shownInConflict}
          busy={busy}
          onSave={(chosen) => {
            const next = { ...form, ...chosen };
            setForm(next);
            submit(next);
          }}
          onTakeTheirs={() => {
            void reread();
            onClose();
          }}
        />
      )}
      <Field label={words.name} required error={errorOf("name")} help={words.nameHelp}>
        {(ids) => <TextInput {...ids} {...control("name")} autoFocus={credential === null} spellCheck={false} />}
      </Field>
      <Field label={words.host} required error={errorOf("host")} help={movesHost ? words.hostChanged(credential.host) : words.hostHelp}>
        {(ids) => <TextInput {...ids} {...control("host")} className="font-mono" spellCheck={false} inputMode="url" />}
      </Field>
      <div className="grid gap-3 phone:grid-cols-2">
        <Field label={words.header} required error={errorOf("header")}>
          {(ids) => <TextInput {...ids} {...control("header")} className="font-mono" spellCheck={false} />}
        </Field>
        <Field label={words.prefix} error={errorOf("prefix")}>
          {(ids) => (
            <SelectInput {...ids} {...control("prefix")}>
              {prefixes.map((each) => (
                <option key={each} value={each}>
                  {words.prefixes[each] ?? words.ownPrefix(each)}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      </div>
      <Field label={words.source}>
        {(ids) => (
          <SelectInput {...ids} {...control("source")}>
            <option value="stored">{words.sources.stored}</option>
            <option value="environment">{words.sources.environment}</option>
          </SelectInput>
        )}
      </Field>
      {form.source === "environment" ? (
        <Field label={words.variable} required error={errorOf("variable")} help={words.variableHelp}>
          {(ids) => <TextInput {...ids} {...control("variable")} className="font-mono" spellCheck={false} />}
        </Field>
      ) : (
        <SecretField credential={credential} form={form} error={errorOf("value")} control={control("value")} />
      )}
    </FormDialog>
  );
}

/** Of the value, neither side is shown. */
function shownInConflict(field: CredentialField, side: Side): string | undefined {
  if (field === "value") return side === "mine" ? both.secret : both.secretStored;
  return undefined;
}
