import { Block, ValueField } from "@/features/studio/fields";
import { pointer, withField } from "@/features/studio/model/pointer";
import { asNumberOrText, asRecord, asText, orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";

const LIMITS = [
  { field: "steps", label: words.steps, help: words.stepsHelp, isNumber: true },
  { field: "tokens", label: words.tokens, help: words.tokensHelp, isNumber: true },
  { field: "deadline", label: words.deadline, help: words.deadlineHelp, isNumber: false },
] as const;

/** Where a run of an agent or a team ends by itself. */
export function LimitsBlock({ editor }: { editor: Editor }) {
  const limits = asRecord(editor.content.limits);
  const put = (field: string, value: unknown) => {
    const next = withField(limits, field, value);
    editor.set("limits", Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <Block fields={["limits"]} title={words.limits} note={words.limitsNote}>
      <div className="grid gap-3 @min-[520px]:grid-cols-3">
        {LIMITS.map(({ field, label, help, isNumber }) => (
          <ValueField
            key={field}
            editor={editor}
            at={pointer("limits", field)}
            label={label}
            help={help}
            optional
            value={asText(limits[field])}
            onChange={(text) => put(field, isNumber ? asNumberOrText(text) : orNothing(text))}
          />
        ))}
      </div>
    </Block>
  );
}
