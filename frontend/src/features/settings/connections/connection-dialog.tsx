import { useRef, useState } from "react";

import { can } from "@/api/boot";
import { CapabilityFields } from "@/features/settings/connections/capability-fields";
import { modelsIn, saidIn } from "@/features/settings/connections/capability-text";
import {
  errorsOfConnection,
  errorsOfReach,
  formOfConnection,
  newConnection,
  PROVIDERS,
  touchesSecret,
  usualAddress,
  type ConnectionErrors,
  type ConnectionField,
  type ConnectionForm,
  type KeyFrom,
} from "@/features/settings/connections/connection-form";
import { OutageNote } from "@/features/settings/connections/health";
import { KeyFields } from "@/features/settings/connections/key-fields";
import { keyFieldOf } from "@/features/settings/connections/try-form";
import { PresetField } from "@/features/settings/connections/preset-field";
import { WayFields } from "@/features/settings/connections/way-fields";
import { TryPanel } from "@/features/settings/connections/try-panel";
import { useSaveConnection } from "@/features/settings/connections/use-save-connection";
import { ConflictView } from "@/features/settings/parts/conflict-view";
import { Failure } from "@/features/settings/parts/failure";
import { focusField } from "@/features/settings/parts/focus-field";
import { FormDialog } from "@/features/settings/parts/form-dialog";
import { fieldOf } from "@/features/settings/rest/refusal";
import type { Connection, Credential } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { useOutages } from "@/shell/use-outages";
import { conflict as both, settings } from "@/text/settings";
import { connections as words } from "@/text/settings-connections";
import { Field, SelectInput, TextArea, TextInput } from "@/ui/field";

const FIELDS: Readonly<Record<string, ConnectionField>> = {
  name: "name",
  provider: "provider",
  base_url: "base_url",
  script: "script",
  credential: "credential",
  secret_variable: "variable",
  capabilities: "takes",
  model_capabilities: "models",
  transport: "transport",
  history: "history",
  max_in_flight: "inFlight",
};

/** Makes a model connection or changes one, and tries it before anything is stored. */
export function ConnectionDialog({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const maySecrets = can("secrets:manage");
  const [begun] = useState(() => (connection === null ? { ...newConnection, keyFrom: maySecrets ? "paste" : "none" } : formOfConnection(connection)));
  const [form, setForm] = useState<ConnectionForm>(begun);
  const [errors, setErrors] = useState<ConnectionErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const { save, busy, error, conflict, isKeyRefused, reread } = useSaveConnection(connection, setForm, onClose);
  const credentials = useList<Credential>("/credentials");
  const outage = useOutages().find((each) => each.connection.id === connection?.id);
  const refusedField = isKeyRefused ? keyFieldOf(form) : fieldOf(error, FIELDS);
  const addressLocked = !maySecrets && connection !== null && connection.key !== "none";

  const set = (changes: Partial<ConnectionForm>) => {
    const next = { ...form, ...changes };
    setForm(next);
    // What the provider said was about the values of then.
    const found = errorsOfConnection(next);
    setErrors(Object.fromEntries(Object.entries(errors).flatMap(([field]) => entryOf(found, field as ConnectionField))));
  };
  const show = (found: ConnectionErrors) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) focusField(element.current, first);
    return first === undefined;
  };
  const submit = (wanted = form) => {
    if (show(errorsOfConnection(wanted))) save(wanted);
  };
  const leave = (field: ConnectionField) => {
    if (form[field] !== "" && errors[field] === undefined) setErrors({ ...errors, ...Object.fromEntries(entryOf(errorsOfConnection(form), field)) });
  };
  const errorOf = (field: ConnectionField) => errors[field] ?? (refusedField === field ? error?.message : undefined);
  const control = (field: ConnectionField) => ({
    name: field,
    value: form[field],
    onBlur: () => leave(field),
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  const providers = PROVIDERS.some((each) => each === form.provider) ? PROVIDERS : [...PROVIDERS, form.provider];
  const isScripted = form.provider === "scripted";
  return (
    <FormDialog
      title={connection?.name ?? words.newTitle}
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
          theirs={formOfConnection(conflict)}
          mine={form}
          show={(field, side) => shownInConflict(field, (side === "theirs" ? formOfConnection(conflict) : form)[field], credentials.data ?? [])}
          busy={busy}
          onSave={(chosen) => {
            setForm(chosen);
            submit(chosen);
          }}
          onTakeTheirs={() => {
            void reread();
            onClose();
          }}
        />
      )}
      {outage !== undefined && <OutageNote outage={outage} />}
      <Field label={words.fields.name} required error={errorOf("name")} help={words.nameHelp}>
        {(ids) => <TextInput {...ids} {...control("name")} autoFocus={connection === null} spellCheck={false} />}
      </Field>
      {connection === null && <PresetField maySecrets={maySecrets} onChoose={set} />}
      <Field label={words.fields.provider} help={words.providerHelp[form.provider]} error={errorOf("provider")}>
        {(ids) => (
          <SelectInput {...ids} {...control("provider")} disabled={addressLocked}>
            {providers.map((each) => (
              <option key={each} value={each}>
                {words.providers[each] ?? each}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {isScripted ? (
        <Field label={words.fields.script} required error={errorOf("script")} help={words.scriptHelp}>
          {(ids) => <TextArea {...ids} {...control("script")} rows={2} className="min-h-8 font-mono text-12" spellCheck={false} />}
        </Field>
      ) : (
        <>
          <Field
            label={words.fields.base_url}
            error={errorOf("base_url")}
            locked={addressLocked}
            help={addressLocked ? words.addressLocked : words.addressHelp[form.provider]}
          >
            {(ids) => (
              <TextInput {...ids} {...control("base_url")} readOnly={addressLocked} placeholder={usualAddress(form.provider)} className="font-mono" inputMode="url" spellCheck={false} />
            )}
          </Field>
          <KeyFields form={form} connection={connection} locked={!maySecrets} errorOf={errorOf} control={control} />
          <WayFields form={form} errorOf={errorOf} control={control} />
          <CapabilityFields form={form} error={errorOf("takes") ?? errorOf("models")} onChange={set} />
        </>
      )}
      <TryPanel
        form={form}
        connection={connection}
        check={() => show(errorsOfReach(form))}
        onBlame={(field, message) => {
          setErrors({ [field]: message });
          focusField(element.current, field);
        }}
        usesStoredKey={connection !== null && !touchesSecret(form, connection)}
      />
    </FormDialog>
  );
}

function entryOf(errors: ConnectionErrors, field: ConnectionField): [ConnectionField, string][] {
  const text = errors[field];
  return text === undefined ? [] : [[field, text]];
}

/** What a field says in words: a credential by its name, a source as the form names it, and never a pasted key. */
function shownInConflict(field: ConnectionField, text: string, credentials: readonly Credential[]): string | undefined {
  if (field === "key") return text === "" ? undefined : both.secret;
  if (field === "credential") return credentials.find((each) => each.id === text)?.name;
  if (field === "keyFrom") return words.keyFrom[text as KeyFrom];
  if (field === "transport") return words.transports[text];
  if (field === "history") return words.histories[text];
  if (field === "takes" || field === "models") return text === "" ? undefined : words.saidWords(field === "takes" ? { "": saidIn(text) ?? {} } : (modelsIn(text) ?? {}));
  return field === "provider" ? words.providers[text] : undefined;
}
