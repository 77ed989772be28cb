import { parseArgs } from "node:util";
import { findBiases } from "#schemas/strategies/bias.ts";
import { usualOf } from "#schemas/strategies/parameters.ts";
import { STRATEGIES, type StrategyName } from "#schemas/strategies/strategies.ts";
import { wander } from "#schemas/strategies/candles.fixture.ts";

const { values } = parseArgs({
  options: { candles: { type: "string", default: "1200" }, seeds: { type: "string", default: "5" } },
});
const [candles, seeds] = [Number(values.candles), Number(values.seeds)];

/** Cuts the data at every signal of every strategy, and begins each anew before it: says where one knew more than it was shown, or was not warm. */
function main(): void {
  for (const name of Object.keys(STRATEGIES) as StrategyName[]) {
    const parameters = usualOf(name);
    let found = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const biases = findBiases({ strategy: STRATEGIES[name], parameters, candles: wander(candles, seed) });
      found += biases.length;
      for (const { at, kind } of biases.slice(0, 3)) console.error(`${name}, market ${seed}: ${kind} at candle ${at}`);
    }
    console.log(
      `${name}: ${found === 0 ? "the same" : `${found} times otherwise`} with the data cut and begun anew, ${seeds} markets of ${candles} candles`,
    );
    if (found > 0) process.exitCode = 1;
  }
}

main();
