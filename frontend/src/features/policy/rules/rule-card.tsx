import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from "lucide-react";

import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { rule as words } from "@/text/policy";
import { Button } from "@/ui/button";
import { Field, TextInput } from "@/ui/field";
import { RadioCards } from "@/ui/radio-cards";

import { isTime } from "../model/rule-faults";
import { OUTCOMES, type RuleRow } from "../model/rule-form";
import { outcomeColour, outcomeIcon } from "../outcome-word";
import type { RuleTableProps } from "./rule-table";
import { TestFields } from "./test-fields";
import { ToolsField } from "./tools-field";

interface RuleCardProps extends RuleTableProps {
  rule: RuleRow;
  place: number;
}

/** One rule as a form. */
export function RuleCard(props: RuleCardProps) {
  const { editor, rules, rule, place, onChange, onMove, onDuplicate, onRemove } = props;
  const locked = editor.readOnly !== undefined;
  const at = pointer("rules", place);
  const set = (more: Partial<RuleRow>) => onChange({ ...rule, ...more });
  return (
    <section aria-label={words.title(place + 1)} className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-3">
        <b className="mr-auto">{words.title(place + 1)}</b>
        {!locked && (
          <>
            <Button size="small" variant="ghost" icon={ArrowUp} disabled={place === 0} keys="Alt+ArrowUp" onClick={() => onMove(place, place - 1)}>
              {words.up}
            </Button>
            <Button
              size="small"
              variant="ghost"
              icon={ArrowDown}
              disabled={place === rules.length - 1}
              keys="Alt+ArrowDown"
              onClick={() => onMove(place, place + 1)}
            >
              {words.down}
            </Button>
            <Button size="small" variant="ghost" icon={CopyPlus} onClick={() => onDuplicate(rule)}>
              {words.duplicate}
            </Button>
            <Button size="small" variant="ghost" icon={Trash2} className="text-danger!" onClick={() => onRemove(rule)}>
              {words.remove}
            </Button>
          </>
        )}
      </header>
      <div className="flex flex-col gap-4 p-3">
        <ToolsField {...props} />
        <TestFields {...props} />
        <div className="flex flex-col gap-1">
          <span className="text-12 font-medium text-fg-2">{words.then}</span>
          <RadioCards
            label={words.then}
            value={rule.outcome}
            disabled={locked}
            pointer={`${at}/${rule.outcome}`}
            className="@min-[560px]:grid-cols-3"
            options={OUTCOMES.map((outcome) => ({
              value: outcome,
              title: words.outcomes[outcome].title,
              detail: words.outcomes[outcome].detail,
              icon: outcomeIcon[outcome],
              iconClass: outcomeColour[outcome],
            }))}
            onChange={(outcome) => set({ outcome })}
          />
        </div>
        <Field label={words.because} optional help={words.becauseHelp} error={wordsOf(editor, `${at}/because`, true)}>
          {(ids) => (
            <TextInput {...ids} data-pointer={`${at}/because`} value={rule.because} readOnly={locked} onChange={(event) => set({ because: event.target.value })} />
          )}
        </Field>
        {rule.outcome === "ask" && (
          <div className="grid items-start gap-3 @min-[560px]:grid-cols-3">
            <TimeField {...props} at={`${at}/expires_after`} label={words.expires} help={words.expiresHelp} value={rule.expires} onText={(expires) => set({ expires })} />
            <TimeField {...props} at={`${at}/execute_within`} label={words.within} help={words.withinHelp} value={rule.within} onText={(within) => set({ within })} />
            <TimeField {...props} at={`${at}/grace`} label={words.grace} help={words.graceHelp} value={rule.grace} onText={(grace) => set({ grace })} />
          </div>
        )}
      </div>
    </section>
  );
}

interface TimeFieldProps extends RuleCardProps {
  at: string;
  label: string;
  help: string;
  value: string;
  onText: (text: string) => void;
}

function TimeField({ editor, at, label, help, value, onText }: TimeFieldProps) {
  return (
    <Field label={label} help={help} error={wordsOf(editor, at, true) ?? (isTime(value) ? undefined : words.notTime(value))}>
      {(ids) => (
        <TextInput {...ids} data-pointer={at} value={value} readOnly={editor.readOnly !== undefined} onChange={(event) => onText(event.target.value)} />
      )}
    </Field>
  );
}
