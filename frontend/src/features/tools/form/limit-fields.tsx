import { wordsOf } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { form as words } from "@/text/tools";
import { Field, SelectInput, TextArea, TextInput } from "@/ui/field";

import type { ArgumentRow, Bound } from "../model/argument-row";

interface LimitFieldsProps {
  editor: Editor;
  /** The place of the argument in the content. */
  at: string;
  row: ArgumentRow;
  locked: boolean;
  set: (more: Partial<ArgumentRow>) => void;
  /** Whether the schema of its own can be read. */
  isJson: boolean;
}

/** What values an argument may have, by its type. */
export function LimitFields(props: LimitFieldsProps) {
  switch (props.row.kind) {
    case "string":
      return (
        <div className="grid items-start gap-2.5 @min-[560px]:grid-cols-2">
          <PatternField {...props} />
          <ChoicesField {...props} />
          <SizeFields {...props} />
        </div>
      );
    case "number":
    case "integer":
      return (
        <div className="grid items-start gap-2.5 @min-[560px]:grid-cols-3">
          <BoundField {...props} which="least" />
          <BoundField {...props} which="most" />
          <ChoicesField {...props} />
        </div>
      );
    case "texts":
      return (
        <div className="grid items-start gap-2.5">
          <SizeFields {...props} />
        </div>
      );
    case "schema":
      return <OwnSchemaField {...props} />;
    default:
      return null;
  }
}

function PatternField({ editor, at, row, locked, set }: LimitFieldsProps) {
  return (
    <Field label={words.pattern} help={words.patternHelp} error={wordsOf(editor, `${at}/pattern`, true)}>
      {(ids) => (
        <TextInput
          {...ids}
          data-pointer={`${at}/pattern`}
          value={row.pattern}
          readOnly={locked}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => set({ pattern: event.target.value })}
        />
      )}
    </Field>
  );
}

function ChoicesField({ editor, at, row, locked, set }: LimitFieldsProps) {
  return (
    <Field label={words.choices} help={words.choicesHelp} error={wordsOf(editor, `${at}/enum`, true)}>
      {(ids) => (
        <TextArea
          {...ids}
          data-pointer={`${at}/enum`}
          value={row.choices}
          readOnly={locked}
          rows={1}
          spellCheck={false}
          className="min-h-(--control-h)! font-mono"
          onChange={(event) => set({ choices: event.target.value })}
        />
      )}
    </Field>
  );
}

function SizeFields({ editor, at, row, locked, set }: LimitFieldsProps) {
  const isList = row.kind === "texts";
  const [least, most] = isList ? ["minItems", "maxItems"] : ["minLength", "maxLength"];
  return (
    <div className="grid grid-cols-2 gap-2.5 @min-[560px]:col-span-full">
      <Field label={isList ? words.fewest : words.shortest} help={isList ? words.items : words.signs} error={wordsOf(editor, `${at}/${least}`, true)}>
        {(ids) => (
          <TextInput {...ids} data-pointer={`${at}/${least}`} value={row.shortest} readOnly={locked} inputMode="numeric" onChange={(event) => set({ shortest: event.target.value })} />
        )}
      </Field>
      <Field label={isList ? words.mostItems : words.longest} help={isList ? words.items : words.signs} error={wordsOf(editor, `${at}/${most}`, true)}>
        {(ids) => (
          <TextInput {...ids} data-pointer={`${at}/${most}`} value={row.longest} readOnly={locked} inputMode="numeric" onChange={(event) => set({ longest: event.target.value })} />
        )}
      </Field>
    </div>
  );
}

/** A limit of a number: at least 0 and over 0 are two things. */
function BoundField({ editor, at, row, locked, set, which }: LimitFieldsProps & { which: "least" | "most" }) {
  const bound = row[which];
  const isLeast = which === "least";
  const keyword = isLeast ? (bound.beyond ? "exclusiveMinimum" : "minimum") : bound.beyond ? "exclusiveMaximum" : "maximum";
  const change = (more: Partial<Bound>) => set({ [which]: { ...bound, ...more } });
  return (
    <Field label={isLeast ? words.least : words.most} error={wordsOf(editor, `${at}/${keyword}`, true)}>
      {(ids) => (
        <span className="flex gap-1.5">
          <SelectInput
            aria-label={isLeast ? words.leastKind : words.mostKind}
            value={bound.beyond ? "beyond" : "at"}
            disabled={locked}
            className="w-24! shrink-0"
            onChange={(event) => change({ beyond: event.target.value === "beyond" })}
          >
            <option value="at">{isLeast ? words.atLeast : words.atMost}</option>
            <option value="beyond">{isLeast ? words.over : words.under}</option>
          </SelectInput>
          <TextInput
            {...ids}
            data-pointer={`${at}/${keyword}`}
            value={bound.text}
            readOnly={locked}
            inputMode="decimal"
            onChange={(event) => change({ text: event.target.value })}
          />
        </span>
      )}
    </Field>
  );
}

function OwnSchemaField({ editor, at, row, locked, set, isJson }: LimitFieldsProps) {
  return (
    <Field label={words.ownSchema} error={isJson ? wordsOf(editor, at, true) : words.faults.not_json}>
      {(ids) => (
        <TextArea
          {...ids}
          data-pointer={at}
          value={row.raw}
          readOnly={locked}
          spellCheck={false}
          rows={4}
          className="font-mono"
          onChange={(event) => set({ raw: event.target.value })}
        />
      )}
    </Field>
  );
}
