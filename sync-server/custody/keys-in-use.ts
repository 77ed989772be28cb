import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { rewrapRunIndexes } from "./rewrap-runs.ts";

/** Keys that come from the environment, where nobody keeps since when. */
type GivenKey = "wrapping" | "session";

/** A key that servers were started with: of each kind the one of the highest number is the present one. */
interface KeyInUse extends Document {
  readonly kind: GivenKey;
  /** 1 for the first that this database has known. */
  readonly number: number;
  /** By which the same key is known again; nobody is shown it. */
  readonly mark: string;
  readonly since: Date;
}

const KEYS_IN_USE = "keys_in_use";

/** The key that is in use by what the server knows that noted it last; null before one did. */
export function presentKey(
  database: Database,
  kind: GivenKey,
  session: ClientSession | null,
): Promise<KeyInUse | null> {
  return database.collection<KeyInUse>(KEYS_IN_USE).findOne({ kind }, { sort: { number: -1 }, ...inSession(session) });
}

/** The number by which the database knows the ring's current key as the present one; null while it knows another one. */
export async function presentNumber(
  database: Database,
  ring: KeyRing,
  session: ClientSession | null,
): Promise<number | null> {
  const present = await presentKey(database, "wrapping", session);
  return present?.mark === ring.current.version ? present.number : null;
}

/** Notes which keys this process was started with, where the database knows others. One process at a time calls it. */
export async function noteKeysInUse({ database, clock, config }: Runtime, ring: KeyRing): Promise<void> {
  // Under the seals' key, so that the mark tells nobody anything.
  const session = sealsOf(database).seal("session key", { key: config.sessionKey.toString("hex") });
  for (const [kind, mark] of [
    ["wrapping", ring.current.version],
    ["session", session],
  ] as const) {
    if ((await presentKey(database, kind, null))?.mark === mark) continue;
    await database.transaction(async (transaction) => {
      const present = await presentKey(database, kind, transaction);
      if (present?.mark === mark) return;
      const key = { kind, number: (present?.number ?? 0) + 1, mark, since: clock.now() };
      await database.collection<KeyInUse>(KEYS_IN_USE).insertOne(key, { session: transaction });
    });
  }
}

/** What the keys' section reads of a vault of any size, and the changes of its locks. */
export const serviceKeyIndexes: Migration = {
  number: 105,
  name: "keys in use, changes of the vault's locks, and the vault by what its keys are for",
  run: async (database) => {
    await database.collection(KEYS_IN_USE).createIndex({ kind: 1, number: 1 }, { unique: true });
    await database.collection(VAULT_KEYS).createIndex({ purpose: 1, createdAt: 1 });
    await database.collection(VAULT_KEYS).createIndex({ account: 1 }, { sparse: true });
    await rewrapRunIndexes(database);
  },
};
