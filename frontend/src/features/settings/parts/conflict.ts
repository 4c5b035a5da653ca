/** Two people changed the same thing: what differs, and what stands after a choice field by field. Pure. */

export type Fields<Name extends string> = Readonly<Record<Name, string>>;
export type Side = "mine" | "theirs";
export type Choice<Name extends string> = Readonly<Partial<Record<Name, Side>>>;

/** The fields in which the two differ. */
export function differing<Name extends string>(names: readonly Name[], theirs: Fields<Name>, mine: Fields<Name>): Name[] {
  return names.filter((name) => theirs[name] !== mine[name]);
}

/** What stands after the choice; where nobody chose, what one wrote oneself. */
export function merged<Name extends string>(theirs: Fields<Name>, mine: Fields<Name>, choice: Choice<Name>): Fields<Name> {
  const result: Record<string, string> = { ...mine };
  for (const name of Object.keys(mine) as Name[]) if (choice[name] === "theirs") result[name] = theirs[name];
  return result as Fields<Name>;
}
