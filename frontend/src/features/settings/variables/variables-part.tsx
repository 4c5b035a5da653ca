import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function VariablesPart() {
  return <SectionHead title={settings.names.variables} />;
}
