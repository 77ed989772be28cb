import { ENDED_SESSIONS, SESSIONS } from "#server/platform/http/session-store.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { movePhase, readRestored } from "#server/platform/restored/state.ts";
import { indexLanded } from "#server/platform/submissions/landed.ts";
import { setSyncEpoch } from "#server/platform/sync/checkpoint.ts";
import { leapCounters } from "./leap-counters.ts";

/** What somebody may hold that lets them in, or was used up since the backup. */
const LETTING_IN = [SESSIONS, ENDED_SESSIONS, "password_reset_tokens"] as const;

/**
 * Before a server listens on a database that was set back: all sessions are over, no counter gives a number out again, and no device takes up
 * where it was. Each step may be repeated: whoever dies in it leaves the rest to the next start.
 */
export async function beginRestored({ database, clock }: Pick<Runtime, "database" | "clock">): Promise<void> {
  const state = await readRestored(database, null);
  setSyncEpoch(database, state?.restoredAt ?? null);
  if (!state) return;
  await indexLanded(database);
  if (state.phase !== "marked") return;
  for (const name of LETTING_IN) await database.collection(name).deleteMany({});
  await leapCounters(database, state);
  await database.transaction((session) =>
    movePhase(database, session, state, {
      phase: "reading",
      since: clock.now(),
      quietFrom: null,
      readTo: null,
      readAt: null,
    }),
  );
}
