import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { type AuditLog, openAuditLog } from "#server/platform/vault/audit-log.ts";
import { type KeyRing, openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openSecretStore } from "#server/platform/vault/secrets.ts";
import { openVault, type Vault } from "#server/platform/vault/vault.ts";

/** The vault of a process and what belongs to it. */
export interface Custody {
  readonly ring: KeyRing;
  readonly vault: Vault;
  readonly secrets: SecretStore;
  readonly audit: AuditLog;
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
  const custody = { ring, audit, secrets, vault: openVault(database, ring, audit, clock) };
  opened.set(runtime, custody);
  return custody;
}

/** The vault's store of small secrets, for the features that are handed it. */
export function openSecrets(runtime: Runtime): SecretStore {
  return custodyOf(runtime).secrets;
}

/** Throws ConfigError when the settings do not open this database's vault: to be asked before anything is touched. */
export async function verifyVaultKey(runtime: Runtime): Promise<void> {
  await custodyOf(runtime).vault.verifyKey();
}
