import { boundIn, type CapabilityRow } from "@/features/settings/connections/capability-rows";
import { connections as words } from "@/text/settings-connections";
import { SelectInput, TextInput } from "@/ui/field";

interface CapabilityTableProps {
  label: string;
  rows: readonly CapabilityRow[];
  onSay: (name: string, value: boolean | number | undefined) => void;
}

/** One line for each: what is usual, or yes, or no. */
export function CapabilityTable({ label, rows, onSay }: CapabilityTableProps) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.capability}</th>
          <th scope="col">{words.taken}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
              {words.capabilities[row.name] ?? <span className="font-mono text-12">{row.name}</span>}
            </th>
            <td className="w-[46%] py-1">{row.isNumber ? <Bound row={row} onSay={onSay} /> : <YesOrNo row={row} onSay={onSay} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps extends Pick<CapabilityTableProps, "onSay"> {
  row: CapabilityRow;
}

function YesOrNo({ row: { name, said, usual, isOfConnection }, onSay }: CellProps) {
  const before = (isOfConnection ? words.asConnection : words.asShipped)(usual === false ? words.no : words.yes);
  return (
    <SelectInput
      aria-label={words.capabilities[name] ?? name}
      className={said === undefined ? "text-fg-2" : "font-medium"}
      value={said === undefined ? "" : String(said)}
      onChange={(event) => onSay(name, event.target.value === "" ? undefined : event.target.value === "true")}
    >
      <option value="">{before}</option>
      <option value="true">{words.yes}</option>
      <option value="false">{words.no}</option>
    </SelectInput>
  );
}

function Bound({ row: { name, said, usual, isOfConnection }, onSay }: CellProps) {
  const before = (isOfConnection ? words.asConnection : words.asShipped)(typeof usual === "number" ? words.bound(usual) : words.noBound);
  return (
    <TextInput
      aria-label={words.capabilities[name] ?? name}
      inputMode="numeric"
      placeholder={before}
      value={typeof said === "number" ? String(said) : ""}
      onChange={(event) => onSay(name, boundIn(event.target.value))}
    />
  );
}
