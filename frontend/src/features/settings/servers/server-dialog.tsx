import { useRef, useState } from "react";

import { can } from "@/api/boot";
import { ConflictView } from "@/features/settings/parts/conflict-view";
import { Failure } from "@/features/settings/parts/failure";
import { focusField } from "@/features/settings/parts/focus-field";
import { FormDialog } from "@/features/settings/parts/form-dialog";
import { fieldOf } from "@/features/settings/rest/refusal";
import type { Credential, McpServer } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { useSave } from "@/features/settings/rest/use-save";
import { bodyOfServer, errorsOfServer, formOfServer, hostOf, newServer, type ServerErrors, type ServerField, type ServerForm } from "@/features/settings/servers/server-form";
import { settings } from "@/text/settings";
import { servers as words } from "@/text/settings-servers";
import { Field, SelectInput, TextInput } from "@/ui/field";

const FIELDS: Readonly<Record<string, ServerField>> = {
  name: "name",
  url: "url",
  credential: "credential",
  is_trusted: "trusted",
  timeout_seconds: "timeout",
};

/** Registers an MCP server or changes one. */
export function ServerDialog({ server, onClose }: { server: McpServer | null; onClose: () => void }) {
  const maySecrets = can("secrets:manage");
  const [begun] = useState(() => (server === null ? newServer : formOfServer(server)));
  const [form, setForm] = useState<ServerForm>(begun);
  const [errors, setErrors] = useState<ServerErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const { save, busy, error, conflict, reread } = useSave<McpServer>("/mcp-servers", server, onClose);
  const credentials = useList<Credential>("/credentials", can("tools:read"));
  const refusedField = fieldOf(error, FIELDS);
  const urlLocked = !maySecrets && server !== null && (server.credential !== null || server.is_trusted);
  const submit = (wanted = form) => {
    const found = errorsOfServer(wanted);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) focusField(element.current, first);
    else save(bodyOfServer(wanted, conflict ?? server));
  };
  const set = (field: ServerField, value: string) => {
    const next = { ...form, [field]: value };
    setForm(next);
    if (errors[field] === undefined) return;
    const found = errorsOfServer(next);
    const still = found[field];
    setErrors(still === undefined ? withoutError(errors, field) : { ...errors, [field]: still });
  };
  const errorOf = (field: ServerField) => errors[field] ?? (refusedField === field ? error?.message : undefined);
  const control = (field: ServerField) => ({
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });
  const host = hostOf(form.url);
  const fitting = (credentials.data ?? []).filter((each) => each.host === host || each.id === form.credential);
  return (
    <FormDialog
      title={server?.name ?? words.newTitle}
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
          theirs={formOfServer(conflict)}
          mine={form}
          show={(field, side) => {
            const text = (side === "theirs" ? formOfServer(conflict) : form)[field];
            return field === "credential" ? credentials.data?.find((each) => each.id === text)?.name : field === "trusted" ? words.trust[text] : undefined;
          }}
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
      <Field label={words.fields.name} required error={errorOf("name")} help={words.nameHelp}>
        {(ids) => <TextInput {...ids} {...control("name")} autoFocus={server === null} spellCheck={false} />}
      </Field>
      <Field label={words.fields.url} required error={errorOf("url")} locked={urlLocked} help={urlLocked ? words.urlLocked : words.urlHelp}>
        {(ids) => <TextInput {...ids} {...control("url")} readOnly={urlLocked} className="font-mono" inputMode="url" spellCheck={false} />}
      </Field>
      <Field label={words.fields.credential} error={errorOf("credential")} locked={!maySecrets} help={words.credentialHelp}>
        {(ids) => (
          <SelectInput {...ids} {...control("credential")} disabled={!maySecrets}>
            <option value="">{words.noCredential}</option>
            {fitting.map((each) => (
              <option key={each.id} value={each.id}>
                {words.credentialOption(each.name, each.host)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={words.fields.trusted} error={errorOf("trusted")} locked={!maySecrets}>
        {(ids) => (
          <SelectInput {...ids} {...control("trusted")} disabled={!maySecrets && !(server?.is_trusted ?? false)}>
            <option value="no">{words.trust.no}</option>
            <option value="yes">{words.trust.yes}</option>
          </SelectInput>
        )}
      </Field>
      <Field label={words.fields.timeout} error={errorOf("timeout")} help={words.timeoutHelp}>
        {(ids) => <TextInput {...ids} {...control("timeout")} inputMode="numeric" className="w-24" />}
      </Field>
    </FormDialog>
  );
}

function withoutError(errors: ServerErrors, field: ServerField): ServerErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}
