import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { historyIn } from "#pwa/parts/history/database-history.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { walkHistory } from "#pwa/parts/history/walk-history.ts";
import type { PoolMove } from "./pool-gain.ts";
import { isOfPool, movesOf } from "./read-moves.ts";

/**
 * One's own deposits into a pool and withdrawals from it, out of this device's history; null while they are read, and where not
 * all of the history has reached this device. `edition` is whatever changes with them.
 */
export function usePoolMoves(
  poolId: string,
  assetA: string,
  assetB: string,
  edition: string,
): readonly PoolMove[] | null {
  const database = useUserDatabase();
  const ownAddress = useSession().user?.walletAddress;
  const isWhole = useAtomValue(syncStatusAtom).firstSync === null;
  const [read, setRead] = useState<{ readonly of: string; readonly moves: readonly PoolMove[] } | null>(null);
  const of = `${poolId} ${assetA} ${assetB} ${edition}`;
  useEffect(() => {
    if (database === null || !isWhole) return undefined;
    const life = { isOver: false };
    readMoves(database, poolId, () => life.isOver)
      .then((rows) => rows !== null && setRead({ of, moves: movesOf(rows, assetA, assetB, ownAddress) }))
      .catch((error: unknown) => logProblem("The moves of a pool could not be read", error));
    return () => {
      life.isOver = true;
    };
  }, [database, isWhole, poolId, assetA, assetB, ownAddress, of]);
  return read !== null && read.of === of ? read.moves : null;
}

/** The rows of a pool among all of the history, the oldest first; null where it was stopped. */
async function readMoves(
  database: UserDatabase,
  poolId: string,
  isOver: () => boolean,
): Promise<readonly MovementRow[] | null> {
  const found: MovementRow[] = [];
  const { batches } = await walkHistory(historyIn(database), nowMs());
  for await (const batch of batches) {
    if (isOver()) return null;
    found.push(...batch.filter((row) => isOfPool(row, poolId)));
  }
  return isOver() ? null : found;
}
