import { BSON } from "mongodb";
import * as v from "valibot";
import { ConfigError } from "#server/config.ts";
import { refuseWrongKey, VAULT_CANARY } from "#server/platform/vault/canary.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { BackupError } from "./backup-error.ts";
import { networkHash, newerVersion } from "./manifest.ts";
import { type ReadBackup, readBackup } from "./read-backup.ts";

/** What a backup has to fit. */
export interface Fitting {
  /** Of the network that is served here. */
  readonly passphrase: string;
  /** What opens the wallets. */
  readonly ring: KeyRing;
  /** Numbers of the migrations that this version knows. */
  readonly known: ReadonlySet<number>;
}

const StoredCanary = v.object({ _id: v.literal("canary"), keyVersion: v.string(), wrapped: v.string() });

/**
 * Reads a backup whole, and says whether it can be used here. Throws BackupError where it is not whole, of another network, of a newer
 * version, or locked with another key of the vault; nothing was written by then.
 */
export async function inspectBackup(
  file: string,
  key: Buffer,
  { passphrase, ring, known }: Fitting,
): Promise<ReadBackup> {
  let canary: v.InferOutput<typeof StoredCanary> | null = null;
  const read = await readBackup(file, key, {
    head: ({ network, migrations }) => {
      if (network !== networkHash(passphrase)) throw new BackupError("The backup is of another Stellar network.");
      if (migrations.some((number) => !known.has(number))) throw newerVersion();
    },
    document: (raw, collection) => {
      if (collection !== VAULT_CANARY) return;
      const found = v.safeParse(StoredCanary, BSON.deserialize(raw));
      if (found.success) canary = found.output;
    },
  });
  if (canary !== null) await refuseOtherVault(ring, canary);
  return read;
}

async function refuseOtherVault(ring: KeyRing, canary: v.InferOutput<typeof StoredCanary>): Promise<void> {
  try {
    await refuseWrongKey(ring, canary);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new BackupError(`This backup cannot be used here: ${error.message}`, error);
  }
}
