import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { duplicate } from "@/features/studio/api";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import type { Editor } from "@/features/studio/use-editor";
import { studio as words } from "@/text/studio";
import { Field, TextInput } from "@/ui/field";
import { anyNavigation } from "@/ui/place";
import { visible } from "@/ui/visible";

/** Names stay: another name is a copy. */
export function DuplicateDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { shelf, id, detail } = editor;
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const copy = () => {
    if (name.trim() === "") {
      setMissing(true);
      return undefined;
    }
    return duplicate(shelf, id, name.trim()).then((made) => navigate(anyNavigation({ to: `${shelf.page}/$id`, params: { id: made.id } })));
  };
  return (
    <AskDialog title={words.duplicateTitle(visible(detail.name))} submit={words.duplicateDo} onSubmit={copy} onClose={onClose}>
      <p className="text-fg-2">{words.duplicateDetail}</p>
      <Field label={words.name} required help={shelf.words.nameHelp} error={missing && name.trim() === "" ? words.needName : undefined}>
        {(ids) => <TextInput {...ids} autoFocus className="font-mono" value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </AskDialog>
  );
}
