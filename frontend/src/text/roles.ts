/** The roles of a person. */

export const roles = {
  owner: "Owner",
  admin: "Admin",
  builder: "Builder",
  operator: "Operator",
  reviewer: "Reviewer",
  viewer: "Viewer",
} as const;
