import { LongText } from "@/features/run/long-text";
import { headOf, type Text } from "@/live/fold/text";
import type { Json } from "@/live/json";
import { ForeignText } from "@/ui/foreign-text";

/** JSON as text: nothing in it is markup, and nothing of it is hidden. */
export function JsonText({ value }: { value: Json }) {
  return (
    <pre className="rounded-control bg-sunken px-2.5 py-2">
      <ForeignText text={JSON.stringify(value, null, 2)} block mono className="leading-[18px]" />
    </pre>
  );
}

interface MachineTextProps {
  runId: string;
  text: Text;
  mono?: boolean;
}

/** What a tool or a model wrote, of any length; JSON is spread out when all of it is here. */
export function MachineText({ runId, text, mono = false }: MachineTextProps) {
  const value = typeof text === "string" ? parsed(text) : undefined;
  if (value !== undefined) return <JsonText value={value} />;
  if (headOf(text) === "") return null;
  return <LongText runId={runId} text={text} most={1200} lines={24} mono={mono} className="rounded-control bg-sunken px-2.5 py-2" />;
}

/** Only what is a list or an object reads better spread out. */
function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
