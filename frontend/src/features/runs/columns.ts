/** The columns of the list, by the room there is: the table, not the window, decides. */

/** One grid for the head and all rows. */
export const grid =
  "grid items-center gap-x-4 px-5 grid-cols-[168px_minmax(0,1fr)_64px_52px] " +
  "@min-[640px]:grid-cols-[176px_minmax(0,3fr)_minmax(0,2fr)_64px_52px] " +
  "@min-[860px]:grid-cols-[176px_minmax(0,3fr)_minmax(0,1.3fr)_minmax(0,2fr)_64px_52px] " +
  "@min-[1040px]:grid-cols-[176px_minmax(0,25fr)_minmax(0,12fr)_minmax(0,13fr)_minmax(0,18fr)_64px_64px_52px]";

export const shown = {
  always: "",
  reason: "hidden @min-[640px]:block",
  agent: "hidden @min-[860px]:block",
  requester: "hidden @min-[1040px]:block",
  tokens: "hidden @min-[1040px]:block",
} as const;
