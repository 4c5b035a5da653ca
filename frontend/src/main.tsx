import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "./ui/app.css";

import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { boot } from "@/api/boot";
import { App } from "@/app";
import { followTheme } from "@/shell/theme";

const root = document.getElementById("root");
if (root) {
  // The lock that keeps the page still under a dialog adds a style element.
  setNonce(boot().nonce);
  followTheme();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
