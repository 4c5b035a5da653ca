export const start = { title: "Start a run" } as const;
