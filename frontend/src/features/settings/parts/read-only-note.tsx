import { Lock } from "lucide-react";

import { mayNot } from "@/features/settings/parts/roles";
import { forbidden } from "@/text/settings";

/** Above a list that one may read and not change: why no act is offered, and who may. */
export function ReadOnlyNote({ who }: { who: string }) {
  return (
    <p className="flex shrink-0 items-start gap-2 border-b border-line bg-sunken px-4 py-2.5 text-fg-2 phone:px-5">
      <Lock size={14} aria-hidden="true" className="mt-[3px] shrink-0" />
      <span>
        {forbidden.readOnly} {mayNot(who)}
      </span>
    </p>
  );
}
