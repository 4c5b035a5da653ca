/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Django serves the bundle: it reads the manifest for the names of the hashed files.
export default defineConfig({
  base: "/static/app/",
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": here("./src") } },
  build: {
    outDir: here("../platform/baton/static/app"),
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: { input: here("./src/main.tsx") },
    // A file inside a style sheet as a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Its preload helper would add elements that the policy has no nonce for.
    modulePreload: { polyfill: false },
  },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
});
