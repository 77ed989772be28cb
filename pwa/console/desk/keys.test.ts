import { expect, test } from "vitest";
import type { Press } from "#pwa/parts/keys/keys.ts";
import { GO_WITHIN_MS, hear } from "./keys.ts";

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...held,
});

test("letters move, mark, search and explain", () => {
  const kinds = ["j", "k", "x", "/", "?", "Escape", "J"].map((key) => hear(press(key), null, 0).command?.kind);
  expect(kinds).toEqual(["next", "previous", "mark", "search", "help", "close", "next"]);
  for (const key of ["a", "Enter", "Tab", " ", "ArrowDown", "constructor"])
    expect(hear(press(key), null, 0).command).toBeNull();
});

test("g and a letter lead to a tab, for a moment and once", () => {
  const { command, goSinceMs } = hear(press("g"), null, 1000);
  expect([command, goSinceMs]).toEqual([null, 1000]);
  const soon = 1000 + GO_WITHIN_MS;
  expect(hear(press("d"), goSinceMs, soon)).toEqual({ command: { kind: "go", letter: "d" }, goSinceMs: null });
  // A letter that means something else by itself leads to a tab, too.
  expect(hear(press("x"), goSinceMs, soon).command).toEqual({ kind: "go", letter: "x" });
  expect(hear(press("x"), goSinceMs, soon + 1).command).toEqual({ kind: "mark" });
  expect(hear(press("g"), goSinceMs, soon + 1).goSinceMs).toBe(soon + 1);
});

test("what is held with another key, or goes on by itself, is not ours", () => {
  for (const held of ["ctrlKey", "altKey", "metaKey", "repeat", "isComposing", "defaultPrevented"] as const)
    for (const key of ["j", "g", "/", "?"])
      expect(hear(press(key, { [held]: true }), 5, 6)).toEqual({ command: null, goSinceMs: null });
});
