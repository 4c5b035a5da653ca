import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { create } from "@/features/studio/api";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import { studioKeys } from "@/features/studio/keys";
import type { Shelf } from "@/features/studio/model/shelf";
import { studio as words } from "@/text/studio";
import { Field, TextArea, TextInput } from "@/ui/field";
import { anyNavigation } from "@/ui/place";

interface CreateDialogProps {
  shelf: Shelf;
  onClose: () => void;
}

/** A name, and where there is one a text to begin with; the rest is done in the editor. */
export function CreateDialog({ shelf, onClose }: CreateDialogProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const make = () => {
    if (name.trim() === "") {
      setMissing(true);
      return undefined;
    }
    return create(shelf, name.trim(), text.trim() === "" ? { content: {} } : { text }).then((made) => {
      void queries.invalidateQueries({ queryKey: studioKeys.shelf(shelf) });
      return navigate(anyNavigation({ to: `${shelf.page}/$id`, params: { id: made.id } }));
    });
  };
  return (
    <AskDialog title={words.createTitle(shelf.words.one)} submit={words.createDo} onSubmit={make} onClose={onClose}>
      <Field label={words.name} required help={shelf.words.nameHelp} error={missing && name.trim() === "" ? words.needName : undefined}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.fromText} optional help={words.fromTextHelp}>
        {(ids) => <TextArea {...ids} className="font-mono" spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
    </AskDialog>
  );
}
