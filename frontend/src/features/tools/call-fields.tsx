import { call as words } from "@/text/tools";
import { Field, SelectInput, TextArea, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";
import type { JsonObject } from "@/live/json";

import { controlOf, type Texts } from "./model/argument-values";
import { textOf } from "./model/json";
import { argumentsOfSchema, type ArgumentSchema } from "./model/schema";

interface CallFieldsProps {
  schema: JsonObject;
  texts: Texts;
  errors: Readonly<Record<string, string>>;
  onChange: (texts: Texts) => void;
  /** On leaving a field. */
  onLeave: (name: string) => void;
}

/** The arguments of one call, each typed as its schema says. */
export function CallFields({ schema, texts, errors, onChange, onLeave }: CallFieldsProps) {
  const all = argumentsOfSchema(schema);
  if (all.length === 0) return <p className="text-12 text-fg-3">{words.none}</p>;
  return (
    <div className="flex flex-col gap-3">
      {all.map((argument) => (
        <CallField
          key={argument.name}
          argument={argument}
          text={texts[argument.name] ?? ""}
          error={errors[argument.name]}
          onChange={(text) => onChange({ ...texts, [argument.name]: text })}
          onLeave={() => onLeave(argument.name)}
        />
      ))}
    </div>
  );
}

interface CallFieldProps {
  argument: ArgumentSchema;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onLeave: () => void;
}

function CallField({ argument: { name, required, schema }, text, error, onChange, onLeave }: CallFieldProps) {
  const control = controlOf(schema);
  const description = textOf(schema.description);
  const common = { value: text, name: `argument.${name}`, onBlur: onLeave };
  return (
    <Field
      label={visible(name)}
      optional={!required}
      required={required}
      help={description === "" ? (control === "json" ? words.json : undefined) : <ForeignText text={description} strictness="prose" />}
      error={error}
    >
      {(ids) => {
        switch (control) {
          case "truth":
          case "choice":
            return (
              <SelectInput {...ids} {...common} onChange={(event) => onChange(event.target.value)}>
                <option value="">{words.choose}</option>
                {choicesOf(schema).map(({ value, shown }) => (
                  <option key={value} value={value}>
                    {shown}
                  </option>
                ))}
              </SelectInput>
            );
          case "json":
            return <TextArea {...ids} {...common} rows={3} spellCheck={false} className="font-mono" onChange={(event) => onChange(event.target.value)} />;
          default:
            return isLong(text) ? (
              <TextArea {...ids} {...common} onChange={(event) => onChange(event.target.value)} />
            ) : (
              <TextInput {...ids} {...common} inputMode={control === "number" ? "decimal" : undefined} onChange={(event) => onChange(event.target.value)} />
            );
        }
      }}
    </Field>
  );
}

function choicesOf(schema: JsonObject): { value: string; shown: string }[] {
  if (!Array.isArray(schema.enum)) return [{ value: "true", shown: words.yes }, { value: "false", shown: words.no }];
  return schema.enum.filter((each) => typeof each === "string").map((each: string) => ({ value: each, shown: visible(each) }));
}

function isLong(text: string): boolean {
  return text.length > 80 || text.includes("\n");
}
