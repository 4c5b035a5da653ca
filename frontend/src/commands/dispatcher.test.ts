import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Command } from "@/commands/command";
import { KeyDispatcher } from "@/commands/dispatcher";
import { CommandRegistry } from "@/commands/registry";

let registry: CommandRegistry;
let done: string[];
let refused: string[];
let clock: number;
let single: boolean;
let dispatcher: KeyDispatcher;

beforeEach(() => {
  registry = new CommandRegistry();
  done = [];
  refused = [];
  clock = 0;
  single = true;
  dispatcher = new KeyDispatcher({
    registry,
    singleKeys: () => single,
    onRefused: (command, reason) => refused.push(`${command.id}: ${reason}`),
    now: () => clock,
  });
});

afterEach(() => {
  document.body.replaceChildren();
});

function command(id: string, keys: string, more: Partial<Command> = {}): Command {
  return { id, name: id, keys, group: "test", run: () => done.push(id), ...more };
}

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  const handle = (each: Event) => dispatcher.handle(each as KeyboardEvent);
  window.addEventListener("keydown", handle, { once: true });
  target.dispatchEvent(event);
  return event;
}

function put<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string> = {}): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

describe("a key", () => {
  it("does its command and nothing else of the browser", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });

    const event = press("a");

    expect(done).toEqual(["approve"]);
    expect(event.defaultPrevented).toBe(true);
  });

  it("is left to the browser where no command has it", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });

    expect(press("b").defaultPrevented).toBe(false);
    expect(press("a", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(done).toEqual([]);
  });

  it.each([
    ["?", { shiftKey: true }, "?"],
    ["J", { shiftKey: true }, "Shift+J"],
    ["k", { ctrlKey: true }, "Mod+K"],
    ["k", { metaKey: true }, "Mod+K"],
    [" ", {}, "Space"],
    ["Enter", { ctrlKey: true }, "Mod+Enter"],
    ["ф", { code: "KeyA" }, "A"],
  ])("%s %j is written %s", (key, init, keys) => {
    registry.add({ commands: [command("it", keys)], modal: false });

    press(key, init);

    expect(done).toEqual(["it"]);
  });

  it("means the newest view before the shell", () => {
    registry.add({ commands: [command("shell", "N")], modal: false });
    const leave = registry.add({ commands: [command("view", "N")], modal: false });

    press("n");
    leave();
    press("n");

    expect(done).toEqual(["view", "shell"]);
  });

  it("that is held acts once, unless the command repeats", () => {
    registry.add({ commands: [command("approve", "A"), command("next", "J", { repeats: true })], modal: false });

    press("a", { repeat: true });
    press("j", { repeat: true });

    expect(done).toEqual(["next"]);
  });

  it("of what is not allowed says why and does nothing", () => {
    registry.add({ commands: [command("cancel", "C", { allowed: () => "It has ended." })], modal: false });

    press("c");

    expect(done).toEqual([]);
    expect(refused).toEqual(["cancel: It has ended."]);
  });
});

describe("a field with the focus", () => {
  it.each([
    ["input", {}],
    ["textarea", {}],
    ["select", {}],
    ["div", { contenteditable: "true" }],
    ["div", { role: "combobox" }],
  ] as const)("%s %j takes letters for text", (tag, attributes) => {
    registry.add({ commands: [command("approve", "A"), command("palette", "Mod+K", { inFields: true })], modal: false });
    const field = put(tag, attributes);

    press("a", {}, field);
    press("k", { ctrlKey: true }, field);

    expect(done).toEqual(["palette"]);
  });

  it("is no checkbox", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });

    press("a", {}, put("input", { type: "checkbox" }));

    expect(done).toEqual(["approve"]);
  });
});

describe("Enter and Space", () => {
  it.each(["button", "a"] as const)("press the %s that has the focus", (tag) => {
    registry.add({ commands: [command("open", "Enter"), command("peek", "Space")], modal: false });
    const element = put(tag, tag === "a" ? { href: "#" } : {});

    press("Enter", {}, element);
    press(" ", {}, element);

    expect(done).toEqual([]);
  });
});

describe("a sequence", () => {
  beforeEach(() => {
    registry.add({ commands: [command("runs", "G R"), command("reject", "R")], modal: false });
  });

  it("acts when its second key comes in time", () => {
    press("g");
    clock = 1000;
    press("r");

    expect(done).toEqual(["runs"]);
  });

  it("is over after a second: the second key then stands alone", () => {
    press("g");
    clock = 1001;
    press("r");

    expect(done).toEqual(["reject"]);
  });

  it("that is not one leaves its second key as it is", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });
    press("g");
    press("a");

    expect(done).toEqual(["approve"]);
  });
});

describe("single letters turned off", () => {
  it("leaves keys with Ctrl, and those that are no signs", () => {
    registry.add({
      commands: [command("approve", "A"), command("extend", "Shift+J"), command("keys", "?"), command("palette", "Mod+K"), command("clear", "Escape")],
      modal: false,
    });
    single = false;

    press("a");
    press("J", { shiftKey: true });
    press("?");
    press("k", { ctrlKey: true });
    press("Escape");

    expect(done).toEqual(["palette", "clear"]);
  });
});

describe("an open dialog", () => {
  it("puts the commands beneath out of reach", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });
    put("div", { "data-modal": "" });

    press("a");

    expect(done).toEqual([]);
  });

  it("has commands of its own", () => {
    registry.add({ commands: [command("approve", "A")], modal: false });
    registry.add({ commands: [command("send", "Mod+Enter")], modal: true });
    put("div", { "data-modal": "" });

    press("Enter", { ctrlKey: true });

    expect(done).toEqual(["send"]);
  });
});
