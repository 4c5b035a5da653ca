import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Check, Hand, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import { outcomesOf, sentenceOf, verdictsOf, type Outcome } from "@/features/agents/model/verdicts";
import { useRules, useTools, type ToolListed } from "@/features/agents/use-around";
import { Block, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { asTexts } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words, verdict as outcomeWords } from "@/text/agents";
import { Chip } from "@/ui/chip";
import { SelectInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { anyLink } from "@/ui/place";
import { Risk, type RiskLevel } from "@/ui/risk";
import { visible } from "@/ui/visible";

const order: Record<RiskLevel, number> = { high: 0, medium: 1, low: 2 };
const icons: Record<Outcome, LucideIcon> = { allow: Check, ask: Hand, deny: X };
const colours: Record<Outcome, string> = { allow: "text-succeeded-fg", ask: "text-approval-fg", deny: "text-failed-fg" };

/** What it may use, the most dangerous first, and what the policy will say. */
export function ToolsBlock({ editor }: { editor: Editor }) {
  const known = useTools();
  const rules = useRules();
  const names = asTexts(editor.content.tools);
  const rows = names
    .map((name, index) => ({ name, index, tool: known?.find((each) => each.name === name) }))
    .toSorted((a, b) => riskOf(a.tool) - riskOf(b.tool) || a.name.localeCompare(b.name));
  const free = known?.filter((tool) => !names.includes(tool.name)) ?? [];
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly string[]) => editor.set("tools", next.length === 0 ? undefined : next);
  const whole = wordsOf(editor, "/tools");

  return (
    <Block fields={["tools"]} title={words.tools} note={names.length > 0 ? words.toolsCount(names.length) : undefined}>
      {names.length === 0 ? (
        <p className="text-fg-3">{words.noTools}</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {rows.map(({ name, index, tool }) => (
            <li key={`${index}.${name}`} className="border-b border-line last:border-b-0">
              <div className={clsx("flex min-h-9 items-center gap-2.5 py-1 pl-3", locked ? "pr-3" : "pr-1.5")}>
                {tool?.risk === undefined ? <span className="w-4 shrink-0" /> : <Risk level={tool.risk} />}
                {tool === undefined ? (
                  <span className="shrink-0 font-mono text-12">
                    <ForeignText text={name} />
                  </span>
                ) : (
                  <Link
                    {...anyLink({ to: "/tools/$id", params: { id: tool.id } })}
                    aria-label={words.openTool(visible(name))}
                    className="min-w-0 truncate rounded-chip font-mono text-12 hover:underline @min-[520px]:shrink-0"
                  >
                    <ForeignText text={name} />
                  </Link>
                )}
                <span className="hidden min-w-0 flex-1 truncate text-12 text-fg-3 @min-[520px]:block" data-cut="">
                  {tool === undefined ? known !== undefined && words.unknownTool : <ForeignText text={tool.description ?? ""} strictness="prose" />}
                </span>
                {tool?.quarantine != null && <Chip tone="attention">{words.quarantinedTool}</Chip>}
                {tool?.withdrawn === true && <Chip tone="attention">{words.withdrawnTool}</Chip>}
                <span className="ml-auto flex min-w-0 shrink-0 justify-end">{tool !== undefined && rules !== undefined && <Says tool={tool} rules={rules} />}</span>
                {!locked && (
                  <IconButton
                    icon={X}
                    label={words.removeTool(visible(name))}
                    data-pointer={pointer("tools", index)}
                    onClick={() => put(names.filter((_, at) => at !== index))}
                  />
                )}
              </div>
              {wordsOf(editor, pointer("tools", index)) !== undefined && (
                <div className="px-3 pb-1.5 text-12 text-danger">{wordsOf(editor, pointer("tools", index))}</div>
              )}
            </li>
          ))}
        </ul>
      )}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && (
        <SelectInput
          aria-label={words.addTool}
          data-pointer="/tools"
          value=""
          disabled={free.length === 0}
          className="max-w-64"
          onChange={(event) => {
            if (event.target.value !== "") put([...names, event.target.value]);
          }}
        >
          <option value="">{free.length > 0 ? words.addToolNone : known?.length === 0 ? words.noLiveTools : words.noMoreTools}</option>
          {free.map((tool) => (
            <option key={tool.id} value={tool.name}>
              {tool.name}
            </option>
          ))}
        </SelectInput>
      )}
    </Block>
  );
}

/** "denied, asks, allowed"; the whole of it on hover and focus. */
function Says({ tool, rules }: { tool: ToolListed; rules: unknown }) {
  const verdicts = verdictsOf(rules, tool.name, tool.effect_class === "read_only");
  return (
    <Link
      {...anyLink({ to: "/policy" })}
      data-hint={visible(sentenceOf(verdicts))}
      className="flex items-center gap-2 rounded-chip text-12 font-medium whitespace-nowrap"
    >
      <span className="sr-only">{words.byPolicy}</span>
      {outcomesOf(verdicts).map((outcome) => {
        const Icon = icons[outcome];
        return (
          <span key={outcome} className={clsx("inline-flex items-center gap-1", colours[outcome])}>
            <Icon size={14} aria-hidden="true" />
            {outcomeWords[outcome]}
          </span>
        );
      })}
    </Link>
  );
}

function riskOf(tool: ToolListed | undefined): number {
  return tool?.risk === undefined ? -1 : order[tool.risk];
}
