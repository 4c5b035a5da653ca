import { useQuery } from "@tanstack/react-query";

import { call } from "@/features/settings/rest/call";

interface Usual {
  readonly usual: Readonly<Record<string, unknown>>;
  readonly known: readonly string[];
}

/** What is shipped for a model of a provider, or for all of them where `model` is empty. */
export function useUsual(provider: string, model: string, isAsked: boolean): Usual | undefined {
  const query = useQuery({
    queryKey: ["usual capabilities", provider, model],
    queryFn: ({ signal }) => call<Usual>("get", "/capabilities", { query: model === "" ? { provider } : { provider, model }, signal }),
    enabled: isAsked,
    // They come with the version: a new one brings a new page.
    staleTime: Infinity,
  });
  return query.data;
}
