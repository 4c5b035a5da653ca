import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { can } from "@/api/boot";
import { toolShelf } from "@/features/studio/model/shelf";
import { Page, TopBar } from "@/shell/page";
import { openapi as words } from "@/text/tools";
import { buttonClass } from "@/ui/button";
import { ForbiddenState } from "@/ui/states";

import type { OpenApiRead } from "./model/import-rows";
import { CreatedView, type CreatedTool } from "./openapi/created-view";
import { DocumentStep } from "./openapi/document-step";
import { OperationsStep } from "./openapi/operations-step";

interface ReadDocument {
  document: string;
  read: OpenApiRead;
}

/** Tools out of an OpenAPI document: choose the document, choose operations, look at each draft. */
export function OpenApiImportPage() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<ReadDocument | null>(null);
  const [created, setCreated] = useState<readonly CreatedTool[] | null>(null);
  const again = () => {
    setFound(null);
    setCreated(null);
  };
  return (
    <Page>
      <TopBar path={[{ name: words.path, place: { to: toolShelf.page } }]} title={words.title} />
      {!can(toolShelf.edit) ? (
        <ForbiddenState
          title={words.denied}
          acts={
            <Link to="/tools" className={buttonClass({ variant: "primary" })}>
              {words.toTools}
            </Link>
          }
        >
          {toolShelf.words.deniedEdit}
        </ForbiddenState>
      ) : created !== null ? (
        <CreatedView tools={created} onAgain={again} />
      ) : found === null ? (
        <DocumentStep text={text} onText={setText} onRead={(read) => setFound({ document: text, read })} />
      ) : (
        <OperationsStep {...found} onBack={again} onCreated={setCreated} />
      )}
    </Page>
  );
}
