import { ArrowDown, ArrowUp, FileText, Plus, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";

import { isText, MOST_CHARACTERS, moved, sizeOf, skillsOf } from "@/features/profiles/model/skills";
import { Block, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { profiles as words } from "@/text/profiles";
import { announce } from "@/ui/announce";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

/** What it knows, in blocks that can be put in order; a block may come from a file. */
export function SkillsBlock({ editor }: { editor: Editor }) {
  const list = useRef<HTMLOListElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState("");
  const skills = skillsOf(editor.content);
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly string[]) => editor.set("skills", next.length === 0 ? undefined : next);
  const focus = (index: number) => requestAnimationFrame(() => list.current?.querySelectorAll("textarea")[index]?.focus());
  const move = (from: number, to: number) => {
    if (locked || to < 0 || to >= skills.length) return;
    put(moved(skills, from, to));
    announce(words.moved(to + 1));
    focus(to);
  };
  const keyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(index, index + by);
  };
  const read = async (chosen: File) => {
    const text = await chosen.text();
    if (!isText(text)) setRefused(words.notText(chosen.name));
    else if (sizeOf([text]) > MOST_CHARACTERS) setRefused(words.tooLong(chosen.name));
    else {
      setRefused("");
      put([...skills, text.replaceAll("\r\n", "\n").trim()]);
      focus(skills.length);
    }
  };
  return (
    <Block fields={["skills"]} title={words.skills} note={words.skillsNote}>
      {skills.length === 0 && <p className="text-fg-3">{words.noSkills}</p>}
      <ol ref={list} className="flex flex-col gap-2.5">
        {skills.map((skill, index) => (
          <li key={index} className="flex items-start gap-1.5">
            <Field label={words.skill(index + 1)} error={wordsOf(editor, pointer("skills", index), true)} className="flex-1">
              {(ids) => (
                <TextArea
                  {...ids}
                  data-pointer={pointer("skills", index)}
                  readOnly={locked}
                  value={skill}
                  onChange={(event) => put(skills.map((each, at) => (at === index ? event.target.value : each)))}
                  onKeyDown={(event) => keyDown(event, index)}
                />
              )}
            </Field>
            {!locked && (
              <div className="flex flex-col pt-5">
                <IconButton icon={ArrowUp} label={words.moveUp(index + 1)} keys="Alt+ArrowUp" aria-disabled={index === 0} onClick={() => move(index, index - 1)} />
                <IconButton
                  icon={ArrowDown}
                  label={words.moveDown(index + 1)}
                  keys="Alt+ArrowDown"
                  aria-disabled={index === skills.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton icon={X} label={words.removeSkill(index + 1)} onClick={() => put(skills.filter((_, at) => at !== index))} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {wordsOf(editor, "/skills") !== undefined && <div className="text-12 text-danger">{wordsOf(editor, "/skills")}</div>}
      {refused !== "" && (
        <p role="alert" className="text-12 text-danger">
          {refused}
        </p>
      )}
      {!locked && (
        <div className="flex flex-wrap gap-1">
          <Button
            size="small"
            variant="ghost"
            icon={Plus}
            className="-ml-2"
            onClick={() => {
              put([...skills, ""]);
              focus(skills.length);
            }}
          >
            {words.addSkill}
          </Button>
          <Button size="small" variant="ghost" icon={FileText} onClick={() => file.current?.click()}>
            {words.addFile}
          </Button>
          <input
            ref={file}
            type="file"
            accept={words.fileTypes}
            tabIndex={-1}
            aria-hidden="true"
            className="hidden"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              if (chosen !== undefined) void read(chosen);
              // The same file again is a choice, too.
              event.target.value = "";
            }}
          />
        </div>
      )}
    </Block>
  );
}
