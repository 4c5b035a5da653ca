import { ChevronDown, ChevronRight, Plus, X } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";

import { rowsOf } from "@/features/settings/connections/capability-rows";
import { CapabilityTable } from "@/features/settings/connections/capability-table";
import { modelsIn, ofModel, saidIn, withModel, withSaid } from "@/features/settings/connections/capability-text";
import type { ConnectionForm } from "@/features/settings/connections/connection-form";
import { useUsual } from "@/features/settings/connections/use-usual";
import { connections as words } from "@/text/settings-connections";
import { Button } from "@/ui/button";
import { Field, SelectInput, TextInput } from "@/ui/field";

interface CapabilityFieldsProps {
  form: ConnectionForm;
  error: string | undefined;
  onChange: (changes: Partial<ConnectionForm>) => void;
}

/** What the endpoint takes, and what single models of it do: the usual unless somebody says otherwise. */
export function CapabilityFields({ form, error, onChange }: CapabilityFieldsProps) {
  const id = useId();
  const [open, setOpen] = useState(form.takes !== "" || form.models !== "");
  return (
    <div>
      <Button
        variant="ghost"
        size="small"
        name="takes"
        icon={open ? ChevronDown : ChevronRight}
        aria-expanded={open}
        aria-controls={id}
        className="-ml-2"
        onClick={() => setOpen(!open)}
      >
        {words.more}
      </Button>
      {error !== undefined && (
        <p role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
      <div id={id}>{open && <Tables form={form} onChange={onChange} />}</div>
    </div>
  );
}

function Tables({ form, onChange }: Omit<CapabilityFieldsProps, "error">) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [model, setModel] = useState("");
  // A model of which nothing is said yet stands in no text.
  const models = [...new Set([...Object.keys(modelsIn(form.models) ?? {}), ...added])];
  const usual = useUsual(form.provider, model, true);
  const whole = saidIn(form.takes) ?? {};
  const known = usual?.known ?? Object.keys(words.capabilities);
  const text = model === "" ? form.takes : ofModel(form.models, model);
  const rows = rowsOf(known, usual?.usual ?? {}, saidIn(text) ?? {}, model === "" ? {} : whole);
  const say = (name: string, value: boolean | number | undefined) => {
    const next = withSaid(text, name, value);
    onChange(model === "" ? { takes: next } : { models: withModel(form.models, model, next) });
  };
  const remove = () => {
    setAdded(added.filter((each) => each !== model));
    setModel("");
    onChange({ models: withModel(form.models, model, "") });
  };
  return (
    <div className="flex flex-col gap-2.5 pt-1.5">
      <p className="text-12 text-fg-3">{words.moreHelp}</p>
      <div className="grid items-start gap-3 phone:grid-cols-2">
        <div className="flex items-end gap-1.5">
          <Field label={words.of} className="flex-1">
            {(ids) => (
              <SelectInput {...ids} name="models" value={model} onChange={(event) => setModel(event.target.value)}>
                <option value="">{words.ofAll}</option>
                {models.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          {model !== "" && (
            <Button variant="ghost" icon={X} aria-label={words.forget(model)} data-hint={words.forget(model)} className="px-2" onClick={remove} />
          )}
        </div>
        <AnotherModel
          onAdd={(name) => {
            setAdded([...added, name]);
            setModel(name);
          }}
        />
      </div>
      <CapabilityTable label={words.tableOf(model)} rows={rows} onSay={say} />
    </div>
  );
}

const MOST = 200;

function AnotherModel({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  const add = () => {
    if (name.trim() === "") return;
    onAdd(name.trim());
    setName("");
  };
  const keyDown = (event: KeyboardEvent) => {
    // Enter adds the model, and does not save the form.
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex items-end gap-1.5">
      <Field label={words.another} optional className="flex-1">
        {(ids) => (
          <TextInput {...ids} value={name} maxLength={MOST} className="font-mono" spellCheck={false} onKeyDown={keyDown} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button icon={Plus} aria-disabled={name.trim() === ""} onClick={add}>
        {words.addAnother}
      </Button>
    </div>
  );
}
