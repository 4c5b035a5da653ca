/** Who may, and who is asking: the sentence of everything that is not allowed. */

import { boot } from "@/api/boot";
import { roles } from "@/text/roles";
import { forbidden } from "@/text/settings";

/** "You are a Viewer. Admins and the Owner may." */
export function mayNot(who: string): string {
  const { role } = boot();
  return role === null ? forbidden.who(who) : forbidden.you(roles[role], who);
}
