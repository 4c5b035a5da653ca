import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { RunQuery } from "@/features/runs/filter";
import { FilterField } from "@/features/runs/filter-field";

const NOTE = "At most 10 words and 200 characters are searched";
const changed = vi.fn<(query: RunQuery) => void>();

beforeEach(() => {
  changed.mockClear();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const input = useRef<HTMLInputElement>(null);
  return <FilterField query={{ filters: [], words: "" }} known={{ agents: [], requesters: [], errors: [] }} input={input} onChange={changed} />;
}

it.each(["one two three four five six seven eight nine ten eleven", "a".repeat(201)])(
  "more than is searched is said under the field, and asks for nothing: %s",
  async (text) => {
    const user = userEvent.setup();
    render(<Page />);
    const field = screen.getByRole("combobox");

    await user.click(field);
    await user.paste(text);
    await user.keyboard("{Enter}");

    expect(screen.getByText(NOTE).id).toBe(field.getAttribute("aria-describedby"));
    expect(screen.queryByRole("option")).toBeNull();
    // Longer than a rest in typing.
    await new Promise((done) => setTimeout(done, 400));
    expect(changed).not.toHaveBeenCalled();
  },
);

it("as many words as are searched are asked for without a note", async () => {
  const user = userEvent.setup();
  render(<Page />);

  await user.click(screen.getByRole("combobox"));
  await user.paste("one two three four five six seven eight nine ten");

  await waitFor(() => expect(changed).toHaveBeenCalledOnce());
  expect(screen.queryByText(NOTE)).toBeNull();
});
