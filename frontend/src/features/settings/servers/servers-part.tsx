import { Blocks, Eye, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { can } from "@/api/boot";
import { CommandButton } from "@/commands/command-button";
import { ListBody } from "@/features/settings/parts/list-body";
import { NameButton } from "@/features/settings/parts/name-button";
import { ReadOnlyNote } from "@/features/settings/parts/read-only-note";
import { RowMenu } from "@/features/settings/parts/row-menu";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { SettingsTable, type Column } from "@/features/settings/parts/settings-table";
import { UsedBy } from "@/features/settings/parts/used-by";
import { NEW, useItem } from "@/features/settings/parts/use-item";
import { useNewCommand } from "@/features/settings/parts/use-new-command";
import type { McpServer } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { DeleteServer } from "@/features/settings/servers/delete-server";
import { LookDialog } from "@/features/settings/servers/look-dialog";
import { ServerDialog } from "@/features/settings/servers/server-dialog";
import { forbidden, settings } from "@/text/settings";
import { servers as words } from "@/text/settings-servers";
import { ForeignText } from "@/ui/foreign-text";
import { EmptyState } from "@/ui/states";

/** Where tools of others are reached. */
export default function ServersPart() {
  const list = useList<McpServer>("/mcp-servers");
  const { item, open, close } = useItem();
  const [removing, setRemoving] = useState<McpServer | null>(null);
  const [looking, setLooking] = useState<McpServer | null>(null);
  const mayEdit = can("tools:edit");
  const make = useNewCommand("servers", words.new, () => open(NEW), mayEdit);
  const opened = item === NEW ? null : list.data?.find((each) => each.id === item);
  const columns: readonly Column<McpServer>[] = [
    {
      id: "name",
      name: words.columns.name,
      width: "w-[18%]",
      cell: (each) => <NameButton name={each.name} onOpen={mayEdit ? () => open(each.id) : undefined} />,
    },
    { id: "address", name: words.columns.address, cell: (each) => <ForeignText text={each.url} mono /> },
    { id: "key", name: words.columns.key, width: "w-[17%]", cell: keyOf },
    { id: "trust", name: words.columns.trust, width: "w-[10%]", cell: (each) => (each.is_trusted ? words.trusted : <span className="text-fg-3">{words.notTrusted}</span>) },
    { id: "used", name: words.columns.used, width: "w-[22%]", cell: (each) => <UsedBy names={each.used_by.map(({ name }) => name)} /> },
  ];
  return (
    <>
      <SectionHead title={settings.names.servers} acts={mayEdit && <CommandButton command={make} variant="primary" />}>
        {words.about}
      </SectionHead>
      {!mayEdit && <ReadOnlyNote who={forbidden.build} />}
      <SectionBody>
        <ListBody
          query={list}
          what={settings.names.servers}
          who={forbidden.build}
          empty={
            <EmptyState icon={Blocks} title={words.none} acts={mayEdit && <CommandButton command={make} />}>
              {words.noneDetail}
            </EmptyState>
          }
        >
          {(items) => (
            <SettingsTable
              label={settings.names.servers}
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
                          { id: "look", name: words.look, icon: Eye, onSelect: () => setLooking(each) },
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
      {item !== undefined && opened !== undefined && mayEdit && <ServerDialog key={item} server={opened} onClose={close} />}
      {looking !== null && <LookDialog server={looking} onClose={() => setLooking(null)} />}
      {removing !== null && <DeleteServer server={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function keyOf({ key, credential }: McpServer) {
  if (credential === null || key === "none") return <span className="text-fg-3">{words.keys.none}</span>;
  return words.keys[key](credential.name);
}
