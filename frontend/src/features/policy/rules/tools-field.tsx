import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { rule as words } from "@/text/policy";
import { Chip } from "@/ui/chip";
import { Field, SelectInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";

import { ANY_TOOL, type RuleRow } from "../model/rule-form";
import type { RuleTableProps } from "./rule-table";

interface ToolsFieldProps extends Pick<RuleTableProps, "editor" | "tools" | "onChange"> {
  rule: RuleRow;
  place: number;
}

/** Which tools a rule is about: one, several, or any. */
export function ToolsField({ editor, tools, rule, place, onChange }: ToolsFieldProps) {
  const locked = editor.readOnly !== undefined;
  const at = `${pointer("rules", place)}/${rule.outcome}`;
  const isAny = rule.tools.includes(ANY_TOOL);
  const free = (tools.names ?? []).filter((name) => !rule.tools.includes(name));
  const put = (name: string) => onChange({ ...rule, tools: name === ANY_TOOL ? [ANY_TOOL] : [...rule.tools.filter((each) => each !== ANY_TOOL), name] });
  const remove = (name: string) => onChange({ ...rule, tools: rule.tools.filter((each) => each !== name) });
  return (
    <Field label={words.tool} help={words.toolHelp} error={wordsOf(editor, at, true)}>
      {(ids) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {rule.tools.map((name) => (
            <Chip key={name} onRemove={locked ? undefined : () => remove(name)} removes={visible(name)} className={name === ANY_TOOL ? undefined : "font-mono"}>
              {name === ANY_TOOL ? (
                words.every
              ) : (
                <ForeignText text={tools.names === undefined || tools.names.includes(name) ? name : words.unknownTool(name)} />
              )}
            </Chip>
          ))}
          {!locked && !isAny && (
            <SelectInput
              {...ids}
              data-pointer={at}
              value=""
              className="max-w-[220px]"
              onChange={(event) => {
                if (event.target.value !== "") put(event.target.value);
              }}
            >
              <option value="">{rule.tools.length === 0 ? words.chooseTool : words.addTool}</option>
              {free.map((name) => (
                <option key={name} value={name}>
                  {visible(name)}
                </option>
              ))}
              <option value={ANY_TOOL}>{words.every}</option>
            </SelectInput>
          )}
        </span>
      )}
    </Field>
  );
}
