import { beforeEach, describe, expect, it } from "vitest";

import { openToasts, toasts } from "@/ui/toasts";

beforeEach(() => {
  for (const toast of openToasts()) toasts.dismiss(toast.id);
});

describe("toasts", () => {
  it("are three at most; the oldest gives way", () => {
    for (const text of ["one", "two", "three", "four"]) toasts.show({ text });

    expect(openToasts().map((toast) => toast.text)).toEqual(["two", "three", "four"]);
  });

  it("undo the newest that can be undone", () => {
    const undone: string[] = [];
    toasts.show({ text: "first", action: { name: "Undo", kind: "undo", run: () => undone.push("first") } });
    toasts.show({ text: "second", action: { name: "Undo", kind: "undo", run: () => undone.push("second") } });
    toasts.show({ text: "told", action: { name: "Open", run: () => undone.push("told") } });

    expect(toasts.undoNewest()).toBe(true);
    expect(undone).toEqual(["second"]);
    expect(openToasts().map((toast) => toast.text)).toEqual(["first", "told"]);
  });

  it("say when there is nothing to undo", () => {
    toasts.show({ text: "told" });

    expect(toasts.undoNewest()).toBe(false);
    expect(openToasts()).toHaveLength(1);
  });
});
