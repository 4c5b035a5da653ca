import { settings as words } from "@/text/settings";

/** The names of what uses it; quiet where nothing does. */
export function UsedBy({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-fg-3">{words.unused}</span>;
  return <span className="font-mono text-12">{names.join(", ")}</span>;
}
