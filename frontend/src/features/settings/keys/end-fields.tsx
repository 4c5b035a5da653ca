import { endOf, type EndChoice, type KeyForm } from "@/features/settings/keys/key-form";
import { apiKeys as words } from "@/text/settings-keys";
import { Field, SelectInput, TextInput } from "@/ui/field";
import { useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

type EndForm = Pick<KeyForm, "end" | "day">;

interface EndFieldsProps {
  form: EndForm;
  error: string | undefined;
  onChange: (changes: Partial<EndForm>) => void;
}

const CHOICES: readonly EndChoice[] = ["30", "90", "365", "day", "never"];

/** When a key ends. */
export function EndFields({ form, error, onChange }: EndFieldsProps) {
  const now = useNow("minute");
  const end = endOf(form, now);
  const help = end === null ? words.neverHelp : end === undefined ? undefined : words.endHelp(clockWords(Date.parse(end), now));
  return (
    <div className="grid items-start gap-3 phone:grid-cols-2">
      <Field label={words.end} help={help}>
        {(ids) => (
          <SelectInput {...ids} name="end" value={form.end} onChange={(event) => onChange({ end: event.target.value as EndChoice })}>
            {CHOICES.map((each) => (
              <option key={each} value={each}>
                {words.ends[each]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {form.end === "day" && (
        <Field label={words.day} required error={error}>
          {(ids) => <TextInput {...ids} name="day" type="date" value={form.day} onChange={(event) => onChange({ day: event.target.value })} />}
        </Field>
      )}
    </div>
  );
}
