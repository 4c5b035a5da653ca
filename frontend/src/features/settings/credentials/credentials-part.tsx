import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function CredentialsPart() {
  return <SectionHead title={settings.names.credentials} />;
}
