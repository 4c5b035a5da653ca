import { Block, wordsOf } from "@/features/studio/fields";
import { effects, form as words } from "@/text/tools";
import { Chip } from "@/ui/chip";
import { Field, SelectInput } from "@/ui/field";
import { RadioCards } from "@/ui/radio-cards";
import { Risk } from "@/ui/risk";

import { EFFECTS, isOfServer, RISKS, riskOfEffect, type RiskWord } from "../model/tool-form";
import { useCredentials } from "../use-project-names";
import type { BlockProps } from "./tool-form-view";

/** What a call does outside, told by examples; how closely to look; and the secret that goes with it. */
export function EffectBlock({ editor, form, change }: BlockProps) {
  const locked = editor.readOnly !== undefined;
  return (
    <>
      <Block fields={["effect"]} title={words.effect}>
        <p className="-mt-1.5 text-12 text-fg-3">{words.effectHelp}</p>
        <RadioCards
          label={words.effect}
          value={form.effect}
          disabled={locked}
          pointer="/effect"
          className="@min-[620px]:grid-cols-2"
          options={EFFECTS.map((effect) => ({
            value: effect,
            title: (
              <>
                {effects[effect].title}
                {effect === "at_most_once" && <Chip quiet>{words.usual}</Chip>}
              </>
            ),
            detail: (
              <>
                <span className="block">{effects[effect].example}</span>
                {effects[effect].then}
              </>
            ),
          }))}
          onChange={(effect) => change({ ...form, effect })}
        />
        {wordsOf(editor, "/effect", true) !== undefined && <div className="text-12 text-danger">{wordsOf(editor, "/effect", true)}</div>}
      </Block>
      <Block fields={["risk", "credential"]}>
        <div className="grid items-start gap-3 @min-[520px]:grid-cols-2">
          <RiskField editor={editor} form={form} change={change} />
          {!isOfServer(form) && <CredentialField editor={editor} form={form} change={change} />}
        </div>
      </Block>
    </>
  );
}

function RiskField({ editor, form, change }: BlockProps) {
  const own = riskOfEffect(form.effect);
  const shown = isRisk(form.risk) ? form.risk : own;
  return (
    <Field label={words.risk} help={words.riskHelp} error={wordsOf(editor, "/risk", true)}>
      {(ids) => (
        <span className="flex items-center gap-2.5">
          <Risk level={shown} className="shrink-0" />
          <SelectInput
            {...ids}
            data-pointer="/risk"
            value={form.risk}
            disabled={editor.readOnly !== undefined}
            onChange={(event) => change({ ...form, risk: event.target.value })}
          >
            <option value="">{words.riskOwn(words.risks[own].toLowerCase())}</option>
            {RISKS.map((risk) => (
              <option key={risk} value={risk}>
                {words.risks[risk]}
              </option>
            ))}
            {form.risk !== "" && !isRisk(form.risk) && <option value={form.risk}>{form.risk}</option>}
          </SelectInput>
        </span>
      )}
    </Field>
  );
}

function CredentialField({ editor, form, change }: BlockProps) {
  const credentials = useCredentials();
  const known = credentials?.some(({ name }) => name === form.credential) ?? false;
  return (
    <Field label={words.credential} help={words.credentialHelp} error={wordsOf(editor, "/credential", true)}>
      {(ids) => (
        <SelectInput
          {...ids}
          data-pointer="/credential"
          value={form.credential}
          disabled={editor.readOnly !== undefined}
          onChange={(event) => change({ ...form, credential: event.target.value })}
        >
          <option value="">{words.noCredential}</option>
          {credentials?.map(({ id, name, host }) => (
            <option key={id} value={name}>
              {words.credentialAt(name, host)}
            </option>
          ))}
          {form.credential !== "" && !known && (
            <option value={form.credential}>{credentials === undefined ? form.credential : words.unknownCredential(form.credential)}</option>
          )}
        </SelectInput>
      )}
    </Field>
  );
}

function isRisk(text: string): text is RiskWord {
  return (RISKS as readonly string[]).includes(text);
}
