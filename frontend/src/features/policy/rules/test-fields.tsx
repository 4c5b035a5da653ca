import { Plus, TriangleAlert, X } from "lucide-react";

import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { rule as words } from "@/text/policy";
import { Button } from "@/ui/button";
import { SelectInput, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { visible } from "@/ui/visible";

import { argumentsOfTools, choicesOfArgument, operatorsOf, typeOfArgument } from "../model/argument-types";
import { OPERATORS, type Operator } from "../model/argument-tests";
import { faultOfTest } from "../model/rule-faults";
import { ANY_TOOL, newTest, type RuleRow, type TestRow } from "../model/rule-form";
import type { RuleTableProps } from "./rule-table";

interface TestFieldsProps extends Pick<RuleTableProps, "editor" | "tools" | "onChange"> {
  rule: RuleRow;
  place: number;
}

/** The tests on arguments, typed by what the tool takes. */
export function TestFields({ editor, tools, rule, place, onChange }: TestFieldsProps) {
  const locked = editor.readOnly !== undefined;
  const names = argumentsOfTools(tools.schemas, rule.tools);
  const set = (test: TestRow) => onChange({ ...rule, tests: rule.tests.map((each) => (each.id === test.id ? test : each)) });
  const add = () => {
    const argument = names.length === 1 ? (names[0] ?? "") : "";
    const [op = "="] = operatorsOf(argument === "" ? "unknown" : typeOfArgument(tools.schemas, rule.tools, argument));
    onChange({ ...rule, tests: [...rule.tests, newTest({ argument, op })] });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 text-12 font-medium text-fg-2">{words.when}</legend>
      {rule.tests.length === 0 && !rule.tools.includes(ANY_TOOL) && <p className="text-12 text-fg-3">{words.always}</p>}
      {rule.tests.map((test, index) => (
        <TestLine
          key={test.id}
          editor={editor}
          tools={tools}
          rule={rule}
          test={test}
          number={index + 1}
          at={pointer("rules", place, "when", test.argument)}
          names={names}
          onChange={set}
          onRemove={() => onChange({ ...rule, tests: rule.tests.filter((each) => each.id !== test.id) })}
        />
      ))}
      {Object.entries(rule.odd).map(([argument, written]) => (
        <p key={argument} className="text-12 text-fg-3 wrap-anywhere">
          <ForeignText text={words.odd(argument, JSON.stringify(written))} strictness="prose" />
        </p>
      ))}
      {!locked &&
        (rule.tools.includes(ANY_TOOL) ? (
          <p className="text-12 text-fg-3">{words.noTests}</p>
        ) : rule.tools.length === 0 ? (
          <p className="text-12 text-fg-3">{words.needTool}</p>
        ) : (
          <div>
            <Button size="small" variant="ghost" icon={Plus} className="-ml-2" onClick={add}>
              {words.addTest}
            </Button>
          </div>
        ))}
    </fieldset>
  );
}

interface TestLineProps extends Pick<RuleTableProps, "editor" | "tools"> {
  rule: RuleRow;
  test: TestRow;
  number: number;
  at: string;
  names: readonly string[];
  onChange: (test: TestRow) => void;
  onRemove: () => void;
}

function TestLine({ editor, tools, rule, test, number, at, names, onChange, onRemove }: TestLineProps) {
  const locked = editor.readOnly !== undefined;
  const type = typeOfArgument(tools.schemas, rule.tools, test.argument);
  const operators: readonly Operator[] = test.argument === "" ? OPERATORS : operatorsOf(type);
  const fault = faultOfTest(test, rule, type);
  // An empty field is no fault yet; the check will speak of it.
  const own = fault === undefined || fault === "no_argument" || fault === "no_value" ? undefined : words.faults[fault];
  const wrong = own ?? wordsOf(editor, at, true);
  const isBare = test.op === "exists" || test.op === "missing";
  const choose = (argument: string) => {
    const allowed = operatorsOf(typeOfArgument(tools.schemas, rule.tools, argument));
    onChange({ ...test, argument, op: allowed.includes(test.op) ? test.op : (allowed[0] ?? "=") });
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <SelectInput
          aria-label={words.argumentOf(number)}
          aria-invalid={wrong === undefined ? undefined : true}
          data-pointer={at}
          value={test.argument}
          disabled={locked}
          className="min-w-32 flex-1 font-mono"
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{words.chooseArgument}</option>
          {[...names, ...(test.argument === "" || names.includes(test.argument) ? [] : [test.argument])].map((name) => (
            <option key={name} value={name}>
              {visible(name)}
            </option>
          ))}
        </SelectInput>
        <SelectInput
          aria-label={words.operatorOf(number)}
          value={test.op}
          disabled={locked}
          className="max-w-36 shrink-0"
          onChange={(event) => onChange({ ...test, op: event.target.value as Operator })}
        >
          {[...operators, ...(operators.includes(test.op) ? [] : [test.op])].map((op) => (
            <option key={op} value={op}>
              {words.op[op]}
            </option>
          ))}
        </SelectInput>
        {!isBare && <ValueField tools={tools} rule={rule} test={test} number={number} locked={locked} wrong={wrong !== undefined} onChange={onChange} />}
        {!locked && <IconButton icon={X} label={words.removeTest(visible(test.argument))} onClick={onRemove} />}
      </div>
      {wrong !== undefined && (
        <div className="flex items-start gap-1.5 text-12 text-danger">
          <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {wrong}
        </div>
      )}
    </div>
  );
}

interface ValueFieldProps {
  tools: RuleTableProps["tools"];
  rule: RuleRow;
  test: TestRow;
  number: number;
  locked: boolean;
  wrong: boolean;
  onChange: (test: TestRow) => void;
}

/** A number, a text, one of the values there are, or yes and no. */
function ValueField({ tools, rule, test, number, locked, wrong, onChange }: ValueFieldProps) {
  const type = typeOfArgument(tools.schemas, rule.tools, test.argument);
  const isList = test.op === "in" || test.op === "not in";
  const choices = isList ? [] : type === "truth" ? ["true", "false"] : choicesOfArgument(tools.schemas, rule.tools, test.argument);
  const props = {
    "aria-label": words.valueOf(number),
    "aria-invalid": wrong ? (true as const) : undefined,
    value: test.value,
    className: "min-w-28 flex-1",
  };
  if (choices.length > 0) {
    return (
      <SelectInput {...props} disabled={locked} onChange={(event) => onChange({ ...test, value: event.target.value })}>
        {[...new Set(["", ...choices, test.value])].map((choice) => (
          <option key={choice} value={choice}>
            {type === "truth" && choice === "true" ? words.yes : type === "truth" && choice === "false" ? words.no : visible(choice)}
          </option>
        ))}
      </SelectInput>
    );
  }
  return (
    <TextInput
      {...props}
      readOnly={locked}
      inputMode={type === "number" && !isList ? "decimal" : undefined}
      placeholder={isList ? words.several : words.types[type]}
      spellCheck={false}
      onChange={(event) => onChange({ ...test, value: event.target.value })}
    />
  );
}
