import { join } from "node:path";
import { type Collection, type Db, type Document, MongoClient, ObjectId } from "mongodb";
import { startChildServer } from "#server/child-server.ts";
import { type Account, type Bench, idOf } from "./mongo-bench.ts";
import type { Result } from "./results.ts";
import { busyness, median, showNumber } from "./results.ts";

const ROUNDS = 9;
const SLICE_MS = 400;
const INSTANT = new URL(import.meta.resolve("#tests/bench/mongo-instant.ts")).pathname;

interface Rate {
  readonly name: string;
  readonly goal?: number;
  readonly run: () => Promise<unknown>;
}

/** How often a second each operation is answered, beside a ping asked for in the same round. */
export async function measureRates(bench: Bench, documents: number): Promise<Result[]> {
  const dataFolder = join(bench.folder, "instant");
  const instant = await startChildServer({ script: INSTANT, dataFolder, onDeath: () => {} });
  const client = await new MongoClient(`mongodb://127.0.0.1:${instant.port}/?directConnection=true`).connect();
  try {
    const results: Result[] = [];
    // Many at a time first, so that everything is compiled when the time of a single one counts.
    for (const inFlight of [32, 1]) {
      const pick = (): ObjectId => idOf(bench.pick(documents));
      const make = (db: Db): Rate[] => ratesOf(db, pick, inFlight);
      results.push(...(await measureBeside(bench.db, client.db("bench"), make, inFlight)));
    }
    results.push({ name: "memory after the writes", value: await bench.residentMb(), unit: "MB", note: "resident" });
    return results;
  } finally {
    await client.close();
    await instant.stop();
  }
}

/** Each rate in turn, with our server and with one that answers at once: the latter is what the driver lets anyone reach. */
async function measureBeside(db: Db, instant: Db, make: (db: Db) => Rate[], inFlight: number): Promise<Result[]> {
  const rates = make(db);
  const ceilings = make(instant);
  const pings: number[] = [];
  const ratios = rates.map((): number[] => []);
  const bounds = rates.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, rate] of rates.entries()) {
      const own = await besidePing(db, rate, inFlight);
      const ceiling = ceilings[index];
      const best = ceiling === undefined ? undefined : await besidePing(instant, ceiling, inFlight);
      if (round === 0) continue;
      ratios[index]?.push(own.ratio);
      pings.push(own.pings);
      if (best !== undefined) bounds[index]?.push(best.ratio);
    }
  }
  const note = `of ${showNumber(median(pings))} pings/s, ${ROUNDS} rounds, ${busyness()}`;
  return rates.map(({ name, goal }, index) => ({
    name: `${name}, ${inFlight} in flight / ping`,
    value: median(ratios[index] ?? []),
    unit: "",
    ...(goal === undefined ? {} : { goal: { kind: "at least", value: goal } as const }),
    note: `${showNumber(median(bounds[index] ?? []))} with an instant server; ${note}`,
  }));
}

async function besidePing(db: Db, rate: Rate, inFlight: number): Promise<{ ratio: number; pings: number }> {
  const ping = (): Promise<unknown> => db.command({ ping: 1 });
  const before = await perSecond(ping, inFlight, SLICE_MS / 2);
  const own = await perSecond(rate.run, inFlight, SLICE_MS);
  const pings = (before + (await perSecond(ping, inFlight, SLICE_MS / 2))) / 2;
  return { ratio: own / pings, pings };
}

/** The goals are for one at a time, but for inserts, of which 32 are on their way. */
function ratesOf(db: Db, pick: () => ObjectId, inFlight: number): Rate[] {
  const large = db.collection<Account>("large");
  const find = async (): Promise<void> => {
    const found = await large.findOne({ _id: pick() });
    if (found === null) throw new Error("a document is missing");
  };
  const updateWith = (collection: Collection<Account>) => async (): Promise<void> => {
    const { modifiedCount } = await collection.updateOne({ _id: pick() }, { $inc: { changes: 1 } });
    if (modifiedCount !== 1) throw new Error("a document is missing");
  };
  const insertWith = (collection: Collection<Document>) => async (): Promise<void> => {
    await collection.insertOne({ _id: new ObjectId(), owner: 1, text: "A document of a common size, so to say." });
  };
  const quick = { writeConcern: { w: 1 } } as const;
  const journaled = { writeConcern: { w: 1, j: true } } as const;
  const isOne = inFlight === 1;
  return [
    { name: "findOne by _id", ...(isOne ? { goal: 0.8 } : {}), run: find },
    { name: "update by _id, w:1", ...(isOne ? { goal: 0.6 } : {}), run: updateWith(db.collection("large", quick)) },
    { name: "update by _id, j:true", run: updateWith(db.collection("large", journaled)) },
    { name: "insertOne, w:1", ...(isOne ? {} : { goal: 0.6 }), run: insertWith(db.collection("inserted", quick)) },
    {
      name: "insertOne, j:true",
      ...(isOne ? {} : { goal: 0.3 }),
      run: insertWith(db.collection("inserted", journaled)),
    },
  ];
}

async function perSecond(run: () => Promise<unknown>, inFlight: number, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const repeat = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      await run();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, repeat));
  return (done * 1000) / (performance.now() - startedAt);
}
