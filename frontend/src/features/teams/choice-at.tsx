import type { ReactNode } from "react";

import { useTouched } from "@/features/studio/fields";
import { orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { Field, SelectInput } from "@/ui/field";

interface ChoiceAtProps {
  editor: Editor;
  /** Where its value lies: a JSON pointer. */
  at: string;
  label: string;
  value: string;
  /** What stands for nothing chosen; without it something always is. */
  none?: string;
  options: readonly { readonly value: string; readonly name: string }[];
  help?: ReactNode;
  required?: boolean;
  className?: string;
  onChange: (value: string | undefined) => void;
}

/** One of a few anywhere in the content, with what is wrong with it; what the content has is always among them. */
export function ChoiceAt({ editor, at, label, value, none, options, onChange, ...rest }: ChoiceAtProps) {
  const touched = useTouched(editor, at);
  const all = value === "" || options.some((option) => option.value === value) ? options : [...options, { value, name: value }];
  return (
    <Field label={label} {...rest} error={touched.error}>
      {(ids) => (
        <SelectInput
          {...ids}
          data-pointer={at}
          value={value}
          disabled={editor.readOnly !== undefined}
          onBlur={touched.leave}
          onChange={(event) => onChange(orNothing(event.target.value))}
        >
          {none !== undefined && <option value="">{none}</option>}
          {all.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

/** Names as options. */
export function named(names: readonly string[]): { value: string; name: string }[] {
  return names.map((name) => ({ value: name, name }));
}
