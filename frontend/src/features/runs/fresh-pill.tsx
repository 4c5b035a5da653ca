import { ArrowUp } from "lucide-react";

import type { ListState } from "@/features/runs/list-state";
import { runs as words } from "@/text/runs";
import { Kbd } from "@/ui/kbd";

/** New runs wait here, so that the list does not move under the eye. */
export function FreshPill({ state, onShow }: { state: ListState; onShow: () => void }) {
  if (state.fresh.length === 0) return null;
  return (
    <button
      type="button"
      onClick={onShow}
      aria-keyshortcuts="."
      className="ml-auto inline-flex h-6 animate-rise items-center gap-1.5 rounded-chip bg-running-bg px-2 text-12 font-medium text-running-fg pointer-coarse:h-8"
    >
      <ArrowUp size={14} aria-hidden="true" />
      {words.fresh(state.fresh.length, state.gap)}
      <Kbd keys="." />
    </button>
  );
}
