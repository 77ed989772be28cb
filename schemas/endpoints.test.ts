import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "./endpoints.ts";

const FOLDER = join(import.meta.dirname, "endpoints");

test("every endpoint of every feature is in the table, each under a name of its own", async () => {
  const names: string[] = [];
  for (const file of await readdir(FOLDER)) {
    const tables: Record<string, object> = await import(join(FOLDER, file));
    names.push(...Object.values(tables).flatMap((table) => Object.keys(table)));
  }
  expect(Object.keys(ENDPOINTS).toSorted()).toEqual(names.toSorted());
});
