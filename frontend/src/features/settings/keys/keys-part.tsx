import { CalendarClock, CircleSlash, Code, KeyRound } from "lucide-react";
import { useState } from "react";

import { boot, can } from "@/api/boot";
import { CommandButton } from "@/commands/command-button";
import { EndDialog } from "@/features/settings/keys/end-dialog";
import { curlOfKey } from "@/features/settings/keys/key-curl";
import { KeyDialog } from "@/features/settings/keys/key-dialog";
import { KeyEnd } from "@/features/settings/keys/key-end";
import { KeyWarnings } from "@/features/settings/keys/key-warning-list";
import { isDead } from "@/features/settings/keys/key-warnings";
import { NewKeyCard } from "@/features/settings/keys/new-key-card";
import { RevokeDialog } from "@/features/settings/keys/revoke-dialog";
import { ListBody } from "@/features/settings/parts/list-body";
import { NameButton } from "@/features/settings/parts/name-button";
import { mayNot } from "@/features/settings/parts/roles";
import { RowMenu } from "@/features/settings/parts/row-menu";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { SettingsTable, type Column } from "@/features/settings/parts/settings-table";
import { NEW, useItem } from "@/features/settings/parts/use-item";
import { useNewCommand } from "@/features/settings/parts/use-new-command";
import type { ApiKey, NewApiKey } from "@/features/settings/rest/shapes";
import { useList } from "@/features/settings/rest/use-list";
import { forbidden, settings } from "@/text/settings";
import { apiKeys as words } from "@/text/settings-keys";
import { copyText } from "@/ui/copy-text";
import { useNow } from "@/ui/now";
import { EmptyState, ForbiddenState } from "@/ui/states";
import { Ago } from "@/ui/time";
import { toasts } from "@/ui/toasts";

/** The keys of services: who has one, what it may, and until when. */
export default function KeysPart() {
  const mayManage = can("keys:manage");
  const list = useList<ApiKey>("/api-keys", mayManage);
  const { item, open, close } = useItem();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const now = useNow("minute");
  const make = useNewCommand("keys", words.new, () => open(NEW), mayManage);
  if (!mayManage) {
    return (
      <>
        <SectionHead title={settings.names.keys}>{words.about}</SectionHead>
        <ForbiddenState title={forbidden.read(settings.names.keys)}>{mayNot(forbidden.secrets)}</ForbiddenState>
      </>
    );
  }
  return (
    <>
      <SectionHead title={settings.names.keys} acts={<CommandButton command={make} variant={made === null ? "primary" : "plain"} />}>
        {words.about}
      </SectionHead>
      <SectionBody>
        {made !== null && <NewKeyCard made={made} onHide={() => setMade(null)} />}
        <ListBody
          query={list}
          what={settings.names.keys}
          who={forbidden.secrets}
          empty={
            <EmptyState icon={KeyRound} title={words.none} acts={<CommandButton command={make} />}>
              {words.noneDetail}
            </EmptyState>
          }
        >
          {(items) => (
            <>
              <KeyWarnings keys={items} now={now} onEnd={setEnding} onRevoke={setRevoking} />
              <SettingsTable
                label={settings.names.keys}
                rows={items}
                keyOf={(each) => each.id}
                columns={columns}
                isQuiet={(each) => isDead(each, now)}
                actsLabel={settings.actsColumn}
                acts={(each) => (
                  <RowMenu
                    name={each.name}
                    items={[
                      { id: "curl", name: words.copyCurl, icon: Code, onSelect: copyCurl },
                      ...(isDead(each, now)
                        ? []
                        : [
                            { id: "end", name: words.setEndLong, icon: CalendarClock, onSelect: () => setEnding(each) },
                            { id: "revoke", name: words.revokeLong, icon: CircleSlash, danger: true, onSelect: () => setRevoking(each) },
                          ]),
                    ]}
                  />
                )}
              />
            </>
          )}
        </ListBody>
      </SectionBody>
      {item === NEW && (
        <KeyDialog
          own={boot().scopes}
          onClose={close}
          onMade={(key) => {
            setMade(key);
            close();
          }}
        />
      )}
      {ending !== null && <EndDialog apiKey={ending} onClose={() => setEnding(null)} />}
      {revoking !== null && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const columns: readonly Column<ApiKey>[] = [
  { id: "name", name: words.columns.name, width: "w-[18%]", cell: (each) => <NameButton name={each.name} /> },
  { id: "key", name: words.columns.id, width: "w-[13%]", cell: (each) => <span className="font-mono text-12">{each.key_id}</span> },
  { id: "may", name: words.columns.may, cell: (each) => <span className="font-mono text-12">{each.scopes.join(", ")}</span> },
  { id: "until", name: words.columns.until, width: "w-[15%]", cell: (each) => <KeyEnd apiKey={each} /> },
  {
    id: "used",
    name: words.columns.used,
    width: "w-[11%]",
    cell: (each) => (each.last_used_at === null ? <span className="text-fg-3">{words.neverUsed}</span> : <Ago at={each.last_used_at} inRow />),
  },
  { id: "by", name: words.columns.by, width: "w-[13%]", cell: (each) => <span className="text-fg-3">{each.created_by.name}</span> },
];

function copyCurl(): void {
  void copyText(curlOfKey(window.location.origin, null)).then((done) => toasts.show({ text: done ? words.curlCopied : words.notCopied, seconds: 3 }));
}
