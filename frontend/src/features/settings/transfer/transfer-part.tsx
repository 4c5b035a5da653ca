import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function TransferPart() {
  return <SectionHead title={settings.names.transfer} />;
}
