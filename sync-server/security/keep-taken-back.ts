import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { takeAllBack, takeWallet } from "./freeze.ts";
import { readSecurityWithin, securityCollection, writeSecurity } from "#server/users/index.ts";
import type { TakerBack } from "./taken-back.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

export interface TakingBackDeps {
  readonly runtime: Runtime;
  readonly leases: Leases;
  readonly takersBack: readonly TakerBack[];
  /** Takes the offers of these people out of the network's book, as far as that is not under way. */
  readonly takeOffersBack: (runtime: Runtime, userIds: readonly number[]) => Promise<void>;
}

/**
 * Looks for frozen accounts for which something still acts: accepted at the moment of the freezing, signed before it and landed
 * after, or frozen by a server that took nothing back. In one process at a time; a crash forgets nothing, since it looks at what
 * there is.
 */
export function startTakingBack({ runtime, leases, takersBack, takeOffersBack }: TakingBackDeps): Loop {
  return startLeasedLoop({
    name: "taking-back",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [securityCollection(runtime.database).collectionName],
    run: async (fenced) => {
      const frozen = await frozenUsers(fenced);
      if (frozen.length > 0) {
        for (const { holders } of takersBack)
          for (const userId of await holders(frozen)) await takeRestBack(fenced, userId, takersBack);
        await takeOffersBack(fenced, frozen);
      }
      return frozen.length > 0 ? PAUSE_MS : REST_MS;
    },
  });
}

/** Whose account is frozen; from when on is known of each. */
async function frozenUsers(runtime: Runtime): Promise<number[]> {
  const { database, clock } = runtime;
  const found = await securityCollection(database)
    .find({ isFrozen: true }, { projection: { frozenAt: 1 } })
    .toArray();
  for (const { _id, frozenAt } of found)
    if (!frozenAt)
      await database.transaction((session) =>
        writeSecurity(runtime, session, _id, { frozenAt: clock.now(), takenBack: {} }),
      );
  return found.map(({ _id }) => _id);
}

function takeRestBack(runtime: Runtime, userId: number, takersBack: readonly TakerBack[]): Promise<void> {
  const { database } = runtime;
  return database.transaction(async (session) => {
    await takeWallet(runtime, session, userId);
    const { isFrozen } = await readSecurityWithin(runtime, session, userId);
    if (isFrozen === true) await takeAllBack(runtime, session, userId, takersBack);
  });
}
