import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deriveMaterial, keysOf } from "./device-keys.ts";
import { dropKeys, holdKeys } from "./held-keys.ts";
import { clearStored, LOCK_KEY, readStored, sealStored, unsealStored, writeStored } from "./storage.ts";

const KEY = "astrolabe.send-draft";
const kept: Record<string, string> = {};

beforeEach(() => {
  const storage = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  });
  // As in a browser, what is kept are the storage's own properties.
  vi.stubGlobal("localStorage", new Proxy(storage, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor }));
  vi.stubGlobal("sessionStorage", { clear: () => undefined });
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  dropKeys();
  for (const key of Object.keys(kept)) delete kept[key];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function getOwnPropertyDescriptor(_: object, key: string | symbol): PropertyDescriptor | undefined {
  const value = kept[String(key)];
  return value === undefined ? undefined : { value, enumerable: true, configurable: true };
}

async function unlockWith(first: number): Promise<void> {
  holdKeys(keysOf(await deriveMaterial(Uint8Array.from({ length: 32 }, () => first))));
}

test("without a lock texts are kept as they are", () => {
  expect(writeStored(KEY, "to Ana")).toBe(true);
  expect(kept[KEY]).toBe("to Ana");
  expect(readStored(KEY)).toBe("to Ana");
});

test("with a lock texts are sealed, each under its own name, and locked there is nothing to read or keep", async () => {
  kept[LOCK_KEY] = "{}";
  await unlockWith(1);
  expect(writeStored(KEY, "to Ana")).toBe(true);
  expect(kept[KEY]).not.toContain("Ana");
  expect(readStored(KEY)).toBe("to Ana");
  kept["astrolabe.user"] = kept[KEY] ?? "";
  expect(readStored("astrolabe.user")).toBeNull();
  dropKeys();
  expect(readStored(KEY)).toBeNull();
  expect(writeStored(KEY, "to Bob")).toBe(false);
  expect(writeStored("astrolabe.theme", "light")).toBe(true);
  expect(readStored("astrolabe.theme")).toBe("light");
  await unlockWith(2);
  expect(readStored(KEY)).toBeNull();
  dropKeys();
  await unlockWith(1);
  expect(readStored(KEY)).toBe("to Ana");
});

test("what was kept before is sealed when the lock comes and plain again before it goes", async () => {
  writeStored(KEY, "to Ana");
  writeStored("astrolabe.theme", "dark");
  kept[LOCK_KEY] = "{}";
  await unlockWith(1);
  expect(readStored(KEY)).toBe("to Ana");
  sealStored();
  sealStored();
  expect(kept[KEY]).not.toContain("Ana");
  expect(kept["astrolabe.theme"]).toBe("dark");
  expect(readStored(KEY)).toBe("to Ana");
  dropKeys();
  expect(unsealStored).toThrow("locked");
  await unlockWith(1);
  unsealStored();
  expect(kept[KEY]).toBe("to Ana");
});

test("who takes the place of another person is not bound to keys that this tab still holds", async () => {
  kept[LOCK_KEY] = "{}";
  await unlockWith(1);
  writeStored(KEY, "to Ana");
  clearStored([]);
  expect(writeStored(KEY, "to Bob")).toBe(true);
  expect(kept[KEY]).toBe("to Bob");
});
