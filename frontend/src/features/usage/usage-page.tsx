import { CommandButton } from "@/commands/command-button";
import { PeriodPicker } from "@/features/usage/period-picker";
import { UsageBody } from "@/features/usage/usage-body";
import { useUsage } from "@/features/usage/use-usage";
import { useUsageCommands } from "@/features/usage/use-usage-commands";
import { useUsagePlace } from "@/features/usage/use-usage-place";
import { Page, TopBar } from "@/shell/page";
import { usage as words } from "@/text/usage";

/** What the project's models used and cost: in some days, by agent, model, connection and day. */
export function UsagePage() {
  const place = useUsagePlace();
  const usage = useUsage(place.period, place.by);
  const { download } = useUsageCommands(place, usage);
  return (
    <Page>
      <TopBar title={words.title} note={words.note}>
        <CommandButton command={download} size="small">
          {words.download}
        </CommandButton>
      </TopBar>
      <div className="min-h-0 flex-1 overflow-y-auto pb-8">
        <div className="px-4 pt-4 phone:px-5">
          <PeriodPicker period={place.period} shown={usage.days ?? null} onChoose={place.goTo} />
        </div>
        <UsageBody usage={usage} place={place} />
      </div>
    </Page>
  );
}
