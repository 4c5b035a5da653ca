import { boot } from "@/api/boot";

import { pageOf, snapshotOf, ticketOf } from "./rest";
import { openSocket, openStream } from "./socket";
import type { StorePorts } from "./store";

/** What the live store needs, as a browser has it. */
export function browserPorts(): StorePorts {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    fetchTicket: ticketOf,
    readPage: pageOf,
    readSnapshot: snapshotOf,
    openSocket: (handlers) => openSocket(socketAddress(), handlers),
    openStream: (handlers) => openStream(`/sse/changes?project=${boot().project.id}`, handlers),
    beforeDrawing,
    watchPage,
  };
}

function socketAddress(): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws/`;
}

/** A page that is not looked at draws no pictures, but its state goes on. */
const AT_THE_LATEST = 250;

function beforeDrawing(run: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, AT_THE_LATEST);
}

function watchPage(told: (what: "woken" | "hidden") => void): () => void {
  const woken = () => told("woken");
  const seen = () => told(document.visibilityState === "hidden" ? "hidden" : "woken");
  window.addEventListener("online", woken);
  window.addEventListener("focus", woken);
  document.addEventListener("visibilitychange", seen);
  return () => {
    window.removeEventListener("online", woken);
    window.removeEventListener("focus", woken);
    document.removeEventListener("visibilitychange", seen);
  };
}
