import { ChevronDown, ChevronRight, X } from "lucide-react";
import { useId, useState } from "react";

import { wordsOf } from "@/features/studio/fields";
import { pointer, problemsIn } from "@/features/studio/model/pointer";
import { form as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { Checkbox, Field, SelectInput, TextInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { visible } from "@/ui/visible";

import { faultOf, keyOf, schemaOfRow, type ArgumentKind, type ArgumentRow } from "../model/argument-row";
import { namesInAddress, placeOf, withoutRow, withPlace, withRow, type Place } from "../model/placing";
import { isOfServer } from "../model/tool-form";
import { LimitFields } from "./limit-fields";
import type { BlockProps } from "./tool-form-view";

interface ArgumentRowProps extends BlockProps {
  row: ArgumentRow;
  place: number;
}

const KINDS: readonly ArgumentKind[] = ["string", "number", "integer", "boolean", "texts", "schema"];

/** One argument: its name, its type, where it goes, and what it is. */
export function ArgumentRowView({ editor, form, change, row, place }: ArgumentRowProps) {
  const id = useId();
  const locked = editor.readOnly !== undefined;
  const at = pointer("arguments", keyOf(row));
  const isDeepWrong = problemsIn(editor.problems, at).some((problem) => problem.pointer !== at);
  const [isOpen, setOpen] = useState(false);
  const open = isOpen || isDeepWrong || row.kind === "schema";
  const fault = faultOf(row, form.arguments);
  const set = (more: Partial<ArgumentRow>) => change(withRow(form, { ...row, ...more }));
  const label = words.argument(visible(row.name), place);
  return (
    <li aria-label={label} className="flex flex-col gap-2.5 border-t border-line p-3 first:border-t-0">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-2 @min-[560px]:grid-cols-[minmax(0,1fr)_132px_150px_auto]">
        <Field
          label={words.name}
          error={fault !== undefined && fault !== "not_json" && (row.name !== "" || isDeepWrong) ? words.faults[fault] : wordsOf(editor, at)}
        >
          {(ids) => (
            <TextInput
              {...ids}
              data-pointer={at}
              value={row.name}
              readOnly={locked}
              autoFocus={row.name === "" && !locked}
              spellCheck={false}
              autoCapitalize="off"
              className="font-mono"
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.kind}>
          {(ids) => (
            <SelectInput {...ids} data-pointer={`${at}/type`} value={row.kind} disabled={locked} onChange={(event) => set(ofKind(row, event.target.value as ArgumentKind))}>
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        {!isOfServer(form) && <GoesField editor={editor} form={form} change={change} row={row} />}
        {!locked && (
          <IconButton icon={X} label={words.removeArgument(visible(row.name))} className="@min-[560px]:mt-[25px]" onClick={() => change(withoutRow(form, row.id))} />
        )}
      </div>
      {row.kind !== "schema" && (
        <Field label={words.meaning} help={row.description === "" ? words.meaningHelp : undefined} error={wordsOf(editor, `${at}/description`, true)}>
          {(ids) => (
            <TextInput
              {...ids}
              data-pointer={`${at}/description`}
              value={row.description}
              readOnly={locked}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Checkbox label={words.required} checked={row.required} disabled={locked} onChange={(event) => set({ required: event.target.checked })} />
        {row.kind !== "boolean" && row.kind !== "schema" && (
          <Button
            size="small"
            variant="ghost"
            icon={open ? ChevronDown : ChevronRight}
            aria-expanded={open}
            aria-controls={id}
            className="-ml-2"
            onClick={() => setOpen(!open)}
          >
            {words.limits}
          </Button>
        )}
        {!open && <LimitsInShort row={row} />}
        {Object.keys(row.rest).length > 0 && (
          <span className="min-w-0 text-12 text-fg-3 wrap-anywhere">{words.also(Object.keys(row.rest).map((key) => visible(key)))}</span>
        )}
      </div>
      {open && (
        <div id={id}>
          <LimitFields editor={editor} at={at} row={row} locked={locked} set={set} isJson={fault !== "not_json"} />
        </div>
      )}
    </li>
  );
}

/** The address is told by the address itself; the query and the body are chosen. */
function GoesField({ editor, form, change, row }: BlockProps & { row: ArgumentRow }) {
  const place = placeOf(form, row.name);
  const isInPath = namesInAddress(form.address).arguments.includes(row.name);
  const isNowhere = !isInPath && place === "none" && row.name !== "";
  const names: Record<Place, string> = isInPath ? { none: words.inPath, ...words.inPathAnd } : words.places;
  const offered: Place[] = place === "both" ? ["none", "query", "body", "both"] : ["none", "query", "body"];
  return (
    <Field label={words.goes} error={isNowhere ? words.choosePlace : undefined}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={place}
          disabled={editor.readOnly !== undefined || row.name === ""}
          onChange={(event) => change(withPlace(form, row.name, event.target.value as Place))}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

/** Folded, the limits are still seen: what is not seen is not checked. */
function LimitsInShort({ row }: { row: ArgumentRow }) {
  const parts = [
    row.kind === "string" && row.pattern !== "" ? row.pattern : "",
    row.choices === "" ? "" : row.choices.split("\n").join(" | "),
    row.least.text === "" ? "" : `${row.least.beyond ? ">" : "≥"} ${row.least.text}`,
    row.most.text === "" ? "" : `${row.most.beyond ? "<" : "≤"} ${row.most.text}`,
    row.shortest === "" && row.longest === "" ? "" : `${row.shortest}…${row.longest}`,
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return (
    <span data-cut="" className="min-w-0 truncate font-mono text-12 text-fg-3">
      {visible(parts.join("  "))}
    </span>
  );
}

/** A row of another kind; as JSON it begins with what it says so far. */
function ofKind(row: ArgumentRow, kind: ArgumentKind): Partial<ArgumentRow> {
  if (kind !== "schema") return { kind };
  return { kind, raw: JSON.stringify(schemaOfRow(row), null, 2) };
}
