import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../sync-server");
const EXPORT_FROM = /^export (?:type )?\{[^}]*\} from "[^"]+";\n/gm;

/** What else than `export … from` stands in a door. */
function besides(text: string): string {
  return text.replaceAll(EXPORT_FROM, "").trim();
}

test("the door of a server's feature is a door: it says what others may use, and does nothing", async () => {
  const doors = globSync("*/index.ts", { cwd: SERVER });
  expect(doors.length).toBeGreaterThan(25);
  const texts = await Promise.all(
    doors.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const),
  );
  expect(texts.filter(([, text]) => besides(text) !== "").map(([file]) => file)).toEqual([]);
});

test("code, an import and everything of a file are no door", () => {
  expect(besides('export { one } from "./one.ts";\nexport type { Two } from "./two.ts";\n')).toBe("");
  expect(besides('export {\n  one,\n  type Two,\n} from "./one.ts";\n')).toBe("");
  expect(besides('export * from "./one.ts";\n')).not.toBe("");
  expect(besides('import { one } from "./one.ts";\nexport { one };\n')).not.toBe("");
  expect(besides('export { one } from "./one.ts";\n\n/** Says. */\nexport const two = 2;\n')).not.toBe("");
});
