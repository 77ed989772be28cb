import { parseArgs } from "node:util";
import { removeFolder, temporaryFolder } from "#server/embedded/mongo/tests/start-server.ts";
import { measureLarge } from "./mongo-large.ts";
import { measureRates } from "./mongo-rates.ts";
import { measureStream } from "./mongo-stream.ts";
import { lineOfResult } from "./results.ts";
import { Bench } from "./mongo-bench.ts";

const USAGE =
  "Usage: bench:mongo [--documents N]   (N: how many the large collection has, 1000 or more; default 1000000)";

await main();

async function main(): Promise<void> {
  const documents = readArguments();
  if (documents === undefined) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  const folder = temporaryFolder();
  const bench = new Bench(folder);
  const finish = async (): Promise<void> => {
    await bench.stop();
    removeFolder(folder);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void finish().then(() => process.exit(1)));
  try {
    for (const measure of [measureLarge, measureRates, measureStream]) {
      for (const result of await measure(bench, documents)) console.log(lineOfResult(result));
    }
  } finally {
    await finish();
  }
}

function readArguments(): number | undefined {
  try {
    const { values } = parseArgs({ options: { documents: { type: "string", default: "1000000" } } });
    const documents = Number(values.documents);
    return Number.isInteger(documents) && documents >= 1000 ? documents : undefined;
  } catch {
    return undefined;
  }
}
