/** The places of the application: what happens, what is built, and the settings at the foot. */

import { Activity, Bot, ChartColumn, GraduationCap, Inbox, Scale, Settings, Users, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import { basePath, boot } from "@/api/boot";
import { shell } from "@/text/shell";

export interface PlaceItem {
  readonly to: "/runs" | "/approvals" | "/usage" | "/agents" | "/teams" | "/profiles" | "/tools" | "/policy" | "/settings";
  readonly name: string;
  readonly icon: LucideIcon;
  /** `G` and this letter lead there. */
  readonly letter: string;
}

export const places: readonly PlaceItem[] = [
  { to: "/runs", name: shell.places.runs, icon: Activity, letter: "R" },
  { to: "/approvals", name: shell.places.approvals, icon: Inbox, letter: "A" },
];

/** Beside them, where there is room; on a phone behind the person. */
export const morePlaces: readonly PlaceItem[] = [{ to: "/usage", name: shell.places.usage, icon: ChartColumn, letter: "U" }];

export const buildPlaces: readonly PlaceItem[] = [
  { to: "/agents", name: shell.places.agents, icon: Bot, letter: "T" },
  { to: "/teams", name: shell.places.teams, icon: Users, letter: "E" },
  { to: "/profiles", name: shell.places.profiles, icon: GraduationCap, letter: "F" },
  { to: "/tools", name: shell.places.tools, icon: Wrench, letter: "L" },
  { to: "/policy", name: shell.places.policy, icon: Scale, letter: "P" },
];

export const settingsPlace: PlaceItem = { to: "/settings", name: shell.places.settings, icon: Settings, letter: "O" };

/** Whether an address lies in a place, with or without what all of them begin with. */
export function isHere(address: string, { to }: Pick<PlaceItem, "to">): boolean {
  const base = basePath(boot());
  const path = address.startsWith(`${base}/`) ? address.slice(base.length) : address;
  return path === to || path.startsWith(`${to}/`);
}
