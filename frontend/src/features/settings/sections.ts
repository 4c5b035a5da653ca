/** The parts of the settings that there are. Each is loaded when it is opened. */

import { ArrowLeftRight, Blocks, Braces, CircleDollarSign, KeyRound, Lock, Plug } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { lazy, type ComponentType } from "react";

import { settings as words } from "@/text/settings";
import type { Place } from "@/ui/place";

export type SectionId = keyof typeof words.names;

export interface Section {
  id: SectionId;
  name: string;
  icon: LucideIcon;
  group: string;
  place: Place;
  Part: ComponentType;
  /** It brings the head of the page along, as everything does that is edited as a draft. */
  hasHead: boolean;
}

export const sections: readonly Section[] = [
  section("connections", words.groups.outward, Plug, () => import("@/features/settings/connections/connections-part")),
  section("servers", words.groups.outward, Blocks, () => import("@/features/settings/servers/servers-part")),
  section("credentials", words.groups.outward, Lock, () => import("@/features/settings/credentials/credentials-part")),
  section("variables", words.groups.outward, Braces, () => import("@/features/settings/variables/variables-part")),
  section("prices", words.groups.outward, CircleDollarSign, () => import("@/features/settings/prices/prices-part")),
  section("keys", words.groups.inward, KeyRound, () => import("@/features/settings/keys/keys-part")),
  section("transfer", words.groups.inward, ArrowLeftRight, () => import("@/features/settings/transfer/transfer-part")),
];

/** The section an address names: `/settings/credentials`. */
export function sectionAt(pathname: string): Section | undefined {
  const id = /\/settings\/([^/]+)/.exec(pathname)?.[1];
  return sections.find((each) => each.id === id);
}

function section(id: SectionId, group: string, icon: LucideIcon, load: () => Promise<{ default: ComponentType }>): Section {
  return { id, name: words.names[id], icon, group, place: { to: `/settings/${id}` }, Part: lazy(load), hasHead: id === "prices" };
}
