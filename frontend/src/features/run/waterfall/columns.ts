/** The columns of the waterfall, the same for its head and its rows: name, time, took, tokens, cost. */
export const columns =
  "grid grid-cols-[164px_minmax(0,1fr)] phone:grid-cols-[300px_minmax(0,1fr)_76px_84px] phone:@4xl:grid-cols-[300px_minmax(0,1fr)_64px_76px_84px]";

/** How long a row took stands at its bar too, so it is the first to go where a panel is open beside. */
export const tookColumn = "hidden pr-3 text-right phone:@4xl:block";

/** What lies over the time column alone. */
export const overTime = "absolute inset-y-0 left-[164px] right-0 phone:left-[300px] phone:right-[160px] phone:@4xl:right-[224px]";
