import { KeyRound, Lock, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { can } from "@/api/boot";
import { CommandButton } from "@/commands/command-button";
import { CredentialDialog } from "@/features/settings/credentials/credential-dialog";
import { DeleteCredential } from "@/features/settings/credentials/delete-credential";
import { SecretValue, SentAs } from "@/features/settings/credentials/secret-value";
import { ListBody } from "@/features/settings/parts/list-body";
import { NameButton } from "@/features/settings/parts/name-button";
import { ReadOnlyNote } from "@/features/settings/parts/read-only-note";
import { RowMenu } from "@/features/settings/parts/row-menu";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { SettingsTable, type Column } from "@/features/settings/parts/settings-table";
import { UsedBy } from "@/features/settings/parts/used-by";
import { NEW, useItem } from "@/features/settings/parts/use-item";
import { useNewCommand } from "@/features/settings/parts/use-new-command";
import type { Credential } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { forbidden, settings } from "@/text/settings";
import { credentials as words } from "@/text/settings-credentials";
import { EmptyState } from "@/ui/states";

/** The secrets of the project: what is known of them, never they themselves. */
export default function CredentialsPart() {
  const list = useList<Credential>("/credentials");
  const { item, open, close } = useItem();
  const [removing, setRemoving] = useState<Credential | null>(null);
  const mayEdit = can("secrets:manage");
  const make = useNewCommand("credentials", words.new, () => open(NEW), mayEdit);
  const opened = item === NEW ? null : list.data?.find((each) => each.id === item);
  const columns: readonly Column<Credential>[] = [
    {
      id: "name",
      name: words.columns.name,
      width: "w-[14%]",
      cell: (each) => <NameButton name={each.name} onOpen={mayEdit ? () => open(each.id) : undefined} />,
    },
    { id: "host", name: words.columns.host, width: "w-[19%]", cell: (each) => <span className="font-mono text-12">{each.host}</span> },
    { id: "sent", name: words.columns.sent, width: "w-[21%]", cell: (each) => <SentAs header={each.header} prefix={each.prefix} /> },
    { id: "value", name: words.columns.value, cell: (each) => <SecretValue credential={each} /> },
    { id: "used", name: words.columns.used, width: "w-[12%]", cell: (each) => <UsedBy names={each.used_by.map((user) => user.name)} /> },
  ];
  return (
    <>
      <SectionHead title={settings.names.credentials} acts={mayEdit && <CommandButton command={make} variant="primary" />}>
        {words.about}
      </SectionHead>
      {!mayEdit && <ReadOnlyNote who={forbidden.secrets} />}
      <SectionBody>
        <ListBody
          query={list}
          what={settings.names.credentials}
          who={forbidden.secrets}
          empty={
            <EmptyState icon={Lock} title={words.none} acts={mayEdit && <CommandButton command={make} />}>
              {words.noneDetail}
            </EmptyState>
          }
        >
          {(items) => (
            <SettingsTable
              label={settings.names.credentials}
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
                          { id: "replace", name: words.replace, icon: KeyRound, onSelect: () => open(each.id) },
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
      {item !== undefined && opened !== undefined && mayEdit && <CredentialDialog key={item} credential={opened} onClose={close} />}
      {removing !== null && <DeleteCredential credential={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
