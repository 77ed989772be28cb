import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { stopAtRandomMoments } from "./stop-at.ts";

const { values } = parseArgs({
  options: {
    moments: { type: "string", default: "50" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
  },
});
const moments = Number(values.moments);
const seed = Number(values.seed);
console.log(`seed ${seed}, ${moments} moments`);
const problems = await stopAtRandomMoments({ seed, moments, say: (sentence) => console.log(sentence) });
for (const problem of problems) console.log(`WRONG: ${problem}`);
console.log(problems.length === 0 ? "each stop ended well" : `${problems.length} stops did not end well`);
process.exitCode = problems.length === 0 ? 0 : 1;
