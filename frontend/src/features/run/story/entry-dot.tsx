import clsx from "clsx";
import { Ban, Bot, Check, CircleStop, Cpu, Flag, Hand, ListTree, MessageSquareText, Search, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import type { StoryIcon, StoryItem } from "@/features/run/model/story-item";
import { Avatar } from "@/ui/avatar";
import { toneClass } from "@/ui/tones";

const icons: Record<Exclude<StoryIcon, "person" | "next">, LucideIcon> = {
  agent: Bot,
  model: Cpu,
  read: Search,
  tool: Wrench,
  hand: Hand,
  plan: ListTree,
  review: MessageSquareText,
  done: Check,
  end: Flag,
  cancel: CircleStop,
};

/** Who or what an entry is about. Success is silent: only another outcome has a colour. */
export function EntryDot({ item }: { item: StoryItem }) {
  if (item.icon === "next") {
    return <span className="size-2.5 rounded-full border-[1.5px] border-dashed border-fg-3 bg-surface" />;
  }
  if (item.icon === "person") {
    const { name, isKey } = item.person ?? { name: "", isKey: false };
    return <Avatar name={name} kind={isKey ? "key" : "person"} size="large" className="phone:size-6 phone:text-[10px]" />;
  }
  const Icon = item.tone === "failed" && item.icon !== "end" && item.icon !== "model" ? Ban : icons[item.icon];
  const tone = item.tone === null || item.tone === "running" ? null : toneClass[item.tone];
  return (
    <span
      className={clsx(
        "grid size-[26px] place-items-center rounded-full phone:size-6",
        tone === null ? "bg-tone-1-bg text-tone-1-fg" : [tone.back, tone.text],
      )}
    >
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}
