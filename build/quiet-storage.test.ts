import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withoutAdvertisement } from "./quiet-storage.ts";

const STORAGE = "../node_modules/rxdb/dist/esm/plugins/storage-dexie/rx-storage-instance-dexie.js";

test("the storage that is installed advertises nothing once it is built", async () => {
  const code = await readFile(new URL(STORAGE, import.meta.url), "utf8");
  expect(code).toContain("console.warn(");
  expect(withoutAdvertisement(code)).toMatch(/if \(false\) \{\s*console\.warn\(/);
});

test("another way of advertising is not taken for none", () => {
  expect(() => withoutAdvertisement("export const storage = 1;")).toThrow("another way");
});
