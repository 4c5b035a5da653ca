import { RotateCw } from "lucide-react";

import { useCommands } from "@/commands/use-commands";
import { act } from "@/text/common";
import { groups } from "@/text/shell";

/** The key that is printed on "Try again", while that stands there. */
export function useRetryKey(retry: (() => void) | undefined): void {
  useCommands(retry === undefined ? [] : [{ id: "studio.retry", name: act.retry, keys: ".", group: groups.studio, icon: RotateCw, run: retry }]);
}
