import { Block, wordsOf } from "@/features/studio/fields";
import { form as words } from "@/text/tools";
import { Field, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";

import { recordOf, textOf } from "../model/json";
import type { BlockProps } from "./tool-form-view";

/** Of a tool of an MCP server: which it is there, and how long a call waits. What the server says comes by an import. */
export function ServerBlock({ editor, form, change }: BlockProps) {
  const mcp = recordOf(form.rest.mcp);
  const problem = wordsOf(editor, "/mcp", true);
  return (
    <Block fields={["mcp", "timeout"]} title={words.server} note={words.serverHelp}>
      <p data-pointer="/mcp" tabIndex={-1} className="wrap-anywhere">
        <ForeignText text={words.toolOfServer(textOf(mcp.tool), textOf(mcp.server))} />
      </p>
      {problem !== undefined && <p className="text-12 text-danger">{problem}</p>}
      <Field label={words.timeout} help={words.timeoutHelp} error={wordsOf(editor, "/timeout", true)}>
        {(ids) => (
          <TextInput {...ids} data-pointer="/timeout" value={form.timeout} readOnly={editor.readOnly !== undefined} onChange={(event) => change({ ...form, timeout: event.target.value })} />
        )}
      </Field>
    </Block>
  );
}
