import clsx from "clsx";

import { isMoney, type PriceField } from "@/features/settings/prices/price-rows";
import { prices as words } from "@/text/settings-prices";

interface PriceCellProps {
  field: PriceField;
  label: string;
  /** Its place in the content: F8 finds it by that. */
  at: string;
  value: string;
  readOnly: boolean;
  wrong: boolean;
  onChange: (text: string) => void;
}

const look =
  "h-(--control-h) w-full min-w-0 rounded-control border border-transparent bg-transparent px-1.5 text-13 hover:border-line-control focus:border-accent focus:ring-1 focus:ring-accent focus:outline-none aria-invalid:border-danger";

/** One value of a price, written in its place. */
export function PriceCell({ field, label, at, value, readOnly, wrong, onChange }: PriceCellProps) {
  const isMono = field === "provider" || field === "model";
  const className = clsx(isMono && "font-mono text-12", isMoney(field) && "text-right tabular-nums");
  if (readOnly) {
    return (
      <span data-cut="" className={clsx("block truncate px-1.5 py-1.5 leading-5", className)}>
        {value === "" && field === "cached" ? <span className="text-fg-3">{words.asInput}</span> : value}
      </span>
    );
  }
  return (
    <input
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      data-pointer={at}
      value={value}
      type="text"
      inputMode={isMoney(field) ? "decimal" : undefined}
      placeholder={field === "cached" ? words.asInput : undefined}
      spellCheck={false}
      autoComplete="off"
      className={clsx(look, className)}
      onChange={(event) => onChange(field === "currency" ? event.target.value.toUpperCase() : event.target.value)}
    />
  );
}
