import { TriangleAlert } from "lucide-react";

import type { McpTool } from "@/features/settings/rest/shapes";
import { isRenamable, nameFault, nameOf, withSelected, type Choice } from "@/features/settings/servers/look-rows";
import { look as words } from "@/text/settings-servers";
import { effects } from "@/text/tools";
import { Checkbox, TextInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { visible } from "@/ui/visible";

interface LookTableProps {
  tools: readonly McpTool[];
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

/** One line for each tool: what the server says of it, and under which name it would be imported. */
export function LookTable({ tools, choice, onChoice }: LookTableProps) {
  return (
    <ul>
      {tools.map((tool) => (
        <li key={tool.tool} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-2 border-b border-line py-2.5 phone:grid-cols-[32px_minmax(0,1fr)_minmax(0,280px)]">
          <Checkbox bare label={words.select(visible(tool.tool))} checked={choice.selected.has(tool.tool)} onChange={(event) => onChoice(withSelected(choice, tool.tool, event.target.checked))} />
          <div className="min-w-0 wrap-anywhere">
            <span className="font-mono text-12">
              <ForeignText text={tool.tool} />
            </span>
            {tool.description !== "" && (
              <span className="block text-fg-2">
                <ForeignText text={tool.description} strictness="prose" />
              </span>
            )}
            {tool.notes.map((note) => (
              <Warning key={note} text={note} />
            ))}
            {tool.imported.map((each) => (each.is_current ? <span key={each.id} className="block text-12 text-fg-3">{words.current(each.name)}</span> : <Warning key={each.id} text={words.changed(each.name)} />))}
          </div>
          <ToolName tool={tool} tools={tools} choice={choice} onChoice={onChoice} />
        </li>
      ))}
    </ul>
  );
}

function ToolName({ tool, tools, choice, onChoice }: LookTableProps & { tool: McpTool }) {
  const fault = nameFault(tool, tools, choice);
  return (
    <div className="min-w-0 max-phone:col-start-2">
      <TextInput
        aria-label={words.nameOf(visible(tool.tool))}
        aria-invalid={fault === undefined ? undefined : true}
        className="font-mono"
        spellCheck={false}
        readOnly={!isRenamable(tool)}
        value={nameOf(tool, choice)}
        onChange={(event) => onChoice({ ...choice, names: { ...choice.names, [tool.tool]: event.target.value } })}
      />
      {fault !== undefined && <span className="block text-12 text-danger">{fault}</span>}
      <span className="block text-12 text-fg-3">{effects[tool.effect as keyof typeof effects].short}</span>
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-12 text-attention-fg">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{text}</span>
    </span>
  );
}
