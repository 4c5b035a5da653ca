import { MOST_CHARACTERS, sizeOf, skillsOf } from "@/features/profiles/model/skills";
import { SkillsBlock } from "@/features/profiles/skills-block";
import { Block, TextField } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { profiles as words } from "@/text/profiles";

/** What an agent is good at and how it works. */
export function ProfileForm({ editor }: { editor: Editor }) {
  const size = sizeOf([...skillsOf(editor.content), asText(editor.content.instructions)]);
  return (
    <>
      <Block fields={["specialization"]}>
        <TextField editor={editor} field="specialization" label={words.specialization} help={words.specializationHelp} required />
      </Block>
      <SkillsBlock editor={editor} />
      <Block fields={["instructions"]}>
        <TextField editor={editor} field="instructions" label={words.instructions} help={words.instructionsHelp} required lines />
        <p className="text-right text-12 text-fg-3 tabular-nums">{words.size(size, MOST_CHARACTERS)}</p>
      </Block>
    </>
  );
}
