import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { LockFile, Manifest, packageProblems } from "./package-problems.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** What package.json and package-lock.json have wrong; nothing where they may be installed. */
export function ownPackageProblems(): string[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(resolve(ROOT, name), "utf8"));
  return packageProblems(v.parse(Manifest, read("package.json")), v.parse(LockFile, read("package-lock.json")));
}

if (import.meta.main) {
  const problems = ownPackageProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
