import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { drive } from "./drive.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    people: { type: "string", default: "50" },
    hands: { type: "string", default: "12" },
  },
});
const seed = Number(values.seed);
console.log(`seed ${seed}, ${values.minutes} minutes`);
const result = await drive({
  ms: Number(values.minutes) * 60_000,
  seed,
  people: Number(values.people),
  hands: Number(values.hands),
  say: (line) => console.log(line),
});
for (const [name, times] of [...result.trouble].sort()) console.log(`${String(times).padStart(5)} x ${name}`);
console.log(
  `${result.sends} payments asked for, ${result.confirmed} confirmed, ${result.refused} refused; ${result.credited} deposits credited`,
);
for (const problem of result.problems) console.log(`WRONG: ${problem}`);
console.log(result.problems.length === 0 ? "every answered request had exactly one effect" : "something is wrong");
process.exitCode = result.problems.length === 0 ? 0 : 1;
