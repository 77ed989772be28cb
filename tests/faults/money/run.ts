import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { drive } from "./drive.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    people: { type: "string", default: "50" },
    hands: { type: "string", default: "12" },
    deciders: { type: "string", default: "4" },
    retain: { type: "string", default: "120" },
    content: { type: "boolean", default: false },
    automations: { type: "boolean", default: false },
    pools: { type: "boolean", default: false },
    "pool-deaths": { type: "string" },
    deaths: { type: "string", default: "1000" },
  },
});
const seed = Number(values.seed);
if (values.content) {
  const { sayContent } = await import("../content/run.ts");
  process.exit((await sayContent(seed, Number(values.minutes))) ? 0 : 1);
}
if (values.automations) {
  const { sayAutomations } = await import("#tests/automations/say-storm.ts");
  process.exit((await sayAutomations(seed, Number(values.deaths))) ? 0 : 1);
}
if (values.pools) {
  const { sayPools } = await import("#tests/faults/pools/run.ts");
  process.exit((await sayPools(seed, Number(values.minutes))) ? 0 : 1);
}
if (values["pool-deaths"] !== undefined) {
  const { sayPoolStorm } = await import("#tests/market-making/say-storm.ts");
  process.exit((await sayPoolStorm(seed, Number(values["pool-deaths"]))) ? 0 : 1);
}
console.log(`seed ${seed}, ${values.minutes} minutes`);
const result = await drive({
  isEnough: ({ ms }) => ms > Number(values.minutes) * 60_000,
  seed,
  people: Number(values.people),
  hands: Number(values.hands),
  deciders: Number(values.deciders),
  retainLedgers: Number(values.retain),
  isPatient: true,
  say: (line) => console.log(line),
});
for (const [name, times] of [...result.trouble].sort()) console.log(`${String(times).padStart(5)} x ${name}`);
const kills = [...result.trouble].filter(([name]) => name.startsWith("kill"));
const total = (kinds: readonly (readonly [string, number])[]) => kinds.reduce((sum, [, times]) => sum + times, 0);
console.log(
  `${total(kills)} times something was killed, ${total([...result.trouble]) - total(kills)} times cut or held up`,
);
console.log(
  `${result.sends} payments asked for, ${result.confirmed} confirmed, ${result.refused} refused; ${result.credited} deposits credited`,
);
console.log(`${result.gaps} gaps were filled from the network's history`);
console.log(
  `${result.setAside} balances set aside, ${result.claims} claims asked for, ${result.claimed} confirmed, ${result.claimsRefused} refused`,
);
console.log(`${result.trades} trades asked for, ${result.traded} confirmed, ${result.tradesRefused} refused`);
for (const [what, times] of [...result.decided].sort()) console.log(`${String(times).padStart(5)} x ${what}`);
for (const problem of result.problems) console.log(`WRONG: ${problem}`);
console.log(result.problems.length === 0 ? "every answered request had exactly one effect" : "something is wrong");
process.exitCode = result.problems.length === 0 ? 0 : 1;
