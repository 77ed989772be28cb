import type { Collection, Db } from "mongodb";
import type { Tally } from "./messages.ts";

/** All that one database was asked for so far, by lane, and all that was seen to change in it. */
export type Ledger = { tallies: Map<string, Tally>; events: readonly string[] };

type Entry = { _id: string; lane?: string; n?: number; v?: number };

const FLEETING_DEADLINE_MS = 10_000;

/** Every way in which the database is not what its clients were told; none when it is right. */
export async function findFaults(db: Db, ledger: Ledger): Promise<string[]> {
  const faults = await Promise.all([
    checkInserts(db, ledger),
    checkCounters(db, ledger),
    checkUpdates(db, ledger),
    checkBulk(db, ledger),
    checkTransfers(db, ledger),
    checkCatalog(db, ledger),
    checkFleeting(db, ledger),
  ]);
  // Last, when nothing is left that expires between one look and the next.
  return [...faults.flat(), ...(await checkIndexes(db))];
}

function* lanesOf(ledger: Ledger, kind: string): Generator<readonly [string, Tally]> {
  for (const [lane, tally] of ledger.tallies)
    if (lane.startsWith(`${kind}:`)) yield [lane.slice(kind.length + 1), tally];
}

async function idsIn(db: Db, name: string): Promise<Set<string>> {
  const found = await db
    .collection<Entry>(name)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map((entry) => entry._id));
}

/** The inserted ids that the watcher was told of in the collection, in its order. */
function insertedIn(db: Db, ledger: Ledger, name: string): string[] {
  const start = `${db.databaseName}/${name} insert `;
  return ledger.events.flatMap((event) =>
    event.startsWith(start) ? [event.slice(start.length).split(" ")[0] ?? ""] : [],
  );
}

function compareEvents(what: string, told: readonly string[], stored: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const id of told) {
    if (seen.has(id)) faults.push(`${what}: the stream told ${id} twice`);
    if (!stored.has(id)) faults.push(`${what}: the stream told ${id}, which is not stored`);
    seen.add(id);
  }
  for (const id of stored) if (!seen.has(id)) faults.push(`${what}: the stream did not tell ${id}`);
  return faults;
}

async function checkInserts(db: Db, ledger: Ledger): Promise<string[]> {
  const stored = await idsIn(db, "inserts");
  const told = insertedIn(db, ledger, "inserts");
  const faults = compareEvents("inserts", told, stored);
  const asked = new Set<string>();
  for (const [lane, { acked, unsure }] of lanesOf(ledger, "insert")) {
    for (const id of acked) if (!stored.has(id)) faults.push(`inserts: ${id} was acknowledged and is gone`);
    for (const id of [...acked, ...unsure]) asked.add(id);
    const turns = told.filter((id) => id.startsWith(`${lane}-`)).map((id) => Number(id.slice(lane.length + 1)));
    if (turns.some((turn, index) => turn <= (turns[index - 1] ?? 0)))
      faults.push(`inserts: ${lane} was told out of order`);
  }
  for (const id of stored) if (!asked.has(id)) faults.push(`inserts: nobody asked for ${id}`);
  return faults;
}

async function checkCounters(db: Db, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [who, { acked, unsure }] of lanesOf(ledger, "counter")) {
    const stored = (await db.collection<Entry>("counters").findOne({ _id: who }))?.n ?? 0;
    const values = acked.map(Number);
    if (values.some((value, index) => value <= (values[index - 1] ?? 0)))
      faults.push(`counter ${who}: its answers do not grow`);
    if (stored < acked.length || stored > acked.length + unsure.length)
      faults.push(
        `counter ${who} is ${stored} after ${acked.length} acknowledged and ${unsure.length} unsure increments`,
      );
    const places = [`${db.databaseName}/counters insert ${who} `, `${db.databaseName}/counters update ${who} `];
    const told = ledger.events.filter((event) => places.some((place) => event.startsWith(place)));
    if (told.length !== stored || told.some((event, index) => Number(event.split(" ").at(-1)) !== index + 1))
      faults.push(`counter ${who} is ${stored}, and the stream told ${told.length} steps or another order`);
  }
  return faults;
}

async function checkUpdates(db: Db, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [who, { acked, unsure }] of lanesOf(ledger, "update")) {
    const stored = (await db.collection<Entry>("updates").findOne({ _id: who }))?.v ?? 0;
    const least = Number(acked.at(-1) ?? 0);
    const most = Math.max(least, ...unsure.map(Number));
    if (stored < least || stored > most) faults.push(`update ${who} is ${stored}, not between ${least} and ${most}`);
  }
  return faults;
}

