import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { ErasableFiles } from "#server/platform/secrets/erasable-files.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { type AuditLog, openAuditLog } from "./audit-log.ts";
import { openErasableFiles } from "./erasable.ts";
import { openErasureFolder } from "./erasure-folder.ts";
import { type KeyRing, openKeyRing } from "./key-ring.ts";
import { openSecretStore } from "./secrets.ts";
import { SignerChangingError } from "./signers.ts";
import { openVault, type Vault } from "./vault.ts";

/** The vault of a process and what belongs to it. */
export interface Custody {
  readonly ring: KeyRing;
  readonly vault: Vault;
  readonly secrets: SecretStore;
  readonly audit: AuditLog;
  readonly files: ErasableFiles;
}

const opened = new WeakMap<Runtime, Custody>();

/** The vault that the settings describe, one per process: signatures that are asked for at once share their audit write. */
export function custodyOf(runtime: Runtime): Custody {
  const known = opened.get(runtime);
  if (known) return known;
  const { database, config, clock } = runtime;
  const ring = openKeyRing(config.vault, clock);
  const audit = openAuditLog(database, clock);
  const secrets = openSecretStore(database, ring, audit, clock);
  const files = openErasableFiles(database, ring, openErasureFolder(config.identity.erasureKeysDir));
  const custody = { ring, audit, secrets, files, vault: openVault(database, ring, audit, clock) };
  opened.set(runtime, custody);
  return custody;
}

/** Which key (G...) of ours signs for an account of ours; null while that is being changed. */
export function signersOf(
  runtime: Runtime,
): (address: string, session: ClientSession | null) => Promise<string | null> {
  const { vault } = custodyOf(runtime);
  return async (address, session) => {
    try {
      return await vault.signerOf(address, session);
    } catch (error) {
      if (error instanceof SignerChangingError) return null;
      throw error;
    }
  };
}

/** The vault's store of small secrets, for the features that are handed it. */
export function openSecrets(runtime: Runtime): SecretStore {
  return custodyOf(runtime).secrets;
}

/** The vault's files that can be erased for good, for the features that are handed them. */
export function openFiles(runtime: Runtime): ErasableFiles {
  return custodyOf(runtime).files;
}

/** Throws ConfigError when the settings do not open this database's vault: to be asked before anything is touched. */
export async function verifyVaultKey(runtime: Runtime): Promise<void> {
  await custodyOf(runtime).vault.verifyKey();
}
