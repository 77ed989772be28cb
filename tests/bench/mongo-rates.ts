import { type Collection, type Document, ObjectId } from "mongodb";
import { type Account, type Bench, idOf } from "./mongo-bench.ts";
import type { Result } from "./mongo-results.ts";
import { busyness, median, showNumber } from "./mongo-results.ts";

const ROUNDS = 9;
const SLICE_MS = 400;

interface Rate {
  readonly name: string;
  readonly goal?: number;
  readonly run: () => Promise<unknown>;
}

/** How often a second each operation is answered, beside a ping asked for in the same round. */
export async function measureRates(bench: Bench, documents: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const inFlight of [1, 32]) results.push(...(await measureBeside(bench, documents, inFlight)));
  results.push({ name: "memory after the writes", value: await bench.residentMb(), unit: "MB", note: "resident" });
  return results;
}

async function measureBeside(bench: Bench, documents: number, inFlight: number): Promise<Result[]> {
  const { db } = bench;
  const rates = ratesOf(bench, documents, inFlight);
  const ping = (): Promise<unknown> => db.command({ ping: 1 });
  const ratios = new Map<Rate, number[]>(rates.map((rate) => [rate, []]));
  const pings: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const rate of rates) {
      const before = await perSecond(ping, inFlight, SLICE_MS / 2);
      const own = await perSecond(rate.run, inFlight, SLICE_MS);
      const pinged = (before + (await perSecond(ping, inFlight, SLICE_MS / 2))) / 2;
      if (round === 0) continue;
      ratios.get(rate)?.push(own / pinged);
      pings.push(pinged);
    }
  }
  const note = `of ${showNumber(median(pings))} pings/s, ${ROUNDS} rounds, ${busyness()}`;
  return rates.map((rate) => ({
    name: `${rate.name}, ${inFlight} in flight / ping`,
    value: median(ratios.get(rate) ?? []),
    unit: "",
    ...(rate.goal === undefined ? {} : { goal: { kind: "at least", value: rate.goal } as const }),
    note,
  }));
}

function ratesOf(bench: Bench, documents: number, inFlight: number): Rate[] {
  const { db } = bench;
  const large = bench.accounts("large");
  const find = async (): Promise<void> => {
    const found = await large.findOne({ _id: idOf(bench.pick(documents)) });
    if (found === null) throw new Error("a document is missing");
  };
  const updateWith = (collection: Collection<Account>) => async (): Promise<void> => {
    const { modifiedCount } = await collection.updateOne(
      { _id: idOf(bench.pick(documents)) },
      { $inc: { changes: 1 } },
    );
    if (modifiedCount !== 1) throw new Error("a document is missing");
  };
  const insertWith = (collection: Collection<Document>) => async (): Promise<void> => {
    const document = {
      _id: new ObjectId(),
      owner: bench.pick(10_000),
      text: "A document of a common size, so to say.",
    };
    await collection.insertOne(document);
  };
  const quick = { writeConcern: { w: 1 } } as const;
  const journaled = { writeConcern: { w: 1, j: true } } as const;
  const isMany = inFlight > 1;
  return [
    { name: "findOne by _id", goal: 0.8, run: find },
    { name: "update by _id, w:1", goal: 0.6, run: updateWith(db.collection<Account>("large", quick)) },
    { name: "update by _id, j:true", run: updateWith(db.collection<Account>("large", journaled)) },
    { name: "insertOne, w:1", goal: 0.6, run: insertWith(db.collection("inserted", quick)) },
    {
      name: "insertOne, j:true",
      ...(isMany ? { goal: 0.3 } : {}),
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
