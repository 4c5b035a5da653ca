import { Plus } from "lucide-react";

import { FallbackRow } from "@/features/agents/fallback-row";
import { changed, fallbackIn, fallbacksOf, MOST_FALLBACKS, moved, type Fallback } from "@/features/agents/model/fallbacks";
import { Block, wordsOf } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { announce } from "@/ui/announce";
import { Button } from "@/ui/button";

/** Whom to ask when the agent's own model does not answer, in order. */
export function FallbackBlock({ editor }: { editor: Editor }) {
  const rows = fallbacksOf(editor.content);
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly Fallback[]) => editor.set("fallback", fallbackIn(next));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    put(moved(rows, from, to));
    announce(words.movedFallback(to + 1));
  };
  const whole = wordsOf(editor, "/fallback");
  return (
    <Block fields={["fallback"]} title={words.fallback} note={words.fallbackNote}>
      {rows.length > 0 && (
        <ol className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <FallbackRow
              key={index}
              editor={editor}
              row={row}
              place={index}
              count={rows.length}
              onChange={(field, value) => put(changed(rows, index, field, value))}
              onMove={(to) => move(index, to)}
              onRemove={() => put(rows.filter((_, each) => each !== index))}
            />
          ))}
        </ol>
      )}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && rows.length < MOST_FALLBACKS && (
        <Button size="small" variant="ghost" icon={Plus} className="-ml-2 self-start" onClick={() => put([...rows, { connection: asText(editor.content.connection), model: "" }])}>
          {words.addFallback}
        </Button>
      )}
    </Block>
  );
}
