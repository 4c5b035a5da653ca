import { useState } from "react";

import { faultOf, MOST_DAYS, PERIODS, type Period, type PeriodName, type Range, type RangeFault } from "@/features/usage/model/period";
import { usage as words } from "@/text/usage";
import { Field, SelectInput, TextInput } from "@/ui/field";
import { Segments } from "@/ui/segments";
import { useMedia, widths } from "@/ui/use-media";

interface PeriodPickerProps {
  period: Period;
  /** The days that are shown: where an own period begins. Null: not known yet. */
  shown: Range | null;
  onChoose: (period: Period) => void;
}

/** Which days: one of the usual spans, or one's own. */
export function PeriodPicker({ period, shown, onChoose }: PeriodPickerProps) {
  const phone = useMedia(widths.phone);
  const options = PERIODS.map((value) => ({ value, name: words.periods[value] }));
  const choose = (name: PeriodName) => {
    if (name !== "own") onChoose({ name, own: null });
    else if (shown !== null) onChoose({ name, own: { from: shown.from, to: shown.to } });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {phone ? (
        <SelectInput aria-label={words.period} value={period.name} onChange={(event) => choose(event.target.value as PeriodName)}>
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectInput>
      ) : (
        <Segments label={words.period} value={period.name} options={options} onChange={choose} />
      )}
      {period.own !== null && <OwnDays own={period.own} onChoose={(own) => onChoose({ name: "own", own })} />}
    </div>
  );
}

/** What is being typed is no period yet: it counts once both days can be read. */
function OwnDays({ own, onChoose }: { own: Range; onChoose: (own: Range) => void }) {
  const [typed, setTyped] = useState(own);
  const fault = faultOf(typed);
  const type = (change: Partial<Range>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (faultOf(next) === null) onChoose(next);
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={words.from} error={fault === null ? undefined : faultWords(fault)} className="w-[148px]">
        {(ids) => <TextInput {...ids} type="date" value={typed.from} onChange={(event) => type({ from: event.target.value })} />}
      </Field>
      <Field label={words.to} className="w-[148px]">
        {(ids) => <TextInput {...ids} type="date" value={typed.to} onChange={(event) => type({ to: event.target.value })} />}
      </Field>
    </div>
  );
}

function faultWords(fault: RangeFault): string {
  return fault === "length" ? words.faults.length(MOST_DAYS) : words.faults[fault];
}
