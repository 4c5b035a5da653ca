import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";

import { ApiError } from "@/api/errors";
import { call, type Body } from "@/features/studio/api";
import { bodyOf } from "@/features/studio/model/work";
import type { Editor } from "@/features/studio/use-editor";
import { profiles as words } from "@/text/profiles";
import { Copy } from "@/ui/copy";
import { ForeignText } from "@/ui/foreign-text";
import { EmptyState, ErrorState, LoadingRows } from "@/ui/states";

interface Preview {
  readonly prompt: string;
  readonly characters: number;
  readonly words: number;
}

const REST_MS = 300;

/** What a model would be told, of the profile as it is written now. */
export function PromptTab({ editor }: { editor: Editor }) {
  const body = useRested(bodyOf(editor.work));
  const preview = useQuery({
    queryKey: ["profile-preview", editor.id, body],
    queryFn: ({ signal }) => call<Preview>("post", "/api/v1/profiles/preview", { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const { data, error } = preview;
  if (error instanceof ApiError && (error.status === 422 || error.status === 400)) {
    return (
      <EmptyState icon={FileQuestion} title={words.promptNone}>
        {words.promptNoneDetail}
      </EmptyState>
    );
  }
  if (error instanceof ApiError) return <ErrorState title={words.promptFailed} failure={error} onRetry={() => void preview.refetch()} />;
  if (data === undefined) return <LoadingRows rows={6} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 phone:px-5">
      <section aria-label={words.prompt} className="flex max-w-[760px] flex-col gap-2">
        <header className="flex items-center gap-2">
          <h2 className="text-16 font-semibold">{words.prompt}</h2>
          <span className="ml-auto text-12 text-fg-3 tabular-nums">{words.promptSize(data.characters, data.words)}</span>
          <Copy text={data.prompt} what={words.promptText} />
        </header>
        <p className="text-fg-2">{words.promptDetail}</p>
        <ForeignText block mono text={data.prompt} className="rounded-card border border-line bg-sunken px-4 py-3 leading-5" />
      </section>
    </div>
  );
}

/** The body once nobody writes. */
function useRested(body: Body): Body {
  const [rested, setRested] = useState(body);
  const written = JSON.stringify(body);
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(written) as Body), REST_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return rested;
}
