import { useRef } from "react";

import { Block, useTouched } from "@/features/studio/fields";
import { form as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { Field, SelectInput, TextInput } from "@/ui/field";
import { short } from "@/ui/short";
import { visible } from "@/ui/visible";

import { namesInAddress, withMethod } from "../model/placing";
import { METHODS, argumentNames } from "../model/tool-form";
import { useVariables } from "../use-project-names";
import type { BlockProps } from "./tool-form-view";

const BEGINNING = /^(?:\{[A-Z][A-Z0-9_]*\}|https?:\/\/[A-Za-z0-9.:-]*)?/;

/** Method and address; variables and arguments are offered. */
export function RequestBlock({ editor, form, change }: BlockProps) {
  const field = useRef<HTMLInputElement>(null);
  const variables = useVariables();
  const touched = useTouched(editor, "/request");
  const locked = editor.readOnly !== undefined;
  const inAddress = namesInAddress(form.address);
  const missing = variables === undefined ? undefined : inAddress.variables.find((name) => !variables.some((each) => each.name === name));
  const free = argumentNames(form).filter((name) => !inAddress.arguments.includes(name));
  const put = (address: string) => {
    change({ ...form, address });
    field.current?.focus();
  };
  const putVariable = (name: string) => put(form.address.replace(BEGINNING, `{${name}}`));
  const putArgument = (name: string) => put(`${form.address}${form.address.endsWith("/") ? "" : "/"}{${name}}`);
  const methods: readonly string[] = METHODS;
  return (
    <Block fields={["request"]} title={words.request} note={words.requestHelp}>
      <div className="grid gap-2.5 @min-[420px]:grid-cols-[112px_minmax(0,1fr)]">
        <Field label={words.method}>
          {(ids) => (
            <SelectInput
              {...ids}
              value={form.method}
              disabled={locked}
              className="font-mono"
              onChange={(event) => change(withMethod(form, event.target.value))}
            >
              {[...methods, ...(methods.includes(form.method) ? [] : [form.method])].map((method) => (
                <option key={method} value={method}>
                  {method}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field
          label={words.address}
          required
          help={words.addressHelp}
          error={touched.error ?? (missing === undefined ? undefined : words.unknownVariable(missing))}
        >
          {(ids) => (
            <TextInput
              {...ids}
              ref={field}
              data-pointer="/request"
              value={form.address}
              readOnly={locked}
              placeholder={words.addressPlaceholder}
              spellCheck={false}
              className="font-mono"
              onBlur={touched.leave}
              onChange={(event) => change({ ...form, address: event.target.value })}
            />
          )}
        </Field>
      </div>
      {!locked && (
        <div className="flex flex-wrap items-center gap-1.5 text-12 text-fg-3">
          {variables?.length === 0 ? (
            <span>{words.noVariables}</span>
          ) : (
            (variables ?? []).length + free.length > 0 && <span>{words.variables}</span>
          )}
          {variables?.map(({ name, value }) => (
            <Button
              key={name}
              size="small"
              className="font-mono"
              aria-label={words.putVariable(name)}
              data-hint={value}
              aria-pressed={inAddress.variables.includes(name)}
              onClick={() => putVariable(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
          {free.map((name) => (
            <Button key={`argument ${name}`} size="small" variant="ghost" className="font-mono" aria-label={words.putArgument(visible(name))} onClick={() => putArgument(name)}>
              {`{${short(visible(name))}}`}
            </Button>
          ))}
        </div>
      )}
    </Block>
  );
}
