import { parseArgs } from "node:util";
import { replay } from "./replay/replay.ts";

const USAGE = "ledger:replay -- FILE... [--show K]";
const DIFFERENT = 1;
const UNREADABLE = 2;

/**
 * Replays recordings of a real stellar-core and prints how many results and ledger entries come out differently.
 * Answers with the exit code: 0 where nothing differs, 1 where something does, 2 where a file could not be replayed.
 */
async function main(args: string[]): Promise<number> {
  const { files, show } = readArguments(args);
  let toShow = show;
  let failed = false;
  const total = { transactions: 0, results: 0, entries: 0 };
  for (const file of files) {
    try {
      const found = await replay(file, toShow);
      total.transactions += found.transactions;
      total.results += found.results;
      total.entries += found.entries;
      toShow -= found.words.length;
      for (const words of found.words) process.stdout.write(`${file}: ${words}\n`);
      if (!found.isComplete) process.stderr.write(`${file} ends without its final state: that was not compared.\n`);
    } catch (error) {
      failed = true;
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  process.stdout.write(
    `${total.transactions} transactions, ${total.results} results differ, ${total.entries} ledger entries differ\n`,
  );
  if (failed) return UNREADABLE;
  return total.results + total.entries > 0 ? DIFFERENT : 0;
}

function readArguments(args: string[]): { readonly files: readonly string[]; readonly show: number } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { show: { type: "string", default: "0" } },
  });
  if (!/^\d+$/.test(values.show)) throw new Error("--show must be a whole number.");
  // A folder's "*" names what explains its recordings, too.
  const files = positionals.filter((file) => !file.endsWith(".md"));
  for (const file of positionals) {
    if (file.endsWith(".md")) process.stderr.write(`${file} is left out: it is no recording.\n`);
  }
  if (files.length === 0) throw new Error(`Name at least one recording: ${USAGE}`);
  return { files, show: Number(values.show) };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = UNREADABLE;
}
