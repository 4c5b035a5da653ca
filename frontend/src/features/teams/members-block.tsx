import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";

import { Block, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { MemberSearch } from "@/features/teams/member-search";
import { membersIn, membersOf, ROLES, toggled, type Member, type Role } from "@/features/teams/model/members";
import { ToggleChips } from "@/features/teams/toggle-chips";
import { useAgentsAround } from "@/features/teams/use-agents-around";
import { teamMembers as words } from "@/text/teams";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { anyLink } from "@/ui/place";
import { visible } from "@/ui/visible";

const roles = ROLES.map((value) => ({ value, name: words.roles[value] ?? value }));

/** Who takes part and what each may be chosen for. */
export function MembersBlock({ editor }: { editor: Editor }) {
  const agents = useAgentsAround();
  const members = membersOf(editor.content);
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly Member[]) => editor.set("members", membersIn(next));
  const isFresh = editor.detail.version === null && members.length === 0;
  const whole = isFresh ? undefined : wordsOf(editor, "/members");
  return (
    <Block fields={["members"]} title={words.title} note={members.length > 0 ? words.count(members.length) : undefined}>
      {members.length === 0 ? (
        <p className="text-fg-3">{words.none}</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {members.map((member, index) => {
            const agent = agents?.find((each) => each.name === member.agent);
            const wrong = wordsOf(editor, pointer("members", index), true);
            return (
              <li key={`${index}.${member.agent}`} className="flex items-start gap-2 border-b border-line py-2 pr-1.5 pl-3 last:border-b-0">
                <div className="flex min-w-0 flex-1 flex-col gap-1.5">
                  <p className="flex min-w-0 items-baseline gap-2">
                    {agent === undefined ? (
                      <span className="shrink-0 font-medium">
                        <ForeignText text={member.agent} />
                      </span>
                    ) : (
                      <Link
                        {...anyLink({ to: "/agents/$id", params: { id: agent.id } })}
                        aria-label={words.open(visible(member.agent))}
                        className="shrink-0 rounded-chip font-medium hover:underline"
                      >
                        <ForeignText text={member.agent} />
                      </Link>
                    )}
                    <span className="min-w-0 truncate text-12 text-fg-3" data-cut="">
                      {agent === undefined ? agents !== undefined && words.unknown : <ForeignText text={agent.specialization ?? ""} />}
                    </span>
                  </p>
                  <ToggleChips
                    label={words.rolesOf(visible(member.agent))}
                    options={roles}
                    chosen={member.roles}
                    disabled={locked}
                    pointer={pointer("members", index)}
                    onToggle={(role) => put(members.map((each, at) => (at === index ? toggled(each, role as Role) : each)))}
                  />
                  {wrong !== undefined && <div className="text-12 text-danger">{wrong}</div>}
                </div>
                {!locked && <IconButton icon={X} label={words.remove(visible(member.agent))} onClick={() => put(members.filter((_, at) => at !== index))} />}
              </li>
            );
          })}
        </ul>
      )}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && agents !== undefined && (
        <MemberSearch
          agents={agents}
          members={members.map(({ agent }) => agent)}
          onAdd={(agent) => put([...members, { agent, roles: ROLES }])}
        />
      )}
    </Block>
  );
}
