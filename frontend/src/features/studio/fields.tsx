import clsx from "clsx";
import { useEffect, useRef, useState, type ReactNode } from "react";

import { useBlocks } from "@/features/studio/blocks";
import { pointer, problemsAt, problemsIn } from "@/features/studio/model/pointer";
import { asNumberOrText, asText, orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { Field, SelectInput, TextArea, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";

interface BlockProps {
  /** The field of the content it is for, or several. */
  fields: readonly string[];
  title?: string | undefined;
  /** Beside the title. */
  note?: ReactNode;
  /** At the right end. */
  acts?: ReactNode;
  children: ReactNode;
}

/** A part of the form: what one works on is tinted, and so are its lines in the text. */
export function Block({ fields, title, note, acts, children }: BlockProps) {
  const { current, enter } = useBlocks();
  const element = useRef<HTMLElement>(null);
  const isCurrent = fields.some((field) => current === pointer(field) || current.startsWith(`${pointer(field)}/`));
  useEffect(() => {
    if (isCurrent && element.current?.contains(document.activeElement) !== true) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <section
      ref={element}
      aria-label={title}
      onFocus={(event) => enter(nearest(event.target, fields))}
      className={clsx(
        "flex flex-col gap-2.5 border-l-[3px] py-2.5 pr-5 pl-[17px]",
        isCurrent ? "border-accent bg-selected" : "border-transparent",
      )}
    >
      {title !== undefined && (
        <header className="flex min-h-5 items-center gap-2 text-12">
          <h2 className="font-medium text-fg-2">{title}</h2>
          {note !== undefined && <span className="min-w-0 truncate text-fg-3">{note}</span>}
          {acts !== undefined && <span className="ml-auto flex shrink-0 items-center gap-1">{acts}</span>}
        </header>
      )}
      {children}
    </section>
  );
}

function nearest(element: Element, fields: readonly string[]): string {
  return element.closest<HTMLElement>("[data-pointer]")?.dataset.pointer ?? pointer(fields[0] ?? "");
}

/** What is wrong at a place, for the slot of the error of a field; `inside` also takes what lies deeper. */
export function wordsOf(editor: Pick<Editor, "problems">, at: string, inside = false): ReactNode {
  const found = (inside ? problemsIn : problemsAt)(editor.problems, at);
  if (found.length === 0) return undefined;
  return (
    <span className="min-w-0">
      {found.map((problem, index) => (
        <ForeignText key={index} block text={problem.message} />
      ))}
    </span>
  );
}

interface BoundProps {
  editor: Editor;
  /** The field of the content. */
  field: string;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  required?: boolean;
  className?: string;
}

interface TextFieldProps extends BoundProps {
  lines?: boolean;
  mono?: boolean;
  /** Digits become a number. */
  isNumber?: boolean;
  placeholder?: string;
}

/** A text of the content: an empty one is left out. */
export function TextField({ editor, field, label, lines = false, mono = false, isNumber = false, placeholder, ...rest }: TextFieldProps) {
  const at = pointer(field);
  return (
    <ValueField
      label={label}
      {...rest}
      at={at}
      editor={editor}
      value={asText(editor.content[field])}
      lines={lines}
      mono={mono}
      placeholder={placeholder}
      onChange={(text) => editor.set(field, isNumber ? asNumberOrText(text) : orNothing(text))}
    />
  );
}

interface ValueFieldProps extends Omit<BoundProps, "field"> {
  /** Where its value lies: a JSON pointer. */
  at: string;
  value: string;
  onChange: (text: string) => void;
  lines?: boolean;
  mono?: boolean;
  placeholder?: string | undefined;
}

/** A text anywhere in the content, with what is wrong with it. */
export function ValueField({ editor, at, value, onChange, label, lines = false, mono = false, placeholder, ...rest }: ValueFieldProps) {
  const touched = useTouched(editor, at);
  const props = {
    value,
    readOnly: editor.readOnly !== undefined,
    "data-pointer": at,
    placeholder,
    className: clsx(mono && "font-mono"),
    onBlur: touched.leave,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <Field label={label} {...rest} error={touched.error}>
      {(ids) => (lines ? <TextArea {...ids} {...props} /> : <TextInput {...ids} {...props} />)}
    </Field>
  );
}

interface ChoiceFieldProps extends BoundProps {
  /** The values there are; what the content has is always among them. */
  options: readonly { readonly value: string; readonly name: string }[];
  /** What stands for nothing chosen. */
  none: string;
}

/** One of a few values. */
export function ChoiceField({ editor, field, label, options, none, ...rest }: ChoiceFieldProps) {
  const at = pointer(field);
  const touched = useTouched(editor, at);
  const value = asText(editor.content[field]);
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
          onChange={(event) => editor.set(field, orNothing(event.target.value))}
        >
          <option value="">{none}</option>
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

/** Errors come on leaving a field that is not done yet; one that was filled says at once what is wrong. */
export function useTouched(editor: Editor, at: string): { error: ReactNode; leave: () => void } {
  const [left, setLeft] = useState(false);
  const fresh = editor.detail.version === null && editor.work.revision <= 1 && !left;
  const found = wordsOf(editor, at, true);
  return { error: fresh && isMissing(editor, at) ? undefined : found, leave: () => setLeft(true) };
}

function isMissing(editor: Editor, at: string): boolean {
  const value = editor.content[at.slice(1)];
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
