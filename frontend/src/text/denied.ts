/** Why something is not allowed, and who may. */

export const denied = {
  startRun: "Operators, Admins and the Owner may start runs.",
  cancelRun: "Operators, Admins and the Owner may cancel runs.",
  tryTools: "Builders, Admins and the Owner may try calls.",
} as const;
