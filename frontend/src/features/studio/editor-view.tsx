import { useState } from "react";

import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/use-commands";
import { ConflictDialog } from "@/features/studio/conflict-dialog";
import { DefineTab } from "@/features/studio/define-tab";
import { LeaveGuard } from "@/features/studio/leave-guard";
import { useMode } from "@/features/studio/mode";
import { ModeSwitch } from "@/features/studio/mode-switch";
import type { Detail } from "@/features/studio/model/shapes";
import { OpenDialog, type DialogName } from "@/features/studio/open-dialog";
import { StudioHead } from "@/features/studio/studio-head";
import type { StudioKind } from "@/features/studio/studio-page";
import { SaveFailed } from "@/features/studio/text-head";
import { useEditor } from "@/features/studio/use-editor";
import { useStudioCommands } from "@/features/studio/use-studio-commands";
import { useStudioPlace } from "@/features/studio/use-studio-place";
import { UsedByTab } from "@/features/studio/used-by-tab";
import { VersionsTab } from "@/features/studio/versions-tab";
import { Page, TabBar } from "@/shell/page";
import { studio as words } from "@/text/studio";
import { groups } from "@/text/shell";
import { Tabs } from "@/ui/tabs";

interface EditorViewProps<D extends Detail> {
  kind: StudioKind<D>;
  id: string;
  detail: D;
}

/** The studio with one thing in it: head, tabs, and what lies over them. */
export function EditorView<D extends Detail>({ kind, id, detail }: EditorViewProps<D>) {
  const { shelf, Form, tabs: own = [] } = kind;
  const editor = useEditor(shelf, id, detail);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const mode = useMode(shelf.kind, Form !== undefined, kind.mode);
  const tabs = [
    { id: "define", name: kind.defineName ?? words.tabs.define },
    ...own.map(({ id: tab, name }) => ({ id: tab, name })),
    { id: "versions", name: words.tabs.versions, count: detail.version ?? 0 },
    ...(!shelf.isPart ? [] : [{ id: "used-by", name: words.tabs.usedBy, count: detail.used_by.length }]),
  ];
  const place = useStudioPlace(shelf, id, tabs.map((tab) => tab.id));
  const commands = useStudioCommands({ editor, place, mode, open: setDialog, own: kind.acts?.(editor) ?? [] });
  const toTabs = tabs.map((tab, index): Command => {
    // The tab that is open has acts of its own under that key.
    const keys = tab.id === place.tab ? undefined : own.find((each) => each.id === tab.id)?.keys;
    return {
      id: `studio.tab.${tab.id}`,
      name: words.tab(tab.name),
      short: words.tabShort(tab.name),
      keys: keys === undefined ? String(index + 1) : [String(index + 1), keys],
      group: groups.studio,
      section: "go",
      inFields: false,
      run: () => place.goTo(tab.id),
    };
  });
  const tryKeys = own.flatMap((tab): Command[] =>
    tab.keys === undefined || tab.id === place.tab
      ? []
      : [{ id: `studio.key.${tab.id}`, name: tab.name, keys: tab.keys, group: groups.studio, hidden: true, inFields: true, run: () => place.goTo(tab.id) }],
  );
  useCommands([...commands.all, ...tryKeys, ...toTabs]);
  const Own = own.find((tab) => tab.id === place.tab)?.Panel;

  return (
    <Page className="short:overflow-y-auto">
      <StudioHead editor={editor} commands={commands} />
      <TabBar
        tools={
          place.tab === "define" && (
            <>
              {kind.tools?.(editor)}
              <ModeSwitch choice={mode} />
            </>
          )
        }
      >
        <Tabs
          label={words.tabsLabel}
          current={place.tab}
          items={tabs.map((tab) => ({ ...tab, ...place.placeOf(tab.id) }))}
        />
      </TabBar>
      {editor.error !== null && <SaveFailed error={editor.error} />}
      {place.tab === "define" && <DefineTab kind={kind} editor={editor} mode={mode.mode} />}
      {Own !== undefined && <Own editor={editor} />}
      {place.tab === "versions" && <VersionsTab editor={editor} place={place} onRollBack={(version) => setDialog({ name: "roll-back", version })} />}
      {place.tab === "used-by" && <UsedByTab shelf={shelf} items={detail.used_by} />}
      <OpenDialog dialog={dialog} editor={editor} onClose={() => setDialog(null)} />
      {editor.conflict !== null && <ConflictDialog editor={editor} conflict={editor.conflict} />}
      <LeaveGuard editor={editor} />
    </Page>
  );
}
