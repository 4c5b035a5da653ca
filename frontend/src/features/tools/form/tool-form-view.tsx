import type { Editor } from "@/features/studio/use-editor";
import { TextField, Block } from "@/features/studio/fields";
import { form as words } from "@/text/tools";

import { isOfServer, readForm, writeForm } from "../model/tool-form";
import { useContentForm } from "../use-content-form";
import { ArgumentsBlock } from "./arguments-block";
import { EffectBlock } from "./effect-block";
import { MoreBlock } from "./more-block";
import { RequestBlock } from "./request-block";
import { ServerBlock } from "./server-block";
import { SentenceBlock } from "./sentence-block";

/** What the blocks of the form share. */
export interface BlockProps {
  editor: Editor;
  form: ReturnType<typeof readForm>;
  change: (form: ReturnType<typeof readForm>) => void;
}

/** A tool as a form: what it does, the request it becomes or the server it is called on, its arguments, its effect and its sentence. */
export function ToolFormView({ editor }: { editor: Editor }) {
  const [form, change] = useContentForm(editor, readForm, writeForm);
  const props = { editor, form, change };
  const ofServer = isOfServer(form);
  return (
    <div className="@container">
      <Block fields={["description"]}>
        <TextField editor={editor} field="description" label={words.description} help={words.descriptionHelp} lines required />
      </Block>
      {ofServer ? <ServerBlock {...props} /> : <RequestBlock {...props} />}
      <ArgumentsBlock {...props} />
      <SentenceBlock {...props} />
      <EffectBlock {...props} />
      {!ofServer && <MoreBlock {...props} />}
    </div>
  );
}
