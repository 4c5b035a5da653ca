import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { namesIn, toggled } from "@/features/settings/connections/connection-form";
import { connections as words } from "@/text/settings-connections";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/field";

/** What the endpoint takes: everything unless somebody found that it does not. */
export function CapabilityFields({ off, onChange, children }: { off: string; onChange: (off: string) => void; children?: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(off !== "");
  const taken = namesIn(off);
  const known = Object.keys(words.capabilities);
  const all = [...known, ...taken.filter((name) => !known.includes(name))];
  return (
    <div>
      <Button variant="ghost" size="small" icon={open ? ChevronDown : ChevronRight} aria-expanded={open} aria-controls={id} className="-ml-2" onClick={() => setOpen(!open)}>
        {words.more}
      </Button>
      {open && (
        <fieldset id={id} className="flex flex-col gap-2 pt-1.5">
          <legend className="pb-1.5 text-12 text-fg-3">{words.moreHelp}</legend>
          <div className="grid gap-x-3 gap-y-2 phone:grid-cols-2">
            {all.map((name) => (
              <Checkbox
                key={name}
                label={words.capabilities[name] ?? name}
                checked={!taken.includes(name)}
                onChange={(event) => onChange(toggled(off, name, event.target.checked))}
              />
            ))}
          </div>
          {children}
        </fieldset>
      )}
    </div>
  );
}
