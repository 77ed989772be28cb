import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { drive, spell } from "./drive.ts";

/** `npm run test:restored`: what a restore costs people and the house after so many payments that the backup knows nothing of. */
const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "1000" },
    people: { type: "string", default: "40" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
  },
});
const payments = Number(values.payments);
const seed = Number(values.seed);
console.log(`seed ${seed}, ${payments} payments`);
const beganMs = performance.now();
const { problems, lost, declaredAgain, times } = await drive({
  seed,
  people: Number(values.people),
  around: { payments: 20, deposits: 3, trades: 10, claims: 5 },
  lost: {
    payments,
    deposits: Math.ceil(payments / 25),
    trades: Math.ceil(payments / 5),
    claims: Math.ceil(payments / 10),
  },
  waits: true,
  say: (line) => console.log(`${seconds(performance.now() - beganMs)}: ${line}`),
});
console.log(`after the backup: ${spell(lost)}; ${declaredAgain} deposits had to be declared again`);
console.log(`backup ${seconds(times.backup)}, restore ${seconds(times.restore)}`);
console.log(
  `from the start of a server to ready ${Math.round(times.ready)} ms, until all was compared ${seconds(times.compared)}`,
);
for (const problem of problems) console.log(`WRONG: ${problem}`);
console.log(problems.length === 0 ? "nothing was paid twice, and nothing was forgotten" : "something is wrong");
process.exitCode = problems.length === 0 ? 0 : 1;

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
