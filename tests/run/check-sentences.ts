import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { sentenceProblems } from "./sentence-problems.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CLI = join(ROOT, "node_modules/@lingui/cli/dist/lingui.js");
/** Of the app, of what it shares with the server, and of the server alone. */
const FOLDERS = ["pwa/locales", "schemas/locales", "sync-server/locales"];
const MOST_TOLD = 40;

/** Whether the catalogues have exactly the sentences of the code; says which have not. `folder` has `lingui.config.ts`. */
export function areExtracted(folder: string): boolean {
  const args = [CLI, "check", "sync", "--clean", "--verbose", "--workers", "1", "--locale", LANGUAGES.join(",")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) console.error(`${stdout}${stderr}\nRun \`npm run extract\`, and translate what is new.`);
  return status === 0;
}

if (import.meta.main) {
  const problems = FOLDERS.map((folder) => join(ROOT, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => sentenceProblems(folder, LANGUAGES));
  for (const problem of problems.slice(0, MOST_TOLD)) console.error(problem);
  if (problems.length > MOST_TOLD) console.error(`… and ${problems.length - MOST_TOLD} more`);
  process.exitCode = areExtracted(ROOT) && problems.length === 0 ? 0 : 1;
}
