import { Plus, X } from "lucide-react";

import { Block, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { form as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { Field, SelectInput, TextInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

import { newHeader, type HeaderRow } from "../model/tool-form";
import type { BlockProps } from "./tool-form-view";

/** What seldom differs: headers of every call, how long it waits, and how the answer is read. */
export function MoreBlock({ editor, form, change }: BlockProps) {
  const locked = editor.readOnly !== undefined;
  const set = (row: HeaderRow) => change({ ...form, headers: form.headers.map((each) => (each.id === row.id ? row : each)) });
  return (
    <>
      <Block fields={["timeout", "response"]} title={words.moreTitle}>
        <div className="grid items-start gap-3 @min-[420px]:grid-cols-2">
          <Field label={words.timeout} help={words.timeoutHelp} error={wordsOf(editor, "/timeout", true)}>
            {(ids) => (
              <TextInput
                {...ids}
                data-pointer="/timeout"
                value={form.timeout}
                readOnly={locked}
                onChange={(event) => change({ ...form, timeout: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.response} error={wordsOf(editor, "/response", true)}>
            {(ids) => (
              <SelectInput
                {...ids}
                data-pointer="/response"
                value={form.response}
                disabled={locked}
                onChange={(event) => change({ ...form, response: event.target.value })}
              >
                <option value="json">{words.responses.json}</option>
                <option value="text">{words.responses.text}</option>
                {form.response !== "json" && form.response !== "text" && <option value={form.response}>{form.response}</option>}
              </SelectInput>
            )}
          </Field>
        </div>
      </Block>
      <Block
        fields={["headers"]}
        title={words.headers}
        note={words.headersHelp}
        acts={
          !locked && (
            <Button size="small" variant="ghost" icon={Plus} onClick={() => change({ ...form, headers: [...form.headers, newHeader()] })}>
              {words.addHeader}
            </Button>
          )
        }
      >
        {form.headers.map((row, index) => (
          <div key={row.id} className="flex items-start gap-2">
            <Field label={words.header} error={wordsOf(editor, pointer("headers", row.name), true)} className="flex-1">
              {(ids) => (
                <TextInput
                  {...ids}
                  aria-label={words.headerOf(index + 1)}
                  data-pointer={pointer("headers", row.name)}
                  value={row.name}
                  readOnly={locked}
                  spellCheck={false}
                  autoFocus={row.name === "" && row.value === "" && !locked}
                  className="font-mono"
                  onChange={(event) => set({ ...row, name: event.target.value })}
                />
              )}
            </Field>
            <Field label={words.value} className="flex-1">
              {(ids) => (
                <TextInput
                  {...ids}
                  aria-label={words.valueOf(index + 1)}
                  value={row.value}
                  readOnly={locked}
                  spellCheck={false}
                  className="font-mono"
                  onChange={(event) => set({ ...row, value: event.target.value })}
                />
              )}
            </Field>
            {!locked && (
              <IconButton
                icon={X}
                label={words.removeHeader(row.name)}
                className="mt-[25px]"
                onClick={() => change({ ...form, headers: form.headers.filter((each) => each.id !== row.id) })}
              />
            )}
          </div>
        ))}
      </Block>
    </>
  );
}
