/** A choice of this person in this browser: kept in local storage, the same in all open tabs of the page. */

import { useSyncExternalStore } from "react";

export interface Stored<Value> {
  get: () => Value;
  set: (value: Value) => void;
  watch: (watcher: () => void) => () => void;
}

/** A stored value; `read` judges what was found, since an older version or a person may have written it. */
export function stored<Value>(key: string, read: (found: string | null) => Value, write: (value: Value) => string): Stored<Value> {
  const name = `baton.${key}`;
  const watchers = new Set<() => void>();
  let value = read(storage()?.getItem(name) ?? null);
  const tell = () => watchers.forEach((watcher) => watcher());
  return {
    get: () => value,
    set(wanted) {
      value = wanted;
      try {
        storage()?.setItem(name, write(wanted));
      } catch {
        // A full or forbidden storage only means that the choice ends with the page.
      }
      tell();
    },
    watch(watcher) {
      const listen = (event: StorageEvent) => {
        if (event.key !== name) return;
        value = read(event.newValue);
        tell();
      };
      watchers.add(watcher);
      window.addEventListener("storage", listen);
      return () => {
        watchers.delete(watcher);
        window.removeEventListener("storage", listen);
      };
    },
  };
}

/** The value now; the component follows it. */
export function useStored<Value>(value: Stored<Value>): Value {
  return useSyncExternalStore(value.watch, value.get);
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
