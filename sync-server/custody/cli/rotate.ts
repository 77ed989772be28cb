import { ConfigError, readEnvironment } from "#server/config.ts";
import { keepCommandRun } from "#server/custody/keep-command-run.ts";
import { openStore } from "#server/custody/open-store.ts";
import { verifyRing } from "#server/platform/vault/canary.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";
import { rewrapVault } from "#server/platform/vault/rewrap.ts";

/** `npm run vault:rotate`: has the current key lock whatever a former one locked, while servers go on signing. */
async function rotate(): Promise<number> {
  const store = await openStore(readEnvironment(process.env), (sentence) => console.error(sentence));
  try {
    await verifyRing(store.database, store.ring);
    const { rewrapped, unopened } = await rewrapVault(store.database, store.ring, store.audit, ({ done, total }) => {
      console.log(`${done} of ${total} locks changed`);
    });
    await keepCommandRun(store, { rewrapped, unopened });
    const { version } = store.ring.current;
    if (unopened.length === 0) {
      console.log(`Everything is locked with ${version}; ${rewrapped} locks were changed.`);
      return 0;
    }
    for (const name of unopened) console.error(name);
    console.error(`These ${unopened.length} do not open with any key that is named, and are as they were.`);
    return 1;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await rotate();
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof KmsError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}
