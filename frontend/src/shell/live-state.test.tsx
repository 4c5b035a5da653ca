import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { setConnection } from "@/shell/connection";
import { LiveState } from "@/shell/live-state";
import { useAnnouncement } from "@/ui/announce";

afterEach(cleanup);

function Page() {
  const said = useAnnouncement();
  return (
    <>
      <LiveState />
      <p role="status">{said}</p>
    </>
  );
}

it("says that the session has ended and where to sign in, in place of being away, and only once", () => {
  render(<Page />);
  act(() => setConnection("live"));
  act(() => setConnection("signed_out"));

  expect(screen.getByText("Signed out")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
  expect(screen.queryByText(/Away since/)).toBeNull();
  const said = screen.getByRole("status").textContent;
  expect(said).toContain("You are signed out.");

  // The same words a second time would end in a space.
  act(() => setConnection("signed_out"));
  expect(screen.getByRole("status").textContent).toBe(said);

  act(() => setConnection("live"));
  expect(screen.queryByRole("button")).toBeNull();
});

it("stands within another control without a button of its own", () => {
  render(<LiveState compact />);
  act(() => setConnection("signed_out"));
  expect(screen.getByText("Signed out")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
