import { Block, TextField } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { profiles as words } from "@/text/profiles";

/** What an agent is good at and how it works. */
export function ProfileForm({ editor }: { editor: Editor }) {
  return (
    <>
      <Block fields={["specialization"]}>
        <TextField editor={editor} field="specialization" label={words.specialization} help={words.specializationHelp} required />
      </Block>
      <Block fields={["instructions"]}>
        <TextField editor={editor} field="instructions" label={words.instructions} help={words.instructionsHelp} required lines />
      </Block>
    </>
  );
}
