import { SectionHead } from "@/features/settings/parts/section";
import { settings } from "@/text/settings";

export default function PricesPart() {
  return <SectionHead title={settings.names.prices} />;
}
