import clsx from "clsx";

import { card as words } from "@/text/approvals";
import { ForeignText } from "@/ui/foreign-text";

import type { Field, FieldValue } from "../model/fields";
import { Foldable } from "./foldable";

interface ArgumentsProps {
  fields: readonly Field[];
}

/** Short enough to stand beside its value. */
const SHORT_HELP = 26;

/** The arguments as a form that cannot be changed: every value as it will be sent. */
export function Arguments({ fields }: ArgumentsProps) {
  if (fields.length === 0) return <p className="text-fg-2">{words.noArguments}</p>;
  return (
    <dl className="grid gap-x-3 gap-y-2.5 phone:grid-cols-2">
      {fields.map((field) => (
        <ArgumentField key={field.name} field={field} />
      ))}
    </dl>
  );
}

function ArgumentField({ field }: { field: Field }) {
  const { name, label, help, value, wide } = field;
  const isShort = help !== null && help.length <= SHORT_HELP && !wide;
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", wide && "phone:col-span-2")}>
      <dt data-hint={name} className="flex min-w-0 items-baseline gap-1.5 text-12 font-medium text-fg-2">
        <span className="shrink-0">
          <ForeignText text={label} />
        </span>
        {help !== null && !isShort && (
          <span data-cut="" className="min-w-0 truncate font-normal text-fg-3">
            <ForeignText text={help} />
          </span>
        )}
      </dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-2 rounded-control bg-sunken px-2.5 py-[5px]">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <Value value={value} />
        </div>
        {isShort && (
          <span className="shrink-0 text-12 text-fg-3">
            <ForeignText text={help} />
          </span>
        )}
      </dd>
    </div>
  );
}

/** One value, as what it is. */
export function Value({ value }: { value: FieldValue }) {
  switch (value.kind) {
    case "text":
      return value.text === "" ? <Quiet>“”</Quiet> : <TextValue text={value.text} />;
    case "number":
      return (
        <b data-hint={value.text === value.exact ? undefined : words.exact(value.exact)} className="font-semibold tabular-nums">
          {value.text}
        </b>
      );
    case "truth":
      return value.yes ? words.yes : words.no;
    case "nothing":
      return <Quiet>{words.nothing}</Quiet>;
    case "not_given":
      return <Quiet>{words.notGiven}</Quiet>;
    case "list":
      return value.items.length === 0 ? (
        <Quiet>{words.nothing}</Quiet>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {value.items.map((item, index) => (
            <li key={index}>
              <ForeignText text={item} />
            </li>
          ))}
        </ul>
      );
    case "structure":
      return <Foldable text={value.json} mono />;
  }
}

function TextValue({ text }: { text: string }) {
  return text.includes("\n") || text.length > 600 ? <Foldable text={text} /> : <ForeignText text={text} />;
}

function Quiet({ children }: { children: string }) {
  return <span className="text-fg-3">{children}</span>;
}
