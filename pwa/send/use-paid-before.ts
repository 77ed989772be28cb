import { useEffect, useState } from "react";
import { readRows } from "#pwa/platform/db/rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { logProblem } from "#pwa/platform/device/log.ts";

/** Nobody is kept waiting longer for a warning: then it is given. */
const LONGEST_SEARCH_MS = 3000;

/**
 * Whether the history on this device has a payment to `address`; null while it is searched. Where the search fails, or takes too
 * long, none is known: then people are warned once too often rather than not at all.
 */
export function usePaidBefore(address: string | null): boolean | null {
  const database = useUserDatabase();
  const [answer, setAnswer] = useState<{ readonly address: string; readonly isKnown: boolean } | null>(null);
  useEffect(() => {
    if (address === null) return undefined;
    let isCurrent = true;
    const tell = (isKnown: boolean) => {
      if (isCurrent) setAnswer({ address, isKnown });
    };
    const timer = setTimeout(() => tell(false), LONGEST_SEARCH_MS);
    const search = async () => {
      if (database === null) return;
      const rows = await readRows(database, "transactions", { where: { to: address }, limit: 1 });
      clearTimeout(timer);
      tell(rows.length > 0);
    };
    search().catch((error: unknown) => {
      logProblem("The history could not be searched", error);
      tell(false);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [database, address]);
  return answer !== null && answer.address === address ? answer.isKnown : null;
}
