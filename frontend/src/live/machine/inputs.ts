import type { TraceEvent } from "../fold/events";
import type { ChangedFrame, ClientFrame, PartialFrame, ServerFrame } from "../frames";
import type { LiveState } from "./state";

/** What happens to the connection. */
export type Input =
  | { readonly type: "start" }
  | { readonly type: "stop" }
  | { readonly type: "watch"; readonly run: string; readonly after: number }
  | { readonly type: "unwatch"; readonly run: string }
  | { readonly type: "ticket"; readonly attempt: number; readonly answer: TicketAnswer }
  | { readonly type: "opened"; readonly attempt: number }
  | { readonly type: "frame"; readonly attempt: number; readonly frame: ServerFrame | null }
  | { readonly type: "closed"; readonly attempt: number; readonly code: number }
  | { readonly type: "page"; readonly attempt: number; readonly run: string; readonly answer: PageAnswer }
  | { readonly type: "timer"; readonly name: TimerName }
  /** The page is looked at again, or the network is back. */
  | { readonly type: "woken" }
  | { readonly type: "hidden" };

/** `unavailable`: the server answers but gives no tickets now. `away`: nothing answers. `signed_out`: the session ended. */
export type TicketAnswer =
  | { readonly ticket: string }
  | { readonly problem: "unavailable" | "not_allowed" | "signed_out" | "away" };

export type PageAnswer =
  | { readonly events: readonly TraceEvent[]; readonly last: number }
  | { readonly problem: "not_found" | "away" };

export type TimerName = "retry" | "greet" | "ping" | "pong" | "away" | "upgrade" | "poll" | "lists";

/** What the driver is to do. */
export type Effect =
  | { readonly do: "fetch_ticket"; readonly attempt: number }
  | { readonly do: "open_socket"; readonly attempt: number }
  | { readonly do: "open_stream"; readonly attempt: number }
  | { readonly do: "send"; readonly frame: ClientFrame }
  /** Whatever is open. */
  | { readonly do: "close" }
  | { readonly do: "read_page"; readonly attempt: number; readonly run: string; readonly after: number }
  /** `jitter`: somewhere between half of it and all of it, so that browsers do not come back all at once. */
  | { readonly do: "set_timer"; readonly name: TimerName; readonly ms: number; readonly jitter?: true }
  | { readonly do: "clear_timers"; readonly names: readonly TimerName[] }
  | { readonly do: "tell_events"; readonly run: string; readonly events: readonly TraceEvent[] }
  | { readonly do: "tell_partial"; readonly partial: PartialFrame }
  | { readonly do: "tell_caught_up"; readonly run: string }
  | { readonly do: "tell_refused"; readonly run: string; readonly code: string }
  | { readonly do: "tell_changed"; readonly changed: Omit<ChangedFrame, "type"> }
  | { readonly do: "tell_state"; readonly live: LiveState };
