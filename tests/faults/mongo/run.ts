import { parseArgs } from "node:util";
import { runRounds } from "./rounds.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const start = performance.now();
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
say(`kill -9 under load: ${rounds} rounds, seed ${seed}`);
const report = await runRounds({ rounds, seed, roundsPerDatabase: 10, say });
say(JSON.stringify(report, undefined, 2));
say(`${Math.round((performance.now() - start) / 1000)} s`);
process.exitCode = report.faults.length === 0 && report.rounds === rounds ? 0 : 1;
