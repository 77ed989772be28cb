import { randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type RowSeals, rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import type { KeyRing } from "./key-ring.ts";
import { DATA_KEY_BYTES, type Lock, lock, type SealedKey, unlock, VAULT_KEYS } from "./sealed-keys.ts";
import { secretContext, VAULT_SECRETS } from "./secrets.ts";

interface StoredKey extends Lock, Document {
  readonly _id: string;
  readonly secret: string;
}

/** Under which the key stands that seals rows, locked like every secret of the vault: nobody without the ring can put another. */
export const SEALING_KEY = "row-seals-2";
/** The same of a server that sealed no names, protections and second factors of people. */
const SEALING_KEY_BEFORE_PEOPLES = "row-seals";
/** The same while rows of a server that knew no seals are being sealed. A key under this name never counts as one under the other. */
export const SEALING_KEY_AT_FIRST = "row-seals-at-first";
/** The furthest first: that one counts. */
const NAMES = [SEALING_KEY, SEALING_KEY_BEFORE_PEOPLES, SEALING_KEY_AT_FIRST] as const;
const LOST =
  "The key that sealed this database's rows is gone. Restore it (vault_secrets, row-seals-2) from a backup: without it nothing in this database can be believed.";

/**
 * Opens the seals of a database. One that knows of none yet gets its sealing key, and {@link finishSealing} is to be called
 * once its rows are sealed. Where keys say that there were seals, none are made anew: throws ConfigError.
 */
export async function openSeals(database: Database, ring: KeyRing): Promise<RowSeals> {
  const seals = await readSeals(database, ring);
  useSeals(database, seals);
  return seals;
}

/** What has yet to be sealed of what is there: all of it, what people set for themselves, or nothing. */
export async function leftToSeal(database: Database): Promise<"all" | "people's" | "nothing"> {
  const found = await collectionOf(database)
    .find({ _id: { $in: [...NAMES] } }, { projection: { _id: 1 } })
    .toArray();
  const names = new Set(found.map(({ _id }) => _id));
  if (names.has(SEALING_KEY)) return "nothing";
  return names.has(SEALING_KEY_BEFORE_PEOPLES) ? "people's" : "all";
}

/** From here on what is not sealed is not believed: nothing is left to seal. `note` says so, in the same transaction. */
export async function finishSealing(
  database: Database,
  ring: KeyRing,
  note: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const former = await storedKey(database);
  if (!former || former._id === SEALING_KEY) return;
  const locked = await unlockKey(ring, former, (root) => lock(ring, root, secretContext(SEALING_KEY)));
  await database.transaction(async (session) => {
    const key = { ...locked.lock, secret: locked.sealed };
    await collectionOf(database).updateOne({ _id: SEALING_KEY }, { $setOnInsert: key }, { upsert: true, session });
    await collectionOf(database).deleteOne({ _id: former._id }, { session });
    await note(session);
  });
}

async function readSeals(database: Database, ring: KeyRing): Promise<RowSeals> {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  const isBound = (await keys.findOne({ seals: { $exists: true } }, { projection: { _id: 1 } })) !== null;
  // Asked last: another process may have made both meanwhile.
  const known = await storedKey(database);
  if (known) return unlockKey(ring, known, rowSeals);
  if (isBound) throw new ConfigError(LOST);
  const made = await makeKey(database, ring, SEALING_KEY_AT_FIRST);
  return unlockKey(ring, made, rowSeals);
}

async function storedKey(database: Database): Promise<StoredKey | null> {
  const found = await collectionOf(database)
    .find({ _id: { $in: [...NAMES] } })
    .toArray();
  return NAMES.map((name) => found.find(({ _id }) => _id === name)).find((key) => key !== undefined) ?? null;
}

/** Of two processes that come first at once, one makes the key, and both read it. */
async function makeKey(database: Database, ring: KeyRing, name: string): Promise<StoredKey> {
  const root = randomBytes(DATA_KEY_BYTES);
  try {
    const locked = await lock(ring, root, secretContext(name));
    const key = { ...locked.lock, secret: locked.sealed };
    const stored = await collectionOf(database).findOneAndUpdate(
      { _id: name },
      { $setOnInsert: key },
      { upsert: true, returnDocument: "after" },
    );
    if (!stored) throw new Error("the sealing key was not stored");
    return stored;
  } finally {
    root.fill(0);
  }
}

async function unlockKey<T>(ring: KeyRing, stored: StoredKey, work: (root: Buffer) => T | Promise<T>): Promise<T> {
  return unlock(ring, stored, stored.secret, secretContext(stored._id), work);
}

function collectionOf(database: Database) {
  return database.collection<StoredKey>(VAULT_SECRETS);
}
