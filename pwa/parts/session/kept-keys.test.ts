import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearStored } from "#pwa/platform/device/storage.ts";
import { chosenLanguage } from "#pwa/platform/language/show-language.ts";
import { DEVICE_KEYS } from "./kept-keys.ts";

/** Keys are properties of it, as they are of a browser's storage. */
class Stored {
  [key: string]: unknown;
}
Object.defineProperties(Stored.prototype, {
  getItem: { value: (key: string) => localStorage[key] ?? null },
  removeItem: { value: (key: string) => Reflect.deleteProperty(localStorage, key) },
});

beforeEach(() => {
  vi.stubGlobal(
    "localStorage",
    Object.assign(new Stored(), { "astrolabe.language": "ar", "astrolabe.answer.1./x": "{}" }),
  );
  vi.stubGlobal("sessionStorage", { clear: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

test("who signs out leaves the device in its language, and nothing of theirs", () => {
  clearStored(DEVICE_KEYS);
  expect(chosenLanguage()).toBe("ar");
  expect(Object.keys(localStorage)).toEqual(["astrolabe.language"]);
});
