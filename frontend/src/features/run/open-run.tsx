import { Link as LinkIcon } from "lucide-react";
import { useCallback, useRef, useState } from "react";

import { CommandButton } from "@/commands/command-button";
import { CancelDialog } from "@/features/run/cancel-dialog";
import { FindBox } from "@/features/run/find-box";
import { shortId } from "@/features/run/model/curl";
import { agentName } from "@/features/run/model/names";
import { countSteps } from "@/features/run/model/tree";
import { MoreMenu } from "@/features/run/more-menu";
import { allowedIn, RunHeader } from "@/features/run/run-header";
import { RunLive } from "@/features/run/run-live";
import { RunTabs } from "@/features/run/run-tabs";
import { useRunCommands, type RunCommands } from "@/features/run/use-run-commands";
import { useRunDesk } from "@/features/run/use-run-desk";
import { useRunKeys } from "@/features/run/use-run-keys";
import type { RunTab } from "@/features/run/use-run-place";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import type { RunState } from "@/live/run-state";
import { Page, TabBar, TopBar } from "@/shell/page";
import { acts as names, run as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { Tabs } from "@/ui/tabs";
import { toasts } from "@/ui/toasts";

/** Events have a search of their own; a table of amounts has nothing to find. */
const FOUND_IN: ReadonlySet<RunTab> = new Set<RunTab>(["story", "waterfall"]);

interface OpenRunProps {
  runId: string;
  run: RunState;
}

/** A run that can be shown: its header, its tabs, and the panel of one step. */
export function OpenRun({ runId, run }: OpenRunProps) {
  const { view, partials, seq } = run;
  const [cancelling, setCancelling] = useState(false);
  const commands = useRunCommands(runId, view, () => setCancelling(true));
  const field = useRef<HTMLInputElement>(null);
  const desk = useRunDesk(runId, view);
  const { place, find } = desk;
  const decides = allowedIn(commands.decide);
  useRunKeys({
    desk,
    focusFind: () => field.current?.focus(),
    onNoTrouble: () => toasts.show({ text: names.noTrouble, seconds: 3 }),
    enterDecides: decides,
    more: decides ? commands.all : commands.all.filter((command) => command !== commands.decide),
  });
  const partialOf = useCallback((step: string) => partials.get(step)?.text ?? "", [partials]);
  const counts = { story: undefined, waterfall: countSteps(desk.root), plan: view.plan?.items.length, events: seq, cost: undefined };

  return (
    <Page>
      <RunTopBar runId={runId} view={view} commands={commands} />
      <RunHeader view={view} commands={commands} />
      <TabBar
        tools={
          <span className="hidden items-center gap-2 phone:flex">
            {FOUND_IN.has(place.tab) && <FindBox field={field} value={find.typed} place={find.place} hits={find.hits.length} onChange={find.change} onNext={find.next} />}
            <RunLive seq={seq} />
          </span>
        }
      >
        <Tabs
          label={words.views}
          current={place.tab}
          items={place.tabs.map((tab) => ({ id: tab, name: words.tabs[tab], count: counts[tab], ...place.placeOf(tab) }))}
        />
      </TabBar>
      <RunTabs runId={runId} run={run} view={view} desk={desk} commands={commands} partialOf={partialOf} />
      {decides && (
        <div className="shrink-0 border-t border-line bg-surface px-4 py-2.5 phone:hidden">
          <CommandButton command={commands.decide} variant="primary" size="big" className="w-full">
            {names.decide}
          </CommandButton>
        </div>
      )}
      <CancelDialog runId={runId} pending={pendingApprovals(view).length} open={cancelling} onOpenChange={setCancelling} />
    </Page>
  );
}

function RunTopBar({ runId, view, commands }: { runId: string; view: RunView; commands: RunCommands }) {
  const id = shortId(runId);
  return (
    <TopBar
      path={[{ name: words.runs, place: { to: "/runs" } }]}
      title={words.title(id)}
      heading={
        <>
          <span className="hidden text-13 tabular-nums phone:inline">{id}</span>
          <span className="phone:hidden">
            <ForeignText text={agentName(view)} /> <code className="text-12 font-normal text-fg-3">{id}</code>
          </span>
        </>
      }
      state={<IconButton icon={LinkIcon} label={names.copyLink} className="max-phone:hidden" onClick={commands.copyLink.run} />}
    >
      <span className="phone:hidden">
        <MoreMenu commands={[...commands.more, commands.cancel]} />
      </span>
    </TopBar>
  );
}
