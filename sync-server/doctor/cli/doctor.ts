import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { MIGRATIONS } from "#server/app.ts";
import { examine } from "#server/doctor/examine.ts";
import { EXIT_CODES, findingLine, SIGNS, worstOf } from "#server/platform/network/checks/finding.ts";

/** For each answer, in ms. */
const TIMEOUT_MS = 5000;
const Package = v.object({ version: v.string() });

/** `npm run doctor`: what there is to say of this installation, a line for each thing, with what to do about it. */
const path = join(import.meta.dirname, "../../../package.json");
const { version } = v.parse(Package, JSON.parse(readFileSync(path, "utf8")));
const findings = await examine({
  env: process.env,
  versions: { node: process.version, app: version },
  migrations: MIGRATIONS.map(({ number }) => number),
  now: () => new Date(),
  timeoutMs: TIMEOUT_MS,
});
for (const finding of findings) console.log(`${SIGNS[finding.severity]} ${findingLine(finding)}`);
process.exit(EXIT_CODES[worstOf(findings)]);
