import { useState } from "react";

import type { Editor } from "@/features/studio/use-editor";
import type { JsonObject } from "@/live/json";

import { same, type Content } from "./model/json";

/**
 * Content as a form that remembers what content cannot say: the order of rows, a name that is still empty. When the
 * content changes from elsewhere, as from its text, the form is read anew.
 */
export function useContentForm<Form>(
  editor: Pick<Editor, "content" | "change">,
  read: (content: Content) => Form,
  write: (form: Form) => Content,
): [Form, (form: Form) => void] {
  const content = editor.content as JsonObject;
  const [held, setHeld] = useState(() => ({ form: read(content), content }));
  let now = held;
  if (!same(held.content, content)) {
    now = { form: read(content), content };
    setHeld(now);
  }
  const change = (form: Form) => {
    const next = write(form);
    setHeld({ form, content: next });
    editor.change(next);
  };
  return [now.form, change];
}
