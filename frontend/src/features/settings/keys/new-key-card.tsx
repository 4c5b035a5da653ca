import { Check, Code, Copy } from "lucide-react";
import { useEffect, useRef } from "react";

import { useCommands } from "@/commands/use-commands";
import { curlOfKey } from "@/features/settings/keys/key-curl";
import { KeyEnd } from "@/features/settings/keys/key-end";
import type { NewApiKey } from "@/features/settings/rest/shapes";
import { groups } from "@/text/shell";
import { apiKeys as words } from "@/text/settings-keys";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { TextInput } from "@/ui/field";
import { StatusShape } from "@/ui/status-shape";
import { toasts } from "@/ui/toasts";

/** The new key, this once. */
export function NewKeyCard({ made, onHide }: { made: NewApiKey; onHide: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const copy = (text: string, done: string) =>
    void copyText(text).then((ok) => {
      if (!ok) field.current?.select();
      toasts.show({ text: ok ? done : words.notCopied });
    });
  const key = made.key ?? "";
  const copyKey = () => copy(key, words.copied);
  useCommands([{ id: "settings.keys.copy", name: words.copy, keys: "C", group: groups.settings, icon: Copy, run: copyKey }]);
  return (
    <section aria-label={words.made(made.name)} className="mx-4 mt-4 shrink-0 overflow-hidden rounded-card border border-line-strong phone:mx-5">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 bg-succeeded-bg px-3 py-2.5">
        <StatusShape tone="succeeded" size={16} className="text-succeeded-fg" />
        <h3 className="font-semibold">{words.made(made.name)}</h3>
        <span className="text-12 text-fg phone:ml-auto">{words.once}</span>
      </header>
      <div className="flex flex-col gap-3 p-3">
        <div className="flex flex-wrap gap-2">
          <TextInput
            ref={field}
            readOnly
            aria-label={words.yourKey}
            value={key}
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
            className="flex-1 basis-64 font-mono text-12"
          />
          <Button variant="primary" icon={Copy} keys="C" onClick={copyKey}>
            {words.copy}
          </Button>
          <Button icon={Code} onClick={() => copy(curlOfKey(window.location.origin, key), words.curlCopied)}>
            {words.copyCurl}
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <dl className="flex min-w-0 flex-1 basis-72 flex-wrap gap-x-6 gap-y-1 text-12">
            <div className="flex min-w-0 gap-1.5">
              <dt className="text-fg-3">{words.columns.may}</dt>
              <dd className="min-w-0 font-mono wrap-anywhere">{made.scopes.join(", ")}</dd>
            </div>
            <div className="flex gap-1.5">
              <dt className="text-fg-3">{words.columns.until}</dt>
              <dd>
                <KeyEnd apiKey={made} />
              </dd>
            </div>
          </dl>
          <Button size="small" variant="ghost" icon={Check} onClick={onHide}>
            {words.hide}
          </Button>
        </div>
      </div>
    </section>
  );
}
