import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PUBLISHED = join(import.meta.dirname, "../../sync-server/content/published");
/** Where drafts, their history and who writes them lie. */
const UNPUBLISHED = /content_drafts|content_versions|content_desks|#server\/content|import\(/;

test("what everybody reads can name no draft, by an import or by its collection", () => {
  const files = globSync("**/*.ts", { cwd: PUBLISHED });
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(readFileSync(join(PUBLISHED, file), "utf8"), file).not.toMatch(UNPUBLISHED);
});
