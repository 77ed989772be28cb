import { expect, test, vi } from "vitest";
import { takeTurn } from "./take-turn.ts";

test("of two screens the first has a confirmation, and the other once the first leaves", async () => {
  const turns: string[] = [];
  const comeAs = (who: string) =>
    takeTurn("key-1", { have: () => turns.push(`${who} has it`), elsewhere: () => turns.push(`${who} waits`) });
  const leave = comeAs("a");
  await vi.waitFor(() => expect(turns).toEqual(["a has it"]), { timeout: 20_000 });
  const leaveToo = comeAs("b");
  const giveUp = comeAs("c");
  await vi.waitFor(() => expect(turns).toEqual(["a has it", "b waits", "c waits"]), { timeout: 20_000 });
  giveUp();
  leave();
  await vi.waitFor(() => expect(turns).toEqual(["a has it", "b waits", "c waits", "b has it"]), { timeout: 20_000 });
  leaveToo();
  const leaveLast = comeAs("d");
  await vi.waitFor(() => expect(turns.at(-1)).toBe("d has it"), { timeout: 20_000 });
  expect(turns).not.toContain("c has it");
  leaveLast();
});

test("other confirmations do not wait", async () => {
  const have = vi.fn<() => void>();
  const elsewhere = vi.fn<() => void>();
  const releases = ["key-2", "key-3"].map((key) => takeTurn(key, { have, elsewhere }));
  await vi.waitFor(() => expect(have).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  expect(elsewhere).not.toHaveBeenCalled();
  for (const release of releases) release();
});
