import { expect, test, vi } from "vitest";
import { claim } from "./claim.ts";

test("of two screens the first has a confirmation, and the other once the first leaves", async () => {
  const turns: string[] = [];
  const claimAs = (who: string) =>
    claim("key-1", { have: () => turns.push(`${who} has it`), elsewhere: () => turns.push(`${who} waits`) });
  const leave = claimAs("a");
  await vi.waitFor(() => expect(turns).toEqual(["a has it"]));
  const leaveToo = claimAs("b");
  const giveUp = claimAs("c");
  await vi.waitFor(() => expect(turns).toEqual(["a has it", "b waits", "c waits"]));
  giveUp();
  leave();
  await vi.waitFor(() => expect(turns).toEqual(["a has it", "b waits", "c waits", "b has it"]));
  leaveToo();
  const leaveLast = claimAs("d");
  await vi.waitFor(() => expect(turns.at(-1)).toBe("d has it"));
  expect(turns).not.toContain("c has it");
  leaveLast();
});

test("other confirmations do not wait", async () => {
  const have = vi.fn<() => void>();
  const elsewhere = vi.fn<() => void>();
  const releases = ["key-2", "key-3"].map((key) => claim(key, { have, elsewhere }));
  await vi.waitFor(() => expect(have).toHaveBeenCalledTimes(2));
  expect(elsewhere).not.toHaveBeenCalled();
  for (const release of releases) release();
});
