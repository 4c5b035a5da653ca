import clsx from "clsx";
import { TriangleAlert } from "lucide-react";

import { effects, form, openapi as words } from "@/text/tools";
import { Checkbox, SelectInput, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";

import { nameFault, nameOf, type Choices, type Operation } from "../model/import-rows";
import { EFFECTS, RISKS } from "../model/tool-form";

interface OperationTableProps {
  all: readonly Operation[];
  shown: readonly Operation[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  onSelect: (keys: readonly string[], on: boolean) => void;
}

const head = "h-8 px-2 text-left text-12 font-medium text-fg-3";
const cell = "px-2 py-2 align-top";

/** One row for each operation: whether, under which name, and what is said of it. */
export function OperationTable({ shown, ...props }: OperationTableProps) {
  return (
    <table className="w-full border-collapse max-phone:block">
      <thead className="sticky top-0 z-10 border-y border-line bg-surface max-phone:hidden">
        <tr>
          <th scope="col" className={clsx(head, "w-12 pl-5")}>
            <span className="sr-only">{words.columns.select}</span>
          </th>
          <th scope="col" className={head}>{words.columns.operation}</th>
          <th scope="col" className={clsx(head, "w-60")}>{words.columns.name}</th>
          <th scope="col" className={clsx(head, "w-44")}>{words.columns.effect}</th>
          <th scope="col" className={clsx(head, "w-32 pr-5")}>{words.columns.risk}</th>
        </tr>
      </thead>
      <tbody className="max-phone:block">
        {shown.map((operation) => (
          <OperationRow key={operation.key} operation={operation} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function OperationRow({ operation, all, choices, onChoices, onSelect }: Omit<OperationTableProps, "shown"> & { operation: Operation }) {
  const { key, content, problems } = operation;
  const chosen = choices.selected.has(key);
  const cannot = content === null;
  const fault = nameFault(operation, all, choices);
  const title = visible(key);
  return (
    <tr className={clsx("border-b border-line max-phone:grid max-phone:grid-cols-[44px_minmax(0,1fr)] max-phone:py-1", chosen && "bg-selected")}>
      <td className={clsx(cell, "pl-5 max-phone:pl-4")}>
        <Checkbox bare label={words.select(title)} checked={chosen} disabled={cannot} onChange={(event) => onSelect([key], event.target.checked)} />
      </td>
      <td className={clsx(cell, "wrap-anywhere")}>
        <span className="font-mono text-12">
          <b>{operation.method}</b> <ForeignText text={operation.path} />
        </span>
        {operation.summary !== "" && (
          <span className="block text-fg-2">
            <ForeignText text={operation.summary} strictness="prose" />
          </span>
        )}
        {cannot && <span className="block text-12 text-fg-2">{words.cannot}</span>}
        {problems.map((problem, index) => (
          <span key={index} className={clsx("mt-0.5 flex items-start gap-1.5 text-12", cannot && index === 0 ? "text-danger" : "text-fg-3")}>
            <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <ForeignText text={problem.message} strictness="prose" />
            </span>
          </span>
        ))}
      </td>
      {cannot ? (
        <td colSpan={3} className="max-phone:hidden" />
      ) : (
        <>
          <td className={clsx(cell, "max-phone:col-start-2 max-phone:py-1 max-phone:pr-4")}>
            <TextInput
              aria-label={words.nameOf(title)}
              aria-invalid={fault === undefined ? undefined : true}
              value={nameOf(operation, choices)}
              spellCheck={false}
              className="font-mono"
              onChange={(event) => onChoices({ ...choices, names: { ...choices.names, [key]: event.target.value } })}
            />
            {fault !== undefined && (
              <span className="mt-1 flex items-start gap-1.5 text-12 text-danger">
                <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
                {words.nameFaults[fault]}
              </span>
            )}
          </td>
          <td className={clsx(cell, "max-phone:col-start-2 max-phone:py-1 max-phone:pr-4")}>
            <SelectInput
              aria-label={words.effectOf(title)}
              value={choices.effects[key] ?? operation.effect}
              onChange={(event) => onChoices({ ...choices, effects: { ...choices.effects, [key]: event.target.value } })}
            >
              {EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {effects[effect].short}
                </option>
              ))}
            </SelectInput>
          </td>
          <td className={clsx(cell, "pr-5 max-phone:col-start-2 max-phone:py-1 max-phone:pr-4")}>
            <SelectInput
              aria-label={words.riskOf(title)}
              value={choices.risks[key] ?? operation.risk}
              onChange={(event) => onChoices({ ...choices, risks: { ...choices.risks, [key]: event.target.value } })}
            >
              {RISKS.map((risk) => (
                <option key={risk} value={risk}>
                  {form.risks[risk]}
                </option>
              ))}
            </SelectInput>
          </td>
        </>
      )}
    </tr>
  );
}
