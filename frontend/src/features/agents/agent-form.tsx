import { Block, TextField } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";

/** What an agent is: its profile, its model, what it may use. */
export function AgentForm({ editor }: { editor: Editor }) {
  return (
    <Block fields={["description", "profile", "connection", "model"]}>
      <TextField editor={editor} field="description" label={words.description} optional lines />
      <div className="grid gap-3 phone:grid-cols-3">
        <TextField editor={editor} field="profile" label={words.profile} required />
        <TextField editor={editor} field="connection" label={words.connection} required />
        <TextField editor={editor} field="model" label={words.model} required mono />
      </div>
    </Block>
  );
}
