import { lazy, Suspense } from "react";

import { CostTab } from "@/features/run/cost/cost-tab";
import { PhoneHead } from "@/features/run/phone-head";
import { StepPanel } from "@/features/run/step/step-panel";
import { nextAct } from "@/features/run/story/next-act";
import { StorySide } from "@/features/run/story/side";
import { StoryTab } from "@/features/run/story/story-tab";
import type { RunCommands } from "@/features/run/use-run-commands";
import type { RunDesk } from "@/features/run/use-run-desk";
import { WaterfallView } from "@/features/run/waterfall/waterfall-view";
import type { RunView } from "@/live/fold/view";
import type { RunState } from "@/live/run-state";
import { panel, side } from "@/text/run";
import { Panel } from "@/ui/panel";
import { useMedia, widths } from "@/ui/use-media";

/** Loaded when it is opened; its keys then lie above those of the view. */
const EventsTab = lazy(() => import("@/features/run/events/events-tab").then(({ EventsTab }) => ({ default: EventsTab })));

/** Only a team has a plan; its diffs are nobody else's weight. */
const PlanTab = lazy(() => import("@/features/run/plan/plan-tab").then(({ PlanTab }) => ({ default: PlanTab })));

interface RunTabsProps {
  runId: string;
  run: RunState;
  view: RunView;
  desk: RunDesk;
  commands: RunCommands;
  partialOf: (step: string) => string;
}

/** The tab that is seen, and at its right the step or what there is to say about the whole. */
export function RunTabs({ runId, run, view, desk, commands, partialOf }: RunTabsProps) {
  const narrow = useMedia(widths.onePane);
  const wide = useMedia("(width >= 1280px)");
  const { place } = desk;
  const step =
    place.step === null ? null : (
      <aside aria-label={panel.label} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <StepPanel
          runId={runId}
          all={desk.all}
          step={place.step}
          partial={partialOf(place.step)}
          onOpen={desk.open}
          onClose={place.closeStep}
          onCopyLink={commands.copyLink.run}
        />
      </aside>
    );
  if (narrow && step !== null) return <div className="flex min-h-0 flex-1">{step}</div>;
  return (
    <div className="flex min-h-0 flex-1">
      {place.tab === "story" && (
        <StoryTab
          runId={runId}
          items={desk.items}
          partialOf={partialOf}
          find={desk.find.text}
          current={desk.entry}
          act={nextAct(view.status, commands)}
          onOpen={desk.open}
          head={<PhoneHead view={view} />}
        >
          {!wide && (
            <aside aria-label={side.label} className="mt-4 border-t border-line">
              <StorySide view={view} />
            </aside>
          )}
        </StoryTab>
      )}
      {place.tab === "waterfall" && <WaterfallView view={view} desk={desk} />}
      {place.tab === "plan" && (
        <Suspense>
          <PlanTab runId={runId} view={view} chosen={place.item} onChoose={place.openItem} onOpen={desk.open} />
        </Suspense>
      )}
      {place.tab === "events" && (
        <Suspense>
          <EventsTab runId={runId} run={run} />
        </Suspense>
      )}
      {place.tab === "cost" && <CostTab view={view} open={place.step} onOpen={desk.open} />}
      {step !== null && (
        <Panel id="run-step" label={panel.width} side="right" initial={380} least={300} most={640}>
          {step}
        </Panel>
      )}
      {step === null && place.tab === "story" && wide && (
        <aside aria-label={side.label} className="w-[380px] shrink-0 overflow-y-auto border-l border-line">
          <StorySide view={view} />
        </aside>
      )}
    </div>
  );
}
