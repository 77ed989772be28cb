import { useEffect, useState } from "react";
import { readRows } from "#pwa/platform/db/rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { logProblem } from "#pwa/platform/device/log.ts";

/** Whether the history on this device has a payment to `address`; null while it is searched, or could not be. */
export function usePaidBefore(address: string | null): boolean | null {
  const database = useUserDatabase();
  const [answer, setAnswer] = useState<{ readonly address: string; readonly isKnown: boolean } | null>(null);
  useEffect(() => {
    if (database === null || address === null) return undefined;
    let isCurrent = true;
    const search = async () => {
      const rows = await readRows(database, "transactions", { where: { to: address }, limit: 1 });
      if (isCurrent) setAnswer({ address, isKnown: rows.length > 0 });
    };
    search().catch((error: unknown) => logProblem("The history could not be searched", error));
    return () => {
      isCurrent = false;
    };
  }, [database, address]);
  return answer !== null && answer.address === address ? answer.isKnown : null;
}
