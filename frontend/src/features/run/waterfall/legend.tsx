import type { FooterKey } from "@/shell/page";
import { waterfall as words } from "@/text/run";
import { Kbd } from "@/ui/kbd";

const colours = [
  { name: words.model, look: "bg-running-bar" },
  { name: words.tool, look: "bg-work-bar" },
  { name: words.person, look: "border border-approval-bar bg-approval-bg" },
  { name: words.failed, look: "bg-failed-bar" },
];

const keys: readonly FooterKey[] = [
  { keys: ["ArrowLeft", "ArrowRight"], name: words.fold },
  { keys: ["+", "-"], name: words.zoom },
  { keys: ["0"], name: words.fit },
  { keys: ["W"], name: words.next },
];

/** What the colours mean, and the keys. */
export function Legend() {
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1 text-12 text-fg-2">
      {colours.map((each) => (
        <span key={each.name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <i className={`h-2 w-3.5 rounded-[2px] ${each.look}`} />
          {each.name}
        </span>
      ))}
      <span aria-hidden="true" className="ml-auto hidden items-center gap-2 whitespace-nowrap text-fg-3 rail:flex pointer-coarse:hidden">
        {keys.map((each) => (
          <span key={each.name} className="flex items-center gap-1">
            {each.keys.map((press) => (
              <Kbd key={press} keys={press} />
            ))}
            {each.name}
          </span>
        ))}
      </span>
    </footer>
  );
}
