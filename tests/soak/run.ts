import { parseArgs } from "node:util";
import { soak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "1" },
    devices: { type: "string", default: "10000" },
    "rest-minutes": { type: "string", default: "4" },
  },
});
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BACK_WITHIN_MS = 30_000;

const { problems, ...figures } = await soak({
  lastsMs: Number(values.hours) * HOUR_MS,
  restMs: Number(values["rest-minutes"]) * MINUTE_MS,
  devices: Number(values.devices),
  backWithinMs: BACK_WITHIN_MS,
  say: (sentence) => console.log(sentence),
});
console.log(JSON.stringify(figures));
for (const problem of problems) console.log(`WRONG: ${problem}`);
console.log(problems.length === 0 ? "nothing failed, and nothing grew" : `${problems.length} things were wrong`);
process.exitCode = problems.length === 0 ? 0 : 1;
