import { hostOfUrl, type ConnectionField, type ConnectionForm, type KeyFrom } from "@/features/settings/connections/connection-form";
import type { Connection, Credential } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { connections as words } from "@/text/settings-connections";
import { Field, SelectInput, TextInput } from "@/ui/field";

interface KeyFieldsProps {
  form: ConnectionForm;
  connection: Connection | null;
  locked: boolean;
  errorOf: (field: ConnectionField) => string | undefined;
  control: (field: ConnectionField) => { name: string; value: string; onBlur: () => void; onChange: (event: { target: { value: string } }) => void };
}

const SOURCES: readonly KeyFrom[] = ["paste", "credential", "environment", "none"];

/** Where the key comes from, and the key or its name. */
export function KeyFields({ form, connection, locked, errorOf, control }: KeyFieldsProps) {
  const host = hostOfUrl(form.base_url, form.provider);
  return (
    <div className="grid items-start gap-3 phone:grid-cols-2">
      <Field label={words.fields.keyFrom} locked={locked} error={errorOf("keyFrom")} help={locked ? words.keyLocked : undefined}>
        {(ids) => (
          <SelectInput {...ids} {...control("keyFrom")} disabled={locked}>
            {SOURCES.map((each) => (
              <option key={each} value={each}>
                {words.keyFrom[each]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {form.keyFrom === "paste" && (
        <Field label={words.fields.key} required error={errorOf("key")} help={words.pasteHelp(host ?? words.itsHost)}>
          {(ids) => <TextInput {...ids} {...control("key")} type="password" autoComplete="new-password" data-1p-ignore="" spellCheck={false} className="font-mono" />}
        </Field>
      )}
      {form.keyFrom === "credential" && <CredentialField host={host} connection={connection} locked={locked} error={errorOf("credential")} control={control("credential")} />}
      {form.keyFrom === "environment" && (
        <Field label={words.fields.variable} required error={errorOf("variable")} help={words.variableHelp}>
          {(ids) => <TextInput {...ids} {...control("variable")} readOnly={locked} className="font-mono" spellCheck={false} />}
        </Field>
      )}
    </div>
  );
}

interface CredentialFieldProps {
  host: string | undefined;
  connection: Connection | null;
  locked: boolean;
  error: string | undefined;
  control: ReturnType<KeyFieldsProps["control"]>;
}

/** Of the project's credentials, those that may go to this host: another would be refused. */
function CredentialField({ host, connection, locked, error, control }: CredentialFieldProps) {
  const list = useList<Credential>("/credentials");
  const fitting = (list.data ?? []).filter((each) => each.host === host || each.id === control.value);
  const chosen = connection?.credential;
  const options = chosen !== null && chosen !== undefined && !fitting.some((each) => each.id === chosen.id) ? [{ ...chosen, host: host ?? "" }, ...fitting] : fitting;
  return (
    <Field label={words.fields.credential} required error={error} help={list.data !== undefined && options.length === 0 ? words.noCredential(host ?? words.itsHost) : undefined}>
      {(ids) => (
        <SelectInput {...ids} {...control} disabled={locked}>
          <option value="" disabled>
            {words.chooseCredential}
          </option>
          {options.map((each) => (
            <option key={each.id} value={each.id}>
              {words.credentialOption(each.name, each.host)}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
