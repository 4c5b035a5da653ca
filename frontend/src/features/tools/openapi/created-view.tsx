import { Link } from "@tanstack/react-router";

import { openapi as words } from "@/text/tools";
import { Button, buttonClass } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { StatusShape } from "@/ui/status-shape";

export interface CreatedTool {
  readonly id: string;
  readonly name: string;
}

/** The drafts that came of it; each still wants a look before it is published. */
export function CreatedView({ tools, onAgain }: { tools: readonly CreatedTool[]; onAgain: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5">
      <div>
        <h2 className="flex items-center gap-2 text-16 font-semibold">
          <StatusShape tone="succeeded" />
          {words.created(tools.length)}
        </h2>
        <p className="text-fg-2">{words.createdDetail}</p>
      </div>
      <ul className="max-w-[560px] rounded-card border border-line">
        {tools.map((tool) => (
          <li key={tool.id} className="border-t border-line first:border-t-0">
            <Link
              {...anyLink({ to: "/tools/$id", params: { id: tool.id } })}
              className="flex min-h-9 items-center px-3 font-mono text-12 text-accent hover:bg-hover pointer-coarse:min-h-11"
            >
              <ForeignText text={tool.name} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Link to="/tools" className={buttonClass({ variant: "primary" })}>
          {words.toTools}
        </Link>
        <Button onClick={onAgain}>{words.another}</Button>
      </div>
    </div>
  );
}
