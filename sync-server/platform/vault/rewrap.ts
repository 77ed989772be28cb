import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { AuditLog } from "./audit-log.ts";
import { isCanaryFormer, rewrapCanary } from "./canary.ts";
import { fileContext, VAULT_FILES } from "./erasable.ts";
import type { KeyRing } from "./key-ring.ts";
import { KmsError } from "./kms-http.ts";
import { unseal } from "./seal.ts";
import { keyContext, type Lock, type SealedKey, VAULT_KEYS } from "./sealed-keys.ts";
import { type SealedSecret, secretContext, VAULT_SECRETS } from "./secrets.ts";

export interface RewrapProgress {
  readonly done: number;
  /** What was to be done at the beginning, or more where servers locked something meanwhile. */
  readonly total: number;
  /** How many did not open so far. */
  readonly unopened: number;
}

export interface RewrapOutcome {
  readonly rewrapped: number;
  /** Addresses and names whose locks did not open: they are as they were. */
  readonly unopened: readonly string[];
}

/** A row of the vault, whatever it keeps: its lock, and what the lock is to open. */
interface Row extends Lock {
  readonly id: string;
  /** What the data key opens; null of files, whose data key is locked once more with a key of which the ring knows nothing. */
  readonly sealed: string | null;
  readonly context: string;
}

/** A collection of the vault, read from after `last` in the order of ids. */
interface Shelf {
  readonly name: string;
  read(database: Database, former: Document, last: string): Promise<Row[]>;
}

const BATCH = 200;
const AT_ONCE = 16;
const SHELVES: readonly Shelf[] = [
  {
    name: VAULT_KEYS,
    read: (database, former, last) =>
      database
        .collection<SealedKey>(VAULT_KEYS)
        .find({ ...former, _id: { $gt: last } }, { sort: { _id: 1 }, limit: BATCH })
        .map((key) => ({ ...lockOf(key), id: key._id, sealed: key.seed, context: keyContext(key) }))
        .toArray(),
  },
  {
    name: VAULT_SECRETS,
    read: (database, former, last) =>
      database
        .collection<SealedSecret>(VAULT_SECRETS)
        .find({ ...former, _id: { $gt: last } }, { sort: { _id: 1 }, limit: BATCH })
        .map((row) => ({ ...lockOf(row), id: row._id, sealed: row.secret, context: secretContext(row._id) }))
        .toArray(),
  },
  {
    name: VAULT_FILES,
    read: (database, former, last) =>
      database
        .collection<Lock & { readonly _id: string }>(VAULT_FILES)
        .find({ ...former, _id: { $gt: last } }, { sort: { _id: 1 }, limit: BATCH })
        .map((row) => ({ ...lockOf(row), id: row._id, sealed: null, context: fileContext(row._id) }))
        .toArray(),
  },
];

/** How many locks the ring's current key made, and how many others did: the canary among those where nothing else is left. */
export async function countLocks(database: Database, ring: KeyRing): Promise<{ own: number; former: number }> {
  const { version } = ring.current;
  const [own, former] = await Promise.all(
    [version, formerTo(ring)].map((keyVersion) => countWhere(database, keyVersion)),
  );
  return { own: own ?? 0, former: former || ((await isCanaryFormer(database, ring)) ? 1 : 0) };
}

/**
 * Has the ring's current provider wrap every data key that another one wrapped. Servers go on signing meanwhile, as long
 * as their rings have both; a run that was killed is taken up by the next, and of two at once each lock is changed by one. It
 * goes on once `onProgress` has, and ends where that throws. Throws KmsError when a service is away.
 */
export async function rewrapLocks(
  database: Database,
  ring: KeyRing,
  onProgress: (progress: RewrapProgress) => void | Promise<void>,
): Promise<RewrapOutcome & { readonly isCanaryMoved: boolean }> {
  const former = { keyVersion: formerTo(ring) };
  const total = await countWhere(database, former.keyVersion);
  const unopened = new Set<string>();
  let done = 0;
  for (let before = -1; done > before;) {
    before = done;
    // Again until nothing is left: a server whose current key is the former one may lock something meanwhile.
    for (const shelf of SHELVES) {
      for await (const changed of rewrapShelf(database, ring, shelf, former, unopened)) {
        done += changed;
        await onProgress({ done, total: Math.max(total, done + unopened.size), unopened: unopened.size });
      }
    }
  }
  const isCanaryMoved = unopened.size === 0 && (await rewrapCanary(database, ring));
  return { rewrapped: done, unopened: [...unopened], isCanaryMoved };
}

