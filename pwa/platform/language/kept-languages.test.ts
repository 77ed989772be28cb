import { afterEach, expect, test, vi } from "vitest";
import { keepLanguages } from "./kept-languages.ts";

const ORIGIN = "https://wallet.example.org";
const whole = (language: string, version: string) => `${ORIGIN}/assets/whole.${language}-${version}.json`;
const OWN = ["en", "es", "ar"].map((language) => `assets/whole.${language}-new.json`);

afterEach(() => vi.unstubAllGlobals());

/** A device that keeps these files, and a worker of the next version on it. */
function scene(kept: Set<string>, isOnline: () => boolean = () => true) {
  const fetched: string[] = [];
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    delete: async (url: string) => kept.delete(url),
    addAll: async (urls: readonly string[]) => {
      if (urls.length > 0 && !isOnline()) throw new Error("There is no connection.");
      for (const url of urls) kept.add(url);
      fetched.push(...urls);
    },
  };
  vi.stubGlobal("caches", { open: async () => cache });
  const listeners = new Map<string, (event: { waitUntil(work: Promise<void>): void }) => void>();
  const worker = {
    location: { href: `${ORIGIN}/sw.js` },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  };
  keepLanguages(worker as unknown as ServiceWorkerGlobalScope, OWN);
  const pass = async (name: string) => {
    let work: Promise<void> | undefined;
    listeners.get(name)?.({ waitUntil: (promise) => void (work = promise) });
    await work;
  };
  return { fetched, pass };
}

test("a new version fetches what the device keeps of the last one, before it takes over, and no other language", async () => {
  const kept = new Set([whole("es", "old"), `${ORIGIN}/worker-words`]);
  const { fetched, pass } = scene(kept);
  await pass("install");
  // The pages of the last version go on with theirs.
  expect([...kept]).toEqual([whole("es", "old"), `${ORIGIN}/worker-words`, whole("es", "new")]);
  expect(fetched).toEqual([whole("es", "new")]);
  await pass("activate");
  expect([...kept]).toEqual([`${ORIGIN}/worker-words`, whole("es", "new")]);
});

test("it is not installed without them, and takes what was chosen while it waited", async () => {
  let isOnline = false;
  const kept = new Set([whole("es", "old")]);
  const { pass } = scene(kept, () => isOnline);
  await expect(pass("install")).rejects.toThrow("There is no connection.");
  isOnline = true;
  await pass("install");
  kept.add(whole("ar", "old"));
  await pass("activate");
  expect([...kept]).toEqual([whole("es", "new"), whole("ar", "new")]);
});

test("on a device that keeps none it fetches none", async () => {
  const kept = new Set<string>();
  const { fetched, pass } = scene(kept);
  await pass("install");
  await pass("activate");
  expect(fetched).toEqual([]);
});
