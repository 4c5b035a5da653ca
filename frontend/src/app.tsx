import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "@/api/query";
import { LiveLink } from "@/live-link";
import { LiveProvider } from "@/live/live-provider";
import { makeRouter } from "@/routes";

const router = makeRouter();

/** The application: what is kept from the server, and the view of the address. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>
        <LiveLink />
        <RouterProvider router={router} />
      </LiveProvider>
    </QueryClientProvider>
  );
}
