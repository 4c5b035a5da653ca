import { Navigate } from "@tanstack/react-router";

/** The list, where tools are made. */
export function OpenApiImportPage() {
  return <Navigate to="/tools" replace />;
}
