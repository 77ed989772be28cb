import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { environmentKeyProvider } from "#server/platform/vault/key-provider.ts";
import { openSecretStore } from "#server/platform/vault/secrets.ts";

/** The vault's store of small secrets, for the features that are handed it. */
export function openSecrets({ database, config, clock }: Runtime): SecretStore {
  return openSecretStore(database, environmentKeyProvider(config.vaultKey), clock);
}
