import { keepsHistory, type ConnectionField, type ConnectionForm } from "@/features/settings/connections/connection-form";
import { connections as words } from "@/text/settings-connections";
import { Field, SelectInput, TextInput } from "@/ui/field";

interface WayFieldsProps {
  form: ConnectionForm;
  errorOf: (field: ConnectionField) => string | undefined;
  control: (field: ConnectionField) => { name: string; value: string; onBlur: () => void; onChange: (event: { target: { value: string } }) => void };
}

/** How requests travel, who remembers the conversation, and how many calls there may be at once. */
export function WayFields({ form, errorOf, control }: WayFieldsProps) {
  return (
    <div className="grid items-start gap-3 phone:grid-cols-2">
      <Choice field="transport" names={words.transports} helps={words.transportHelp} {...{ form, errorOf, control }} />
      {keepsHistory(form.provider) && <Choice field="history" names={words.histories} helps={words.historyHelp} {...{ form, errorOf, control }} />}
      <Field label={words.fields.inFlight} error={errorOf("inFlight")} help={words.inFlightHelp} optional>
        {(ids) => <TextInput {...ids} {...control("inFlight")} inputMode="numeric" />}
      </Field>
    </div>
  );
}

interface ChoiceProps extends WayFieldsProps {
  field: "transport" | "history";
  names: Readonly<Record<string, string>>;
  helps: Readonly<Record<string, string>>;
}

function Choice({ field, names, helps, form, errorOf, control }: ChoiceProps) {
  return (
    <Field label={words.fields[field]} error={errorOf(field)} help={helps[form[field]]}>
      {(ids) => (
        <SelectInput {...ids} {...control(field)}>
          {Object.entries(names).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
