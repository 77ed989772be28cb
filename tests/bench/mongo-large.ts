import type { Bench } from "./mongo-bench.ts";
import { emailOf, idOf } from "./mongo-bench.ts";
import type { Result } from "./results.ts";
import { busyness, median, quantile, seededRandom, showNumber } from "./results.ts";

const SMALL = 1000;
const STARTS = 5;
const ROUNDS = 9;
const LOOKUPS = 300;
const PAGES = 200;
const PAGE = 100;
const MIXED_MS = 10_000;
const MB_GOAL = { kind: "at most", value: 200 } as const;

/** Loads the large collection and the small one, and measures what should not depend on the size. */
export async function measureLarge(bench: Bench, documents: number): Promise<Result[]> {
  await bench.start();
  await load(bench, documents);
  const afterLoad = await bench.residentMb();
  const starts = await measureStarts(bench);
  const afterRestart = await bench.residentMb();
  const lookup = await measureLookups(bench, documents);
  const page = await measurePages(bench);
  await readMixed(bench, documents);
  const afterReads = await bench.residentMb();
  const memory = (when: string, value: number): Result => {
    return { name: `memory ${when}`, value, unit: "MB", goal: MB_GOAL, note: "resident" };
  };
  return [
    ...starts,
    lookup,
    ...page,
    memory("after the load", afterLoad),
    memory("after a restart", afterRestart),
    memory("after a mixed read load", afterReads),
  ];
}

async function load(bench: Bench, documents: number): Promise<void> {
  for (const name of ["small", "large"] as const) {
    const collection = bench.accounts(name);
    const startedAt = performance.now();
    await collection.createIndex({ email: 1 }, { unique: true });
    await bench.load(name, name === "small" ? SMALL : documents);
    const loadedAt = performance.now();
    await collection.createIndex({ rank: 1 });
    const indexedAt = performance.now();
    const count = await collection.countDocuments({});
    if (count !== (name === "small" ? SMALL : documents)) throw new Error(`${name} holds ${count} documents`);
    const seconds = (ms: number): string => `${showNumber(ms / 1000)} s`;
    console.log(
      `${count} documents with a unique index loaded in ${seconds(loadedAt - startedAt)}, another index built in ${seconds(indexedAt - loadedAt)} (${busyness()})`,
    );
  }
}

async function measureStarts(bench: Bench): Promise<Result[]> {
  const clean: number[] = [];
  const killed: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    await bench.stop();
    clean.push(await bench.start());
    await bench.db.collection("scratch").insertOne({ round });
    await bench.kill();
    killed.push(await bench.start());
  }
  const note = `of ${STARTS} starts, ${busyness()}`;
  const goal = { kind: "at most", value: 500 } as const;
  return [
    { name: "ready after start", value: median(clean), unit: "ms", goal, note: `median ${note}` },
    { name: "ready after kill -9", value: median(killed), unit: "ms", goal, note: `median ${note}` },
  ];
}

/** One document by a secondary index, here and there in turn. */
async function measureLookups(bench: Bench, documents: number): Promise<Result> {
  const ratios: number[] = [];
  const micros: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const large = await lookUp(bench, "large", documents);
    const small = await lookUp(bench, "small", SMALL);
    if (round === 0) continue;
    ratios.push(large / small);
    micros.push(large * 1000);
  }
  return {
    name: "lookup by secondary index, large / small",
    value: median(ratios),
    unit: "",
    goal: { kind: "at most", value: 1.5 },
    note: `${showNumber(median(micros))} microseconds in ${documents}, ${ROUNDS} rounds, ${busyness()}`,
  };
}

async function lookUp(bench: Bench, name: "small" | "large", documents: number): Promise<number> {
  const collection = bench.accounts(name);
  const startedAt = performance.now();
  for (let asked = 0; asked < LOOKUPS; asked += 1) {
    const number = bench.pick(documents);
    const found = await collection.findOne({ email: emailOf(number) });
    if (found?._id.equals(idOf(number)) !== true) throw new Error(`${emailOf(number)} was not found`);
  }
  return (performance.now() - startedAt) / LOOKUPS;
}

/** Documents that follow each other in the index and lie anywhere in the collection. */
async function measurePages(bench: Bench): Promise<Result[]> {
  const times: number[] = [];
  for (let page = -20; page < PAGES; page += 1) {
    const startedAt = performance.now();
    await readPage(bench);
    if (page >= 0) times.push(performance.now() - startedAt);
  }
  const goal = { kind: "at most", value: 5 } as const;
  const note = `${PAGES} pages, ${busyness()}`;
  return [
    { name: `sorted page of ${PAGE} by an index`, value: median(times), unit: "ms", goal, note: `median of ${note}` },
    { name: `sorted page of ${PAGE} by an index, p95`, value: quantile(times, 0.95), unit: "ms", note },
  ];
}

async function readPage(bench: Bench): Promise<void> {
  const from = bench.pick(2 ** 31 - 2 ** 24);
  const cursor = bench.accounts("large").find({ rank: { $gte: from } });
  const page = await cursor.sort({ rank: 1 }).limit(PAGE).toArray();
  const isSorted = page.every((found, index) => found.rank >= (page[index - 1]?.rank ?? from));
  if (!isSorted || page.length === 0) throw new Error("a page is not in order");
}

/** Reads of all kinds for a while, eight at a time, all over the collection. */
async function readMixed(bench: Bench, documents: number): Promise<void> {
  const collection = bench.accounts("large");
  const random = seededRandom(7);
  const endsAt = performance.now() + MIXED_MS;
  const reads = [
    () => collection.findOne({ _id: idOf(bench.pick(documents)) }),
    () => collection.findOne({ email: emailOf(bench.pick(documents)) }, { projection: { owner: 1, note: 1 } }),
    () => readPage(bench),
    () => collection.find({ _id: { $gte: idOf(bench.pick(documents)) } }, { limit: 500 }).toArray(),
    () => collection.countDocuments({ rank: { $gte: 2 ** 31 - 2 ** 20 } }),
  ];
  const reader = async (): Promise<void> => {
    while (performance.now() < endsAt) await reads[Math.floor(random() * reads.length)]?.();
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  const scan = collection.find({}, { batchSize: 1000 });
  let seen = 0;
  for await (const account of scan) seen += account.changes === 0 ? 1 : 0;
  if (seen !== documents) throw new Error(`a scan saw ${seen} documents`);
}
