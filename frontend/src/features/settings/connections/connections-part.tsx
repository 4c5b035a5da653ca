import { Pencil, Plug, Trash2 } from "lucide-react";
import { useState } from "react";

import { can } from "@/api/boot";
import { CommandButton } from "@/commands/command-button";
import { usualAddress } from "@/features/settings/connections/connection-form";
import { ConnectionDialog } from "@/features/settings/connections/connection-dialog";
import { DeleteConnection } from "@/features/settings/connections/delete-connection";
import { Health } from "@/features/settings/connections/health";
import { KeyState } from "@/features/settings/connections/key-state";
import { ListBody } from "@/features/settings/parts/list-body";
import { NameButton } from "@/features/settings/parts/name-button";
import { ReadOnlyNote } from "@/features/settings/parts/read-only-note";
import { RowMenu } from "@/features/settings/parts/row-menu";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { SettingsTable, type Column } from "@/features/settings/parts/settings-table";
import { NEW, useItem } from "@/features/settings/parts/use-item";
import { useNewCommand } from "@/features/settings/parts/use-new-command";
import type { Connection } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { useOutages, type Outage } from "@/shell/use-outages";
import { forbidden, settings } from "@/text/settings";
import { connections as words } from "@/text/settings-connections";
import { EmptyState } from "@/ui/states";

/** How models are reached. */
export default function ConnectionsPart() {
  const list = useList<Connection>("/connections");
  const outages = useOutages();
  const { item, open, close } = useItem();
  const [removing, setRemoving] = useState<Connection | null>(null);
  const mayEdit = can("agents:edit");
  const make = useNewCommand("connections", words.new, () => open(NEW), mayEdit);
  const opened = item === NEW ? null : list.data?.find((each) => each.id === item);
  const columns: readonly Column<Connection>[] = [
    {
      id: "name",
      name: words.columns.name,
      width: "w-[17%]",
      cell: (each) => <NameButton name={each.name} onOpen={mayEdit ? () => open(each.id) : undefined} />,
    },
    { id: "provider", name: words.columns.provider, width: "w-[15%]", cell: (each) => words.providers[each.provider] ?? each.provider },
    { id: "address", name: words.columns.address, cell: (each) => <span className="font-mono text-12 text-fg-2">{addressOf(each)}</span> },
    ...(can("runs:read") ? [healthColumn(outages)] : []),
    { id: "key", name: words.columns.key, width: "w-[15%]", cell: (each) => <KeyState connection={each} /> },
    { id: "used", name: words.columns.used, width: "w-[10%]", cell: (each) => (each.used_by === 0 ? <span className="text-fg-3">{settings.unused}</span> : words.agents(each.used_by)) },
  ];
  return (
    <>
      <SectionHead title={settings.names.connections} acts={mayEdit && <CommandButton command={make} variant="primary" />}>
        {words.about}
      </SectionHead>
      {!mayEdit && <ReadOnlyNote who={forbidden.build} />}
      <SectionBody>
        <ListBody
          query={list}
          what={settings.names.connections}
          who={forbidden.build}
          empty={
            <EmptyState icon={Plug} title={words.none} acts={mayEdit && <CommandButton command={make} />}>
              {words.noneDetail}
            </EmptyState>
          }
        >
          {(items) => (
            <SettingsTable
              label={settings.names.connections}
              rows={items}
              keyOf={(each) => each.id}
              columns={columns}
              actsLabel={settings.actsColumn}
              acts={
                mayEdit
                  ? (each) => (
                      <RowMenu
                        name={each.name}
                        items={[
                          { id: "edit", name: settings.edit, icon: Pencil, onSelect: () => open(each.id) },
                          { id: "remove", name: settings.remove, icon: Trash2, danger: true, onSelect: () => setRemoving(each) },
                        ]}
                      />
                    )
                  : undefined
              }
            />
          )}
        </ListBody>
      </SectionBody>
      {item !== undefined && opened !== undefined && mayEdit && <ConnectionDialog key={item} connection={opened} onClose={close} />}
      {removing !== null && <DeleteConnection connection={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function healthColumn(outages: readonly Outage[]): Column<Connection> {
  return {
    id: "health",
    name: words.columns.health,
    width: "w-[21%]",
    cell: (each) => <Health outage={outages.find(({ connection }) => connection.id === each.id)} />,
  };
}

function addressOf({ provider, base_url, script }: Connection): string {
  if (provider !== "scripted") return base_url === "" ? usualAddress(provider) : base_url;
  return typeof script === "string" ? words.script(script) : words.ownReplies;
}
