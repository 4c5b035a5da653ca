import { useRef, type ReactNode } from "react";

import { Words } from "@/features/approvals/words";
import { Block, wordsOf } from "@/features/studio/fields";
import { sentence as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { Field, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { short } from "@/ui/short";
import { visible } from "@/ui/visible";

import { exampleArguments } from "../model/example";
import { schemaOf } from "../model/schema";
import { namesInSentence, sentenceOf, withArgumentAt } from "../model/sentence";
import { argumentNames, writeForm } from "../model/tool-form";
import type { BlockProps } from "./tool-form-view";

/** The headline of every approval of this tool, as it will read. */
export function SentenceBlock({ editor, form, change }: BlockProps) {
  const field = useRef<HTMLInputElement>(null);
  const locked = editor.readOnly !== undefined;
  const used = namesInSentence(form.sentence);
  const examples = exampleArguments(schemaOf(writeForm(form)));
  const preview = form.sentence === "" ? words.previewPlain : words.preview;
  const put = (name: string) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? { selectionStart: null, selectionEnd: null };
    const next = withArgumentAt(form.sentence, name, start ?? form.sentence.length, end ?? form.sentence.length);
    change({ ...form, sentence: next.text });
    // After the field has the new text: the caret goes behind what was put in.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <Block fields={["sentence"]} title={words.title}>
      <Field label={words.label} optional help={words.help} error={wordsOf(editor, "/sentence", true)}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={field}
            data-pointer="/sentence"
            value={form.sentence}
            readOnly={locked}
            placeholder={words.placeholder}
            onChange={(event) => change({ ...form, sentence: event.target.value })}
          />
        )}
      </Field>
      {!locked && argumentNames(form).length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-12 text-fg-3">
          <span>{words.put}</span>
          {argumentNames(form).map((name) => (
            <Button
              key={name}
              size="small"
              variant={used.includes(name) ? "ghost" : "plain"}
              className="font-mono"
              aria-label={words.putName(visible(name))}
              onClick={() => put(name)}
            >
              {`{${short(visible(name))}}`}
            </Button>
          ))}
        </div>
      )}
      <div role="group" aria-label={preview} className="rounded-control bg-sunken px-3 py-2.5">
        <p className="text-12 text-fg-3">
          {preview} <span>{words.examples}</span>
        </p>
        <p className="mt-1 text-16 font-medium wrap-anywhere">
          <Words phrase={sentenceOf(form.sentence, editor.detail.name, examples)} strong={value} />
        </p>
      </div>
    </Block>
  );
}

function value(text: string): ReactNode {
  return (
    <b className="font-[650]">
      <ForeignText text={text} strictness="prose" />
    </b>
  );
}
