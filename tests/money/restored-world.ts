import type { RestoredPhase } from "#schemas/restored.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { sealsOf, useSeals } from "#server/platform/seals/row-seals.ts";
import { movePhase, readRestored } from "#server/platform/restored/state.ts";
import { beginRestored, markRestored } from "#server/restored/index.ts";
import { keepRestored, type RestoredDeps } from "#server/restored/keep-restored.ts";
import { recoverStakes } from "#server/staking/recover-stakes.ts";
import { copyDatabase, type DatabaseCopy, putBack } from "#tests/support/copy-database.ts";
import { steer } from "#tests/support/embedded.ts";
import type { World } from "#tests/support/world.ts";

const DATABASE_TIMEOUT_MS = 10_000;
const MOST_STEPS = 40;
/** More than an envelope is valid. */
export const LATE_SECONDS = 300;

export interface Backup {
  readonly copy: DatabaseCopy;
  readonly takenAt: Date;
}

export async function backUp({ database, clock }: World): Promise<Backup> {
  return { copy: await copyDatabase(database), takenAt: clock.now() };
}

/** The same world with its database set back, as servers that start find it: over a connection of their own. */
export async function restore(world: World, { copy, takenAt }: Backup): Promise<World> {
  await putBack(world.database, copy);
  const database = await openDatabase(world.runtime.config.mongodbUrl, "world", DATABASE_TIMEOUT_MS);
  useSeals(database, sealsOf(world.database));
  await markRestored(database, { takenAt, restoredAt: world.clock.now() });
  return {
    ...world,
    database,
    runtime: { ...world.runtime, database },
    stop: async () => {
      await database.close();
      await world.stop();
    },
  };
}

export async function phaseOf({ database }: Pick<World, "database">): Promise<RestoredPhase | undefined> {
  return (await readRestored(database, null))?.phase;
}

/** Nothing of the audit chain stands on the ledger in these tests. */
export function restoring({ runtime, network }: Pick<World, "runtime" | "network">): RestoredDeps {
  const lostRows = () => Promise.resolve(() => Promise.resolve());
  return { runtime, network, lostRows, recover: (signal) => recoverStakes(runtime, network, signal) };
}

/** Has a process make the database true again, up to a phase; `work` is what servers do meanwhile. */
export async function bringTo(world: World, phase: RestoredPhase, work: () => Promise<void>): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if ((await phaseOf(world)) === "marked") await beginRestored(world.runtime);
    if ((await phaseOf(world)) === phase) return;
    await work();
    await keepRestored(restoring(world));
  }
  throw new Error(`the restore stays at ${await phaseOf(world)}`);
}

let offset = 0;

/** Lets the network's time pass by more than any envelope holds. */
export async function passBounds({ stellar, close }: World): Promise<void> {
  offset += LATE_SECONDS;
  await steer(stellar, "/time", { offset });
  await close();
}

/** As a super does who has looked at what cannot be known. */
export async function confirm({ database, clock }: World): Promise<void> {
  const state = await readRestored(database, null);
  if (state?.phase !== "confirming") throw new Error("there is nothing to confirm");
  await database.transaction((session) => movePhase(database, session, state, { phase: "done", since: clock.now() }));
}
