import { useState, type KeyboardEvent } from "react";

import { wordsOf } from "@/features/studio/fields";
import { asTexts } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Chip } from "@/ui/chip";
import { Field, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";

/** Words by which agents are found and told apart. */
export function TagsField({ editor }: { editor: Editor }) {
  const [typed, setTyped] = useState("");
  const tags = asTexts(editor.content.tags);
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly string[]) => editor.set("tags", next.length === 0 ? undefined : next);
  const add = () => {
    const fresh = typed.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "" && !tags.includes(tag));
    setTyped("");
    if (fresh.length > 0) put([...tags, ...new Set(fresh)]);
  };
  const keyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === ",") && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      put(tags.slice(0, -1));
    }
  };
  return (
    <div className="flex flex-col gap-1.5">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag, index) => (
            <li key={`${index}.${tag}`}>
              <Chip onRemove={locked ? undefined : () => put(tags.filter((_, at) => at !== index))} removes={visible(tag)}>
                <ForeignText text={tag} />
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {!locked && (
        <Field label={words.tagsAdd} help={words.tagsHelp} error={wordsOf(editor, "/tags", true)}>
          {(ids) => (
            <TextInput
              {...ids}
              data-pointer="/tags"
              value={typed}
              className="max-w-64"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={keyDown}
              onBlur={add}
            />
          )}
        </Field>
      )}
    </div>
  );
}
