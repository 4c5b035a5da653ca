import { Plus } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { foundAgents } from "@/features/teams/model/find-agents";
import type { AgentAround } from "@/features/teams/use-agents-around";
import { teamMembers as words } from "@/text/teams";
import { announce } from "@/ui/announce";
import { Field, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";

const SHOWN = 6;

interface MemberSearchProps {
  agents: readonly AgentAround[];
  members: readonly string[];
  onAdd: (name: string) => void;
}

/** The agents of the project that are no members yet, searched by what they are good at. */
export function MemberSearch({ agents, members, onAdd }: MemberSearchProps) {
  const [typed, setTyped] = useState("");
  const found = foundAgents(agents, members, typed);
  const add = (name: string) => {
    setTyped("");
    onAdd(name);
    announce(words.added(visible(name)));
  };
  const keyDown = (event: KeyboardEvent) => {
    const first = found[0];
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (first !== undefined && typed.trim() !== "") add(first.name);
  };
  const isOver = agents.every((agent) => members.includes(agent.name));
  if (isOver) return <p className="text-12 text-fg-3">{agents.length === 0 ? words.noAgents : words.everybody}</p>;
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={words.add} help={words.addHelp} className="max-w-md">
        {(ids) => (
          <TextInput {...ids} type="search" data-pointer="/members" value={typed} onChange={(event) => setTyped(event.target.value)} onKeyDown={keyDown} />
        )}
      </Field>
      {found.length === 0 ? (
        <p className="text-fg-3">{words.nobody(typed)}</p>
      ) : (
        <ul aria-label={words.found} className="flex flex-col">
          {found.slice(0, SHOWN).map((agent) => (
            <li key={agent.id}>
              <button
                type="button"
                onClick={() => add(agent.name)}
                className="flex min-h-7 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
              >
                <Plus size={14} aria-hidden="true" className="shrink-0 text-fg-3" />
                <span className="shrink-0 font-medium">
                  <ForeignText text={agent.name} />
                </span>
                <span className="min-w-0 truncate text-12 text-fg-3" data-cut="">
                  <ForeignText text={agent.specialization ?? ""} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p className="px-2 text-12 text-fg-3">{words.more(found.length - SHOWN)}</p>}
    </div>
  );
}