async function checkBulk(db: Db, ledger: Ledger): Promise<string[]> {
  const stored = await idsIn(db, "bulk");
  const faults: string[] = [];
  const inserted = new Set(stored);
  for (const [who, { acked, unsure }] of lanesOf(ledger, "bulk")) {
    for (const name of acked)
      if (!stored.has(`${name}-a`) || !stored.has(`${name}-b`)) faults.push(`bulk: ${name} is not whole`);
    const total = (await db.collection<Entry>("bulk").findOne({ _id: `${who}-total` }))?.n ?? 0;
    if (total < acked.length || total > acked.length + unsure.length)
      faults.push(`bulk ${who} counts ${total} after ${acked.length} acknowledged and ${unsure.length} unsure`);
    inserted.add(`${who}-total`);
    if (!stored.has(`${who}-total`)) inserted.delete(`${who}-total`);
  }
  return [...faults, ...compareEvents("bulk", insertedIn(db, ledger, "bulk"), inserted)];
}

async function checkTransfers(db: Db, ledger: Ledger): Promise<string[]> {
  const stored = await idsIn(db, "transfers");
  const faults = compareEvents("transfers", insertedIn(db, ledger, "transfers"), stored);
  const accounts = await db.collection<Entry>("accounts").find().toArray();
  for (const id of stored) {
    const other = `${id.slice(0, -1)}${id.endsWith("a") ? "b" : "a"}`;
    if (!stored.has(other)) faults.push(`transfers: ${id} is there without ${other}`);
  }
  for (const [lane, { acked }] of lanesOf(ledger, "transfer")) {
    for (const name of acked) if (!stored.has(`${name}-a`)) faults.push(`transfers: ${name} was committed and is gone`);
    const done = [...stored].filter((id) => id.startsWith(`${lane}-`) && id.endsWith("-a")).length;
    const total = accounts.find((account) => account._id === `total-${lane}`)?.v ?? 0;
    if (total !== done) faults.push(`transfers: ${lane} counts ${total} and has ${done}`);
  }
  const sum = accounts.reduce((before, account) => before + (account.n ?? 0), 0);
  if (sum !== 0) faults.push(`transfers: the accounts sum up to ${sum}`);
  return faults;
}

async function checkCatalog(db: Db, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  const names = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const [who, { acked, unsure }] of lanesOf(ledger, "catalog")) {
    const kept = new Set(acked);
    for (const name of acked) {
      const turn = Number(name.split("-").at(-1));
      const next = `kept-${who}-${turn + 1}`;
      if (kept.has(next) && names.has(name)) faults.push(`catalog: ${name} was dropped and is there`);
      if (kept.has(next) || unsure.includes(next)) continue;
      const whole = db.collection<Entry>(name);
      const isIndexed = names.has(name) && (await whole.indexExists("n_1"));
      if (!isIndexed || (await whole.countDocuments({ n: { $gte: 0 } })) !== 3)
        faults.push(`catalog: ${name} was made and is not whole`);
    }
  }
  return faults;
}

async function checkFleeting(db: Db, ledger: Ledger): Promise<string[]> {
  const fleeting = db.collection<Entry>("fleeting");
  const faults: string[] = [];
  const stored = await idsIn(db, "fleeting");
  for (const [, { acked }] of lanesOf(ledger, "fleeting"))
    for (const name of acked) if (!stored.has(`${name}-future`)) faults.push(`fleeting: ${name}-future is gone`);
  const deadline = performance.now() + FLEETING_DEADLINE_MS;
  while ((await fleeting.countDocuments({ _id: /-past$/ })) > 0) {
    if (performance.now() > deadline) return [...faults, "fleeting: what is past stays"];
  }
  return faults;
}

/** Each index has to know exactly the documents that a scan finds. */
async function checkIndexes(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const collection: Collection<Entry> = db.collection(name);
    const scanned = await sortedIds(collection, { $natural: 1 });
    for (const index of await collection.indexes()) {
      if (index.sparse === true || index.name === undefined || index.expireAfterSeconds !== undefined) continue;
      const known = await sortedIds(collection, index.name);
      if (known.join() !== scanned.join())
        faults.push(`${name}: ${index.name} knows ${known.length} documents, a scan ${scanned.length}`);
    }
  }
  return faults;
}

async function sortedIds(collection: Collection<Entry>, hint: string | { $natural: 1 }): Promise<string[]> {
  const found = await collection.find({}, { hint, projection: { _id: 1 } }).toArray();
  return found.map((entry) => entry._id).toSorted();
}
