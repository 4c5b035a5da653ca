import { Pencil, Trash2 } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { ConflictView } from "@/features/settings/parts/conflict-view";
import { Failure } from "@/features/settings/parts/failure";
import { NameButton } from "@/features/settings/parts/name-button";
import { RowMenu } from "@/features/settings/parts/row-menu";
import { UsedBy } from "@/features/settings/parts/used-by";
import type { Variable } from "@/features/settings/rest/shapes";
import { useSaveVariable } from "@/features/settings/variables/use-save-variable";
import { errorsOfVariable, type VariableErrors, type VariableField, type VariableForm } from "@/features/settings/variables/variable-form";
import { settings } from "@/text/settings";
import { variables as words } from "@/text/settings-parts";
import { Button } from "@/ui/button";
import { Field, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";

interface VariableRowProps {
  variable: Variable;
  mayEdit: boolean;
  editing: boolean;
  onEdit: () => void;
  onClose: () => void;
  onRemove: () => void;
}

/** A variable; it is changed where it stands. */
export function VariableRow({ variable, mayEdit, editing, onEdit, onClose, onRemove }: VariableRowProps) {
  if (editing) {
    return (
      <li className="border-b border-line bg-selected">
        <Editor variable={variable} onClose={onClose} />
      </li>
    );
  }
  return (
    <li className="grid items-center gap-x-4 gap-y-0.5 border-b border-line py-2.5 pr-2 pl-4 hover:bg-hover split:grid-cols-[minmax(160px,1fr)_minmax(0,2fr)_minmax(120px,1fr)_28px] split:pr-4 split:pl-5 max-split:grid-cols-[minmax(0,1fr)_auto]">
      <NameButton name={variable.name} mono onOpen={mayEdit ? onEdit : undefined} />
      <span className="min-w-0 wrap-anywhere max-split:col-span-2 max-split:row-start-2">
        <ForeignText text={variable.value} mono />
      </span>
      <span className="min-w-0 text-12 wrap-anywhere text-fg-3 max-split:col-span-2">
        {words.usedBy} <UsedBy names={variable.used_by} />
      </span>
      {mayEdit && (
        <span className="max-split:col-start-2 max-split:row-start-1">
          <RowMenu
            name={variable.name}
            items={[
              { id: "edit", name: settings.edit, icon: Pencil, onSelect: onEdit },
              { id: "remove", name: settings.remove, icon: Trash2, danger: true, onSelect: onRemove },
            ]}
          />
        </span>
      )}
    </li>
  );
}

/** A line for one more. */
export function NewVariable({ onClose }: { onClose: () => void }) {
  return (
    <div className="border-b border-line bg-selected">
      <Editor variable={null} onClose={onClose} />
    </div>
  );
}

function Editor({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  // What one began from: the version is named when saving, so that a change of somebody else is met there.
  const [seen, setSeen] = useState(variable);
  const [form, setForm] = useState<VariableForm>({ name: variable?.name ?? "", value: variable?.value ?? "" });
  const [errors, setErrors] = useState<VariableErrors>({});
  const { save, busy, conflict, failure, refusedField, forget } = useSaveVariable(onClose);
  const submit = (wanted: VariableForm = form, version = seen?.version) => {
    const found = errorsOfVariable(wanted);
    setErrors(found);
    if (Object.keys(found).length === 0 && !busy) save(seen, wanted, version);
  };
  const set = (field: VariableField, value: string) => {
    const next = { ...form, [field]: value };
    setForm(next);
    if (errors[field] !== undefined) setErrors({ ...errors, [field]: errorsOfVariable(next)[field] });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || conflict !== undefined) return;
    event.stopPropagation();
    onClose();
  };
  const errorOf = (field: VariableField) => errors[field] ?? (refusedField === field ? failure?.message : undefined);
  return (
    <form
      noValidate
      aria-label={variable?.name ?? words.new}
      className="flex flex-col gap-3 px-4 py-3 split:px-5"
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid items-start gap-3 split:grid-cols-[minmax(160px,1fr)_minmax(0,2fr)_auto]">
        <Field label={words.name} required error={errorOf("name")}>
          {(ids) => (
            <TextInput
              {...ids}
              className="font-mono"
              spellCheck={false}
              autoFocus={variable === null}
              readOnly={variable !== null}
              value={form.name}
              onChange={(event) => set("name", event.target.value)}
            />
          )}
        </Field>
        <Field label={words.value} required error={errorOf("value")} help={words.valueHelp}>
          {(ids) => (
            <TextInput
              {...ids}
              className="font-mono"
              spellCheck={false}
              autoFocus={variable !== null}
              value={form.value}
              onChange={(event) => set("value", event.target.value)}
            />
          )}
        </Field>
        <div className="flex gap-2 split:pt-[22px]">
          <Button type="submit" variant={conflict === undefined ? "primary" : "plain"} keys="Enter" aria-disabled={busy}>
            {busy ? settings.saving : settings.save}
          </Button>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            {settings.cancel}
          </Button>
        </div>
      </div>
      {conflict !== undefined && (
        <ConflictView
          name={conflict.name}
          names={{ name: words.name, value: words.value }}
          theirs={{ name: conflict.name, value: conflict.value }}
          mine={form}
          busy={busy}
          onSave={(chosen) => {
            setForm(chosen);
            setSeen(conflict);
            submit(chosen, conflict.version);
          }}
          onTakeTheirs={() => {
            forget();
            onClose();
          }}
        />
      )}
      {failure !== null && refusedField === undefined && conflict === undefined && <Failure title={settings.notSaved} error={failure} />}
    </form>
  );
}
