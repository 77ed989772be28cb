import { expect, test } from "vitest";
import type { Press } from "#pwa/parts/keys/keys.ts";
import { commandOf, HOTKEY_GROUPS } from "./hotkeys.ts";

const ALL = HOTKEY_GROUPS.flatMap(({ hotkeys }) => hotkeys);

function press(key: string, held: Partial<Press> = {}): Press {
  return {
    key,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
    isComposing: false,
    defaultPrevented: false,
    ...held,
  };
}

test("every key of the list does what it says, and no two are the same", () => {
  for (const { keys, command } of ALL) {
    const [shift, letter = shift ?? ""] = keys.split("+");
    expect(commandOf(press(letter.toLowerCase(), { shiftKey: shift === "Shift" }))).toBe(command);
  }
  expect(new Set(ALL.map(({ keys }) => keys)).size).toBe(ALL.length);
  expect(new Set(ALL.map(({ command }) => command)).size).toBe(ALL.length);
});

test("the shift lock changes nothing, the shift key does", () => {
  expect(commandOf(press("X"))).toBe("cancel-pair");
  expect(commandOf(press("X", { shiftKey: true }))).toBe("cancel-all");
  expect(commandOf(press("x", { shiftKey: true }))).toBe("cancel-all");
  expect(commandOf(press("?", { shiftKey: true }))).toBe("help");
});

test("what is held with another key, goes on by itself or was answered already is left alone", () => {
  for (const held of ["ctrlKey", "altKey", "metaKey", "repeat", "isComposing", "defaultPrevented"] as const)
    for (const { keys } of ALL) expect(commandOf(press(keys.slice(-1), { [held]: true }))).toBe(null);
});

test("keys that browsers and screen readers use by themselves are not taken", () => {
  for (const key of ["/", "'", " ", "Enter", "Tab", "Escape", "Backspace", "Insert", "CapsLock", "ArrowUp", "F6", "1"])
    expect(commandOf(press(key))).toBe(null);
  for (const { keys } of ALL) expect(keys).toMatch(/^(?:(?:Shift\+)?[A-Z]|\?)$/);
});
