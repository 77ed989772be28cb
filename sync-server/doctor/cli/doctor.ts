import { MIGRATIONS } from "#server/all-migrations.ts";
import { examine } from "#server/doctor/examine.ts";
import { appVersion } from "#server/platform/app-version.ts";
import { EXIT_CODES, findingLine, SIGNS, worstOf } from "#server/platform/network/checks/finding.ts";

/** For each answer, in ms. */
const TIMEOUT_MS = 5000;

/** `npm run doctor`: what there is to say of this installation, a line for each thing, with what to do about it. */
const findings = await examine({
  env: process.env,
  versions: { node: process.version, app: appVersion() },
  migrations: MIGRATIONS.map(({ number }) => number),
  now: () => new Date(),
  timeoutMs: TIMEOUT_MS,
});
for (const finding of findings) console.log(`${SIGNS[finding.severity]} ${findingLine(finding)}`);
process.exit(EXIT_CODES[worstOf(findings)]);
