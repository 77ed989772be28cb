import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedOutNote } from "./signed-out-note.ts";
import { owedWipe } from "./owed-wipe.ts";
import { settleWipe, wipeDevice } from "./wipe-device.ts";

const removed: (number | "everybody")[] = [];
let remove = (): Promise<void> => Promise.resolve();
vi.mock("#pwa/platform/rxdb/remove-user-database.ts", () => ({
  removeUserDatabase: (userId: number) => remove().then(() => void removed.push(userId)),
  removeAllUserDatabases: () => remove().then(() => void removed.push("everybody")),
}));
const unsent = { removals: 0, isStuck: false };
vi.mock("#pwa/platform/device/unsent-store.ts", () => ({
  removeUnsent: () => {
    unsent.removals += 1;
    return unsent.isStuck ? Promise.reject(new Error("blocked")) : Promise.resolve();
  },
}));
vi.mock("#pwa/platform/device/lock-mark.ts", () => ({ removeMark: () => Promise.resolve() }));

/** Keys are properties of it, as they are of a browser's storage. */
class Stored {
  [key: string]: unknown;
}
Object.defineProperties(Stored.prototype, {
  getItem: { value: (key: string) => localStorage[key] ?? null },
  setItem: { value: (key: string, value: string) => void (localStorage[key] = value) },
  removeItem: { value: (key: string) => Reflect.deleteProperty(localStorage, key) },
});

beforeEach(() => {
  removed.length = 0;
  remove = () => Promise.resolve();
  vi.stubGlobal("localStorage", Object.assign(new Stored(), { "astrolabe.data-owner": "7" }));
  vi.stubGlobal("sessionStorage", { clear: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what a page that was closed left of a person is removed when the app starts again", async () => {
  remove = () => new Promise(() => undefined);
  void wipeDevice(7);
  await vi.waitFor(() => expect(owedWipe()).toBe(7), { timeout: 20_000 });
  expect(localStorage["astrolabe.data-owner"]).toBeUndefined();

  vi.resetModules();
  remove = () => Promise.resolve();
  const again = await import("./wipe-device.ts");
  await again.settleWipe();
  expect(removed).toEqual([7]);
  expect(owedWipe()).toBeNull();
});

test("a database that withstood is tried again, and nothing is owed once it is gone", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  remove = () => Promise.reject(new Error("blocked"));
  expect(await wipeDevice("everybody")).toBe(false);
  expect(owedWipe()).toBe("everybody");

  remove = () => Promise.resolve();
  await settleWipe();
  await settleWipe();
  expect(removed).toEqual(["everybody"]);
});

test("pictures that were not sent go with the rest, and are tried again where they withstood", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  Object.assign(unsent, { removals: 0, isStuck: true });
  expect(await wipeDevice(7)).toBe(false);
  expect(owedWipe()).toBe(7);
  unsent.isStuck = false;
  await settleWipe();
  expect(unsent.removals).toBe(2);
  expect(owedWipe()).toBeNull();
});

test("two that ask at once wait for one removal", async () => {
  expect(await Promise.all([wipeDevice(7), wipeDevice(7)])).toEqual([true, true]);
  expect(removed).toEqual([7]);
});

test("why the device was signed out outlives the wipe, also where an app lock stood", async () => {
  const note = { facts: { why: "password" }, waiting: 2 };
  localStorage["astrolabe.lock"] = "{}";
  expect(signedOutNote.keep(note)).toBe(true);
  await wipeDevice(7);
  expect(signedOutNote.read()).toEqual(note);
});
