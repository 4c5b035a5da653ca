/** The columns of the waterfall, the same for its head and its rows: name, time, took, tokens, cost. */
export const columns =
  "grid grid-cols-[164px_minmax(0,1fr)] phone:grid-cols-[300px_minmax(0,1fr)_64px_76px] rail:grid-cols-[300px_minmax(0,1fr)_64px_76px_84px]";

/** What lies over the time column alone. */
export const overTime = "absolute inset-y-0 left-[164px] right-0 phone:left-[300px] phone:right-[140px] rail:right-[224px]";
