import type { CredentialForm } from "@/features/settings/credentials/credential-form";
import { needsValue } from "@/features/settings/credentials/credential-form";
import type { Credential } from "@/features/settings/rest/shapes";
import { credentials as words } from "@/text/settings-credentials";
import { Field, TextInput } from "@/ui/field";

interface SecretFieldProps {
  credential: Credential | null;
  form: CredentialForm;
  error: string | undefined;
  control: { name: string; value: string; onBlur: () => void; onChange: (event: { target: { value: string } }) => void };
}

/** Where a value is put in and never comes out. Browsers are asked not to keep it. */
export function SecretField({ credential, form, error, control }: SecretFieldProps) {
  const isStored = credential?.source === "stored";
  const needed = needsValue(form, credential);
  return (
    <div className="flex flex-col gap-2">
      {isStored && (
        <p className="rounded-control bg-sunken px-2.5 py-1.5 font-mono text-12 text-fg-2">
          {words.stored(credential.last_four, credential.fingerprint)}
        </p>
      )}
      <Field
        label={isStored ? words.newValue : words.value}
        required={needed}
        optional={!needed}
        error={error}
        help={isStored && !needed ? words.replaceHelp : words.valueHelp}
      >
        {(ids) => <TextInput {...ids} {...control} type="password" autoComplete="new-password" data-1p-ignore="" spellCheck={false} className="font-mono" />}
      </Field>
    </div>
  );
}
