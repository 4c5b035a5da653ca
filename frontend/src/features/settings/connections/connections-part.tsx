import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function ConnectionsPart() {
  return <SectionHead title={settings.names.connections} />;
}
