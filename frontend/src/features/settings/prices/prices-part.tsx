import { PricesForm } from "@/features/settings/prices/prices-form";
import { ShippedNotice, type PricesDetail } from "@/features/settings/prices/shipped-notice";
import { pricesShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { prices as words } from "@/text/settings-prices";

const kind: StudioKind<PricesDetail> = { shelf: pricesShelf, Form: PricesForm, Notice: ShippedNotice, defineName: words.tab };

/** What models cost: edited as a draft and published as versions, like everything that is built. */
export default function PricesPart() {
  return <StudioPage kind={kind} />;
}
