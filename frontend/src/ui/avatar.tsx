import clsx from "clsx";
import { Bot, KeyRound, Settings2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import { initials, toneOf, type PersonTone } from "@/ui/initials";

export type AvatarKind = "person" | "agent" | "key" | "baton";

interface AvatarProps {
  name: string;
  kind?: AvatarKind;
  size?: "small" | "large";
  className?: string;
}

const tones: Record<PersonTone, string> = {
  1: "bg-tone-1-bg text-tone-1-fg",
  2: "bg-tone-2-bg text-tone-2-fg",
  3: "bg-tone-3-bg text-tone-3-fg",
  4: "bg-tone-4-bg text-tone-4-fg",
};

const icons: Record<Exclude<AvatarKind, "person">, LucideIcon> = { agent: Bot, key: KeyRound, baton: Settings2 };

/** A person by initials, anything else by an icon. The name always stands beside it, so it is not read aloud. */
export function Avatar({ name, kind = "person", size = "small", className }: AvatarProps) {
  const Icon = kind === "person" ? null : icons[kind];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-grid shrink-0 place-items-center rounded-full leading-none font-semibold",
        size === "small" ? "size-5 text-[9px]" : "size-[26px] text-[11px]",
        kind === "person" ? tones[toneOf(name)] : tones[1],
        className,
      )}
    >
      {Icon === null ? initials(name) : <Icon size={size === "small" ? 12 : 14} />}
    </span>
  );
}
