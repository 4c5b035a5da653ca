/** The members of a team with their roles: added, changed, found by role. Pure. */

import { asList, asRecord, asText, asTexts } from "@/features/studio/model/read";

export const ROLES = ["execute", "review", "plan", "compose"] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  readonly agent: string;
  readonly roles: readonly Role[];
}

/** A name alone is a member with every role, and so is one whose roles are not written. */
export function membersOf(content: Readonly<Record<string, unknown>>): Member[] {
  return asList(content.members).map((each) => {
    if (typeof each === "string") return { agent: each, roles: ROLES };
    const { agent, roles } = asRecord(each);
    const known = ROLES.filter((role) => asTexts(roles).includes(role));
    return { agent: asText(agent), roles: known.length === 0 ? ROLES : known };
  });
}

/** What stands in the content: a name where it may do everything. */
export function membersIn(members: readonly Member[]): unknown[] | undefined {
  if (members.length === 0) return undefined;
  return members.map(({ agent, roles }) => (roles.length === ROLES.length ? agent : { agent, roles }));
}

/** With a role given or taken, in the order of the roles; the last one stays, since none would mean all. */
export function toggled({ agent, roles }: Member, role: Role): Member {
  const next = ROLES.filter((each) => (each === role ? !roles.includes(each) : roles.includes(each)));
  return { agent, roles: next.length === 0 ? roles : next };
}

/** Names of those that have a role. */
export function namesWith(members: readonly Member[], role: Role): string[] {
  return members.filter(({ roles }) => roles.includes(role)).map(({ agent }) => agent);
}
