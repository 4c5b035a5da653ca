import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function KeysPart() {
  return <SectionHead title={settings.names.keys} />;
}
