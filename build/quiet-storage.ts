import type { Plugin } from "vite";

const STORAGE = /\/rxdb\/dist\/esm\/plugins\/storage-dexie\/rx-storage-instance-dexie\.js$/;
const ADVERTISES = "if (!shownNonPremiumLog && !(await hasPremiumFlag()))";

/** Leaves the advertisement out that RxDB writes to the console of everybody who opens the app. Throws where it is written otherwise. */
export function withoutAdvertisement(code: string): string {
  if (!code.includes(ADVERTISES)) throw new Error("RxDB's storage advertises in another way than was known.");
  return code.replace(ADVERTISES, "if (false)");
}

/** A console that says nothing of its own accord, where people look for what went wrong. */
export function quietStorage(): Plugin {
  return {
    name: "astrolabe:quiet-storage",
    transform(code, id) {
      return STORAGE.test(id) ? { code: withoutAdvertisement(code), map: null } : null;
    },
  };
}
