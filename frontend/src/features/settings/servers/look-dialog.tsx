import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/features/settings/parts/failure";
import { call } from "@/features/settings/rest/call";
import type { ImportedMcpTools, LookOutcome, McpOffer, McpServer } from "@/features/settings/rest/shapes";
import { useReread } from "@/features/settings/rest/use-list";
import { nameFault, NOTHING, picked } from "@/features/settings/servers/look-rows";
import { LookTable } from "@/features/settings/servers/look-table";
import { listed } from "@/text/plural";
import { look as words } from "@/text/settings-servers";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ForeignText } from "@/ui/foreign-text";
import { toasts } from "@/ui/toasts";

/** What a server offers now, and the import of what is chosen. */
export function LookDialog({ server, onClose }: { server: McpServer; onClose: () => void }) {
  const looking = useQuery({
    queryKey: ["look", server.id],
    queryFn: ({ signal }) => call<LookOutcome>("post", `/mcp-servers/${server.id}/look`, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const found = looking.data;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title(server.name)} width="wide" initialFocus="dialog">
      {looking.isPending || looking.isFetching ? (
        <DialogBody>
          <p role="status" className="text-fg-3">
            {words.asking}
          </p>
        </DialogBody>
      ) : found?.ok === true ? (
        <Offered server={server} offer={found} onDone={onClose} />
      ) : (
        <DialogBody className="flex flex-col gap-3">
          {looking.error !== null && <Failure title={words.failed} error={looking.error} />}
          {found?.ok === false && (
            <div role="alert" className="rounded-card bg-failed-bg px-3 py-2.5 wrap-anywhere">
              <p className="font-medium text-failed-fg">{words.refused}</p>
              <ForeignText text={found.message} strictness="prose" />
              <p className="pt-1 font-mono text-12 text-fg-2">{found.code}</p>
            </div>
          )}
          <div>
            <Button onClick={() => void looking.refetch()}>{words.again}</Button>
          </div>
        </DialogBody>
      )}
    </Dialog>
  );
}

function Offered({ server, offer, onDone }: { server: McpServer; offer: McpOffer; onDone: () => void }) {
  const [choice, setChoice] = useState(NOTHING);
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  const count = choice.selected.size;
  const importing = useMutation({
    mutationFn: () => call<ImportedMcpTools>("post", `/mcp-servers/${server.id}/import`, { body: { tools: picked(offer.tools, choice) } }),
    onSuccess({ tools }) {
      const drafts = tools.filter((tool) => tool.is_changed).length;
      if (drafts > 0) toasts.show({ text: words.done(drafts), kind: "succeeded" });
      if (drafts < tools.length) toasts.show({ text: words.unchanged(tools.length - drafts), kind: "succeeded" });
      void reread();
      onDone();
    },
  });
  const submit = () => {
    setAsked(true);
    const hasFault = offer.tools.some((tool) => nameFault(tool, offer.tools, choice) !== undefined);
    if (count > 0 && !hasFault && !importing.isPending) importing.mutate();
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-3">
        {offer.gone.length > 0 && <p className="text-attention-fg">{words.gone(listed(offer.gone.map(({ name }) => name)))}</p>}
        {!offer.is_complete && <p className="text-attention-fg">{words.more}</p>}
        {offer.tools.length === 0 ? <p className="text-fg-3">{words.none}</p> : <LookTable tools={offer.tools} choice={choice} onChoice={setChoice} />}
        {offer.dropped.length > 0 && (
          <section aria-label={words.dropped}>
            <h3 className="font-medium">{words.dropped}</h3>
            <ul className="text-12">
              {offer.dropped.map((each, index) => (
                <li key={index} className="wrap-anywhere">
                  <span className="font-mono">
                    <ForeignText text={each.tool === "" ? words.unnamed : each.tool} />
                  </span>{" "}
                  <span className="text-fg-3">
                    <ForeignText text={each.message} strictness="prose" />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {importing.error !== null && <Failure title={words.notImported} error={importing.error} />}
      </DialogBody>
      <footer className="flex shrink-0 flex-wrap items-center gap-3 border-t border-line px-5 py-3">
        <Button variant="primary" aria-disabled={importing.isPending} onClick={submit}>
          {importing.isPending ? words.importing : words.import(count)}
        </Button>
        {asked && count === 0 && (
          <span role="alert" className="text-danger">
            {words.needSome}
          </span>
        )}
      </footer>
    </>
  );
}