/** {@link rewrapLocks} by the command of whoever runs the server, on record in the audit log. */
export async function rewrapVault(
  database: Database,
  ring: KeyRing,
  audit: AuditLog,
  onProgress: (progress: RewrapProgress) => void,
): Promise<RewrapOutcome> {
  const total = await countWhere(database, formerTo(ring));
  if (total > 0) await audit.append(eventOf(ring, `begins with ${total} locks to change`));
  const { isCanaryMoved, ...outcome } = await rewrapLocks(database, ring, onProgress);
  const { rewrapped: done, unopened } = outcome;
  if (done > 0 || isCanaryMoved || unopened.length > 0)
    await audit.append(eventOf(ring, `ends with ${done} locks changed and ${unopened.length} that do not open`));
  return outcome;
}

function formerTo({ current }: KeyRing) {
  return { $ne: current.version };
}

async function countWhere(database: Database, keyVersion: string | { readonly $ne: string }): Promise<number> {
  const counts = SHELVES.map(({ name }) => database.collection(name).countDocuments({ keyVersion }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Yields how many rows each batch changed. */
async function* rewrapShelf(
  database: Database,
  ring: KeyRing,
  { name, read }: Shelf,
  former: Document,
  unopened: Set<string>,
): AsyncGenerator<number> {
  const rows = database.collection<Lock & { readonly _id: string }>(name);
  for (let last = ""; ;) {
    const batch = await read(database, former, last);
    const newest = batch.at(-1);
    if (!newest) return;
    last = newest.id;
    const changes = await relock(ring, batch, unopened);
    if (changes.length === 0) {
      yield 0;
      continue;
    }
    const { modifiedCount } = await rows.bulkWrite(
      // Only where the lock is still the one that was opened: another run may have been here.
      changes.map(({ row: { id, keyVersion, dataKey }, lock }) => ({
        updateOne: { filter: { _id: id, keyVersion, dataKey }, update: { $set: lock } },
      })),
      { ordered: false },
    );
    yield modifiedCount;
  }
}

/** Opens the rows and locks them anew, a few at a time; those that do not open are named in `unopened`. */
async function relock(ring: KeyRing, batch: readonly Row[], unopened: Set<string>) {
  const changes: { readonly row: Row; readonly lock: Lock }[] = [];
  const queue = batch.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const row of queue) {
      const dataKey = await open(ring, row);
      if (dataKey === null) {
        unopened.add(row.id);
        continue;
      }
      try {
        const wrapped = await ring.current.wrap(dataKey, row.context);
        changes.push({ row, lock: { keyVersion: ring.current.version, dataKey: wrapped.toString("base64") } });
      } finally {
        dataKey.fill(0);
      }
    }
  });
  await Promise.all(workers);
  return changes;
}

/** The data key, once it has proved that it opens what it is for; null where it does not. */
async function open(ring: KeyRing, { keyVersion, dataKey: wrapped, sealed, context }: Row): Promise<Buffer | null> {
  try {
    const dataKey = await ring.of(keyVersion).unwrap(Buffer.from(wrapped, "base64"), context);
    if (sealed !== null) unseal(dataKey, Buffer.from(sealed, "base64"), context).fill(0);
    return dataKey;
  } catch (error) {
    // A service that is away, or lets us in no longer, says nothing about the lock.
    if (error instanceof KmsError && !error.isAboutTheKey) throw error;
    return null;
  }
}

function lockOf({ keyVersion, dataKey }: Lock): Lock {
  return { keyVersion, dataKey };
}

function eventOf({ current }: KeyRing, reason: string) {
  const event = { action: "rewrap", address: current.version, purpose: "vault", payloadHash: "" } as const;
  return { ...event, requestedBy: "operator", reason };
}
