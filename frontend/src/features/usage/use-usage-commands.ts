import { ChartColumn, Download } from "lucide-react";

import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/use-commands";
import { PERIODS } from "@/features/usage/model/period";
import { csvOf, WAYS } from "@/features/usage/model/report";
import type { Usage } from "@/features/usage/use-usage";
import type { UsagePlace } from "@/features/usage/use-usage-place";
import { groups } from "@/text/shell";
import { usage as words } from "@/text/usage";
import { saveFile } from "@/ui/save-file";
import { toasts } from "@/ui/toasts";

/** The acts of the page: other days, another cut, the file. */
export function useUsageCommands(place: UsagePlace, { rows, error, retry }: Usage): { download: Command } {
  const group = groups.usage;
  const download: Command = {
    id: "usage.download",
    name: words.downloadLong,
    short: words.download,
    group,
    icon: Download,
    allowed: () => (rows !== undefined && rows.rows.length > 0) || words.nothingToDownload,
    run: () => {
      if (rows === undefined) return;
      const file = csvOf(rows, rows.by);
      saveFile(file.name, file.text, "text/csv;charset=utf-8");
      toasts.show({ text: words.downloaded(file.name), kind: "succeeded" });
    },
  };
  const cuts = WAYS.map<Command>((by, index) => ({
    id: `usage.by.${by}`,
    name: words.showBy(words.tabs[by]),
    short: words.tabs[by],
    keys: String(index + 1),
    group,
    run: () => place.goBy(by),
  }));
  const periods = PERIODS.filter((name) => name !== "own").map<Command>((name) => ({
    id: `usage.period.${name}`,
    name: words.show(words.periods[name]),
    group,
    icon: ChartColumn,
    run: () => place.goTo({ name, own: null }),
  }));
  const again: Command = { id: "usage.retry", name: words.again, keys: ".", group, hidden: error === null, run: retry };
  useCommands([download, ...cuts, ...periods, again]);
  return { download };
}
