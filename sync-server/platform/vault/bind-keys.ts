import type { Database } from "#server/platform/db/database.ts";
import { ConfigError } from "#server/config.ts";
import { type RowSeals } from "#server/platform/seals/row-seals.ts";
import type { KeyRing } from "./key-ring.ts";
import { KEY_SEAL, keyContext, lock, type SealedKey, sealedOf, unlock, VAULT_KEYS } from "./sealed-keys.ts";

const BATCH = 200;
const AT_ONCE = 16;

/**
 * Binds every key from before there were seals to them: from then on who takes the seals away opens no key with others. Taken
 * up where it was left. Throws ConfigError for a key that does not open: it may be bound to seals that are gone.
 */
export async function bindKeys(database: Database, ring: KeyRing, seals: RowSeals): Promise<void> {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  for (;;) {
    const batch = await keys.find({ seals: { $exists: false } }, { limit: BATCH }).toArray();
    if (batch.length === 0) return;
    const queue = batch.values();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const key of queue) {
        const bound = await bind(ring, seals, key);
        await keys.updateOne({ _id: key._id, dataKey: key.dataKey }, { $set: bound });
      }
    });
    await Promise.all(workers);
  }
}

async function bind(ring: KeyRing, seals: RowSeals, key: SealedKey) {
  const context = keyContext({ ...key, seals: seals.name });
  const opening = unlock(ring, key, key.seed, keyContext(key), (seed) => lock(ring, seed, context));
  const locked = await opening.catch((cause: unknown) => {
    throw Object.assign(new ConfigError(`The vault's key ${key._id} does not open, so it cannot be sealed.`), {
      cause,
    });
  });
  const seal = seals.seal(KEY_SEAL, sealedOf(key));
  return { ...locked.lock, seed: locked.sealed, seals: seals.name, seal };
}
