import { parseArgs } from "node:util";
import { replay } from "./replay/replay.ts";

/** Replays recordings of a real stellar-core and prints how many results and ledger entries come out differently. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { show: { type: "string", default: "0" } },
  });
  if (positionals.length === 0) throw new Error("Name at least one recording: ledger:replay -- FILE... [--show K]");
  if (!/^\d+$/.test(values.show)) throw new Error("--show must be a whole number.");
  let toShow = Number(values.show);
  const total = { transactions: 0, results: 0, entries: 0 };
  for (const file of positionals) {
    const found = await replay(file);
    total.transactions += found.transactions;
    total.results += found.results;
    total.entries += found.entries;
    for (const words of found.words.slice(0, toShow)) process.stdout.write(`${file}: ${words}\n`);
    toShow = Math.max(0, toShow - found.words.length);
  }
  process.stdout.write(
    `${total.transactions} transactions, ${total.results} results differ, ${total.entries} ledger entries differ\n`,
  );
  return total.results + total.entries > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
