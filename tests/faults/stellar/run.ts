import { parseArgs } from "node:util";
import { killInRounds } from "./rounds.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string", default: String(Date.now() % 1e9) } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds must be a whole number from 1 on.");
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("--seed must be a whole number.");

const start = performance.now();
process.stdout.write(`killing the embedded network ${rounds} times under load, seed ${seed}\n`);
const outcome = await killInRounds(rounds, seed, (line) => process.stdout.write(`${line}\n`));
const seconds = ((performance.now() - start) / 1000).toFixed(0);
process.stdout.write(`all consistent: ${JSON.stringify(outcome)} in ${seconds} s\n`);
