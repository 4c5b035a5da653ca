/** The title of the browser tab: the view, with the count of what waits for this person. */

import { useEffect } from "react";

import { shell } from "@/text/shell";

let view = "";
let count = 0;

/** Names the view. */
export function useTitle(name: string): void {
  useEffect(() => {
    view = name;
    write();
  }, [name]);
}

/** Says how much waits. */
export function useTitleCount(waiting: number): void {
  useEffect(() => {
    count = waiting;
    write();
  }, [waiting]);
}

function write(): void {
  const name = view === "" ? shell.product : view;
  document.title = count > 0 ? shell.titleWithCount(count, name) : shell.title(name);
}
