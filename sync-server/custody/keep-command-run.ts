import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import type { RewrapOutcome } from "#server/platform/vault/rewrap.ts";
import { tellUnopened } from "./carry-out-rewrap.ts";
import { presentNumber } from "./keys-in-use.ts";
import { insertRun, unopenedOf } from "./rewrap-runs.ts";

/** Has operators see what the command did to the locks of the vault, as they see what they asked for themselves. */
export async function keepCommandRun(
  { database, clock, ring }: { readonly database: Database; readonly clock: Clock; readonly ring: KeyRing },
  { rewrapped, unopened }: RewrapOutcome,
): Promise<void> {
  await tellUnopened({ database, clock }, unopened);
  if (rewrapped === 0) return;
  const now = clock.now();
  const key = await presentNumber(database, ring, null);
  const terms = { key, askedBy: null, approvedBy: null, reason: "", askedAt: now };
  const came = { done: rewrapped, total: rewrapped + unopened.length, unopened: unopenedOf(unopened) };
  const ended = { state: "done", isOpen: false, startedAt: now, endedAt: now, ...came } as const;
  await database.transaction((session) => insertRun(database, session, terms, ended));
}
