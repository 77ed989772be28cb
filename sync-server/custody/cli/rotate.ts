import { ConfigError, readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { keepCommandRun } from "#server/custody/keep-command-run.ts";
import { openStore } from "#server/custody/open-store.ts";
import { isFingerprint } from "#server/platform/vault/key-provider.ts";
import { verifyRing } from "#server/platform/vault/canary.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";
import { rewrapVault } from "#server/platform/vault/rewrap.ts";

/** `npm run vault:rotate`: has the current key lock whatever a former one locked, while servers go on signing. */
async function rotate(): Promise<number> {
  const store = await openStore(readEnvironment(withSecretFiles(process.env)), (sentence) => console.error(sentence));
  try {
    await verifyRing(store.database, store.ring);
    const { rewrapped, unopened } = await rewrapVault(store.database, store.ring, store.audit, ({ done, total }) => {
      console.log(`${done} of ${total} locks changed`);
    });
    await keepCommandRun(store, { rewrapped, unopened });
    if (unopened.length === 0) {
      console.log(`Everything is locked with ${nameOf(store.ring)}; ${rewrapped} locks were changed.`);
      return 0;
    }
    for (const name of unopened) console.error(name);
    console.error(`These ${unopened.length} do not open with any key that is named, and are as they were.`);
    return 1;
  } finally {
    await store.close();
  }
}

/** Of a key management service the key's own name; of a key that was given nothing that is made of it, as in the console. */
function nameOf({ current, setting }: KeyRing): string {
  return isFingerprint(current.version) ? `the key of ${setting}` : current.version;
}

try {
  process.exitCode = await rotate();
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof KmsError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}
