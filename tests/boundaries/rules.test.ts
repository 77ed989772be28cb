import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../sync-server");
/** A kind of rule, or of refusal, of somebody's own. */
const OWN_KIND = /^(?:export )?(?:interface|type) (?:Refusal|Rule)\b/m;

test("there is one kind of rule, and of refusal", async () => {
  const files = globSync("**/*.ts", { cwd: SERVER }).filter((file) => !file.startsWith("embedded/"));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const),
  );
  expect(texts.filter(([, text]) => OWN_KIND.test(text)).map(([file]) => file)).toEqual(["platform/rules/rules.ts"]);
});
