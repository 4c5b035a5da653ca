import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { Failure } from "@/features/settings/parts/failure";
import { call } from "@/features/settings/rest/call";
import type { ProjectExport } from "@/features/settings/rest/shapes";
import { transfer as words } from "@/text/settings-transfer";
import { Button } from "@/ui/button";
import { saveFile } from "@/ui/save-file";
import { toasts } from "@/ui/toasts";

/** Everything that is live, as a file. */
export function ExportCard() {
  const writing = useMutation({
    mutationFn: () => call<ProjectExport>("get", "/export"),
    onSuccess(file) {
      saveFile(file.file_name, file.text, "application/yaml");
      toasts.show({ text: words.downloaded(file.file_name), kind: "succeeded" });
    },
  });
  return (
    <section aria-label={words.exportTitle} className="flex shrink-0 flex-col gap-3 border-b border-line px-4 py-4 phone:px-5">
      <div>
        <h3 className="font-semibold">{words.exportTitle}</h3>
        <p className="max-w-[720px] text-fg-2">{words.exportAbout}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Download} aria-disabled={writing.isPending} onClick={() => !writing.isPending && writing.mutate()}>
          {writing.isPending ? words.downloading : words.download}
        </Button>
        {writing.data !== undefined && (
          <span className="min-w-0 text-12 wrap-anywhere text-fg-3">
            {writing.data.signed_by === null ? words.unsigned : words.signedBy(writing.data.signed_by)}
          </span>
        )}
      </div>
      {writing.error !== null && <Failure title={words.exportFailed} error={writing.error} />}
    </section>
  );
}
