import { useMutation } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";

import { call } from "@/features/studio/api";
import { openapi as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { Field, TextArea } from "@/ui/field";

import type { OpenApiRead } from "../model/import-rows";

interface DocumentStepProps {
  text: string;
  onText: (text: string) => void;
  onRead: (read: OpenApiRead) => void;
}

const LARGEST = 1024 * 1024;

/** Paste a document or choose a file; nothing in it is fetched. */
export function DocumentStep({ text, onText, onRead }: DocumentStepProps) {
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [name, setName] = useState("");
  const reading = useMutation({
    mutationFn: () => call<OpenApiRead>("post", "/api/v1/tools/openapi", { body: { document: text } }),
    onSuccess: onRead,
  });
  const change = (next: string, from = "") => {
    setFault(undefined);
    setName(from);
    reading.reset();
    onText(next);
  };
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST) setFault(words.fileTooLarge);
    else {
      try {
        change(await chosen.text(), chosen.name);
      } catch {
        setFault(words.fileUnreadable);
      }
    }
  };
  const submit = () => {
    if (text.trim() === "") setFault(words.needDocument);
    else if (!reading.isPending) reading.mutate();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5"
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void choose(event.dataTransfer.files[0]);
      }}
    >
      <Field
        label={words.document}
        help={words.documentHelp}
        error={fault ?? (reading.error === null ? undefined : <ErrorWords error={reading.error} />)}
        className="min-h-0 flex-1"
      >
        {(ids) => (
          <TextArea
            {...ids}
            value={text}
            placeholder={words.placeholder}
            spellCheck={false}
            autoFocus
            className="max-h-none min-h-60 flex-1 font-mono text-12"
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" keys="Mod+Enter" aria-disabled={reading.isPending}>
          {reading.isPending ? words.reading : words.read}
        </Button>
        <Button icon={FileText} onClick={() => file.current?.click()}>
          {words.file}
        </Button>
        <input
          ref={file}
          type="file"
          tabIndex={-1}
          aria-label={words.file}
          accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {name !== "" && <span className="min-w-0 truncate text-fg-3">{name}</span>}
      </div>
    </form>
  );
}
