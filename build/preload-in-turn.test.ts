import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inTurn } from "./preload-in-turn.ts";

const CHUNKS = new URL("../node_modules/vite/dist/node/chunks/", import.meta.url);

/** The source of the helper as the installed bundler has it: the function that it writes into builds. */
async function helper(): Promise<string> {
  for (const name of await readdir(CHUNKS)) {
    const code = await readFile(new URL(name, CHUNKS), "utf8");
    const found = /function preload\(baseModule, deps, importerUrl\) \{[\s\S]*?\n\}\n/.exec(code);
    if (found) return found[0];
  }
  throw new Error("The bundler's helper is not where it was.");
}

test("the installed bundler's links of scripts are added in turn, and those of styles at once", async () => {
  const code = inTurn(await helper());
  expect(code).toMatch(/if \(!isCss\) return addInTurn\(link\);\s*document\.head\.appendChild\(link\);\s*if \(isCss\)/);
});

test("the links are all added, in the order in which they were asked for, each before its import", async () => {
  const added: number[] = [];
  const [, adding] = (await helper().then(inTurn)).split("\n}\n\n");
  const run = new Function("document", `${adding} return addInTurn;`);
  const addInTurn: (link: number) => Promise<void> = run({ head: { appendChild: (link: number) => added.push(link) } });
  await Promise.all(
    [1, 2, 3].map(async (link) => {
      await addInTurn(link);
      expect(added).toContain(link);
    }),
  );
  await addInTurn(4);
  expect(added).toEqual([1, 2, 3, 4]);
});

test("another way of adding them is not taken for this one", () => {
  expect(() => inTurn("export const preload = 1;")).toThrow("another way");
});
