import { parseArgs } from "node:util";
import { compareEmbedded } from "./embedded.ts";
import { report } from "./report.ts";
import { unequalInWords } from "./unequal.ts";

/**
 * Plays the recorded scenario on a new embedded network and says what differs, by kind; 1 where anything does.
 * `--all` shows every difference, `--unequal` what is not compared, and why.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { all: { type: "boolean" }, unequal: { type: "boolean" } } });
  if (values.unequal) {
    process.stdout.write(`${unequalInWords()}\n`);
    return 0;
  }
  const comparison = await compareEmbedded();
  process.stdout.write(`${report(comparison, values.all === true)}\n`);
  return comparison.found.length === 0 ? 0 : 1;
}

process.exitCode = await main();
