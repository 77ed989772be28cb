import type { Logger } from "#server/platform/http/runtime.ts";
import type { Database } from "./database.ts";

interface Followed {
  readonly database: Database;
  readonly log: Logger;
  readonly collection: string;
  /** Looks at what is there now; where it fails, it is asked again after a second. */
  readonly look: () => Promise<unknown>;
  /** For the log: what could not be looked at. */
  readonly what: string;
}

const RETRY_MS = 1000;

/** Has whoever keeps something of a collection in memory look at it after each change, whichever process made it; answers with the way to end that. */
export function follow({ database, log, collection, look, what }: Followed): () => Promise<void> {
  const life = { isStopped: false };
  let retry: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function lookOnce(): Promise<void> {
    if (life.isStopped) return;
    try {
      await look();
    } catch (error) {
      if (life.isStopped) return;
      log.warn({ err: error }, `${what} could not be looked at; it stays as it was`);
      retry ??= setTimeout(() => {
        retry = null;
        again();
      }, RETRY_MS);
    }
  }

  /** One after the other: what changes during a look is seen by the next. */
  function again(): void {
    looking = looking.then(lookOnce);
  }

  const stopListening = database.changes.on([collection], again);
  return async () => {
    life.isStopped = true;
    stopListening();
    if (retry) clearTimeout(retry);
    await looking;
  };
}
