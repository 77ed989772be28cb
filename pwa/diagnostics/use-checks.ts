import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import type { Check } from "./check.ts";
import type { DeviceState } from "./device-checks.ts";
import { runChecks } from "./run-checks.ts";

export interface Checks {
  readonly checks: readonly Check[];
  readonly isRunning: boolean;
  /** Makes all of them anew. */
  readonly run: () => void;
}

/** The checks of one run: whoever asks for another throws them away. */
interface Run {
  readonly turn: number;
  readonly checks: readonly Check[];
  readonly isDone: boolean;
}

/** Makes the checks when the screen opens and whenever asked; a check is shown as soon as it is made. */
export function useChecks(): Checks {
  const database = useUserDatabase();
  const [turn, setTurn] = useState(0);
  const [made, setMade] = useState<Run>({ turn: 0, checks: [], isDone: false });

  useEffect(() => {
    if (database === null) return undefined;
    const life = { isCurrent: true };
    const checks: Check[] = [];
    const show = (isDone: boolean) => {
      if (life.isCurrent) setMade({ turn, checks: [...checks], isDone });
    };
    const tell = (check: Check) => {
      checks.push(check);
      show(false);
    };
    runChecks(database, deviceState, tell)
      .catch((error: unknown) => {
        logProblem("The checks could not be made", error);
        tell({
          title: t`The checks themselves`,
          status: "unknown",
          found: t`They stopped before the end. Check again.`,
        });
      })
      .finally(() => show(true));
    return () => {
      life.isCurrent = false;
    };
  }, [database, turn]);

  const run = useCallback(() => setTurn((before) => before + 1), []);
  const isOfThisTurn = made.turn === turn;
  return { checks: isOfThisTurn ? made.checks : [], isRunning: !isOfThisTurn || !made.isDone, run };
}

function deviceState(): DeviceState {
  const { state, waiting, lastSyncedAt, problem } = getDefaultStore().get(syncStatusAtom);
  return { isLive: state === "live", waiting, lastSyncedAt, problem };
}
