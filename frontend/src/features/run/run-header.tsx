import { CommandButton } from "@/commands/command-button";
import type { Command } from "@/commands/command";
import { RunFacts } from "@/features/run/run-facts";
import { RunState } from "@/features/run/run-state";
import { headOf } from "@/live/fold/text";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import { hasEnded } from "@/live/fold/words";
import { acts as names, run as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";
import type { RunCommands } from "@/features/run/use-run-commands";
import { MoreMenu } from "@/features/run/more-menu";

interface RunHeaderProps {
  view: RunView;
  commands: RunCommands;
}

/** What was asked, where it stands, the facts, and the acts; one of them is the next sensible one. */
export function RunHeader({ view, commands }: RunHeaderProps) {
  const asked = headOf(view.input).replace(/\s+/g, " ").trim();
  const waits = pendingApprovals(view).length > 0;
  return (
    <div className="hidden shrink-0 grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-1.5 border-b border-line px-5 pt-3.5 pb-3 phone:grid">
      <h2 className="min-w-0 truncate text-16 font-semibold" data-cut="">
        {asked === "" ? words.untitled : <ForeignText text={words.quoted(asked.slice(0, 400))} strictness="prose" />}
      </h2>
      <div className="flex items-center gap-1">
        {hasEnded(view.status) ? (
          <CommandButton command={commands.startAgain} size="small">
            {names.startAgain}
          </CommandButton>
        ) : (
          <CommandButton command={commands.cancel} variant="danger" size="small">
            {names.cancel}
          </CommandButton>
        )}
        <MoreMenu commands={commands.more} />
      </div>
      <div className="col-span-2 mt-1 flex min-w-0 items-center gap-4">
        <span className="shrink-0">
          <RunState view={view} />
        </span>
        <RunFacts view={view} />
        {waits && allowedIn(commands.decide) && (
          <span className="ml-auto shrink-0">
            <CommandButton command={commands.decide} variant="primary">
              {names.decide}
            </CommandButton>
          </span>
        )}
      </div>
    </div>
  );
}

/** An act that is never this person's is not offered. */
export function allowedIn(command: Command): boolean {
  return command.allowed === undefined || command.allowed() === true;
}
