import { Braces } from "lucide-react";
import { useState } from "react";

import { can } from "@/api/boot";
import { CommandButton } from "@/commands/command-button";
import { ListBody } from "@/features/settings/parts/list-body";
import { ReadOnlyNote } from "@/features/settings/parts/read-only-note";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { NEW, useItem } from "@/features/settings/parts/use-item";
import { useNewCommand } from "@/features/settings/parts/use-new-command";
import type { Variable } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { DeleteVariable } from "@/features/settings/variables/delete-variable";
import { NewVariable, VariableRow } from "@/features/settings/variables/variable-row";
import { forbidden, settings } from "@/text/settings";
import { variables as words } from "@/text/settings-parts";
import { EmptyState } from "@/ui/states";

/** The variables of the project: what tools write in braces, such as the address of the shop. */
export default function VariablesPart() {
  const list = useList<Variable>("/variables");
  const { item, open, close } = useItem();
  const [removing, setRemoving] = useState<Variable | null>(null);
  const mayEdit = can("agents:edit");
  const making = item === NEW && mayEdit;
  const make = useNewCommand("variables", words.new, () => open(NEW), mayEdit);
  return (
    <>
      <SectionHead title={settings.names.variables} acts={mayEdit && <CommandButton command={make} variant="primary" />}>
        {words.about}
      </SectionHead>
      {!mayEdit && <ReadOnlyNote who={forbidden.build} />}
      <SectionBody>
        {making && <NewVariable onClose={close} />}
        <ListBody
          query={list}
          what={settings.names.variables}
          who={forbidden.build}
          empty={
            making ? null : (
              <EmptyState icon={Braces} title={words.none} acts={mayEdit && <CommandButton command={make} />}>
                {words.noneDetail}
              </EmptyState>
            )
          }
        >
          {(items) => (
            <ul aria-label={settings.names.variables}>
              {items.map((each) => (
                <VariableRow
                  key={each.id}
                  variable={each}
                  mayEdit={mayEdit}
                  editing={item === each.id && mayEdit}
                  onEdit={() => open(each.id)}
                  onClose={close}
                  onRemove={() => setRemoving(each)}
                />
              ))}
            </ul>
          )}
        </ListBody>
      </SectionBody>
      {removing !== null && <DeleteVariable variable={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
