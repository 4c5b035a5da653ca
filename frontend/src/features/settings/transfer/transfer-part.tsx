import { can } from "@/api/boot";
import { mayNot } from "@/features/settings/parts/roles";
import { SectionBody, SectionHead } from "@/features/settings/parts/section";
import { ExportCard } from "@/features/settings/transfer/export-card";
import { ImportCard } from "@/features/settings/transfer/import-card";
import { forbidden, settings } from "@/text/settings";
import { transfer as words } from "@/text/settings-transfer";
import { ForbiddenState } from "@/ui/states";

const NEEDED = ["agents:publish", "tools:edit", "policies:edit", "secrets:manage"];

/** The project as a file, out and in. */
export default function TransferPart() {
  return (
    <>
      <SectionHead title={settings.names.transfer}>{words.about}</SectionHead>
      <SectionBody>
        <ExportCard />
        {NEEDED.every(can) ? (
          <ImportCard />
        ) : (
          <ForbiddenState title={words.mayNotImport} className="flex-none">
            {mayNot(forbidden.secrets)}
          </ForbiddenState>
        )}
      </SectionBody>
    </>
  );
}
