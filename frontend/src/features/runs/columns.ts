/** The columns of the list, by the room there is: the table, not the window, decides. */

/** The first column, without and with a box to select by. */
export const first = { plain: "164px", selecting: "188px" } as const;

/** One grid for the head and all rows. */
export const grid =
  "grid items-center gap-x-4 px-5 grid-cols-[var(--first)_minmax(0,1fr)_64px_52px] " +
  "@min-[640px]:grid-cols-[var(--first)_minmax(0,3fr)_minmax(0,2.2fr)_64px_52px] " +
  "@min-[860px]:grid-cols-[var(--first)_minmax(0,3fr)_minmax(0,1.2fr)_minmax(0,2.4fr)_64px_52px] " +
  "@min-[1040px]:grid-cols-[var(--first)_minmax(0,26fr)_minmax(0,11fr)_minmax(0,11fr)_minmax(0,20fr)_60px_60px_52px]";

export const shown = {
  always: "",
  reason: "hidden @min-[640px]:block",
  agent: "hidden @min-[860px]:block",
  requester: "hidden @min-[1040px]:block",
  tokens: "hidden @min-[1040px]:block",
} as const;
