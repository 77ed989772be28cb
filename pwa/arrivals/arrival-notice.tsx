import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { readRows, type RowQuery } from "#pwa/platform/db/rows.ts";
import { useRow, useRows } from "#pwa/platform/db/use-rows.ts";
import type { UserDatabase } from "#pwa/platform/db/user-database.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { showToast } from "#pwa/toasts/toasts.ts";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { findArrivals, type Known, knownFrom, wordsOf } from "./find-arrivals.ts";

/** More than can arrive between two readings. */
const NEWEST: RowQuery<"transactions"> = { sort: [{ timestamp: "desc" }], limit: 50 };

/** Tells of payments that arrive while the person is in the app, on whichever screen, if they want to be told. */
export function ArrivalNotice() {
  const { rows, isLoading } = useRows("transactions", NEWEST);
  const { row: settings } = useRow("settings", "settings");
  const { directory } = useDirectory();
  const { state } = useAtomValue(syncStatusAtom);
  const database = useUserDatabase();
  const known = useRef<Known | null>(null);
  const isWanted = settings?.notificationsEnabled === true;

  useEffect(() => {
    // Until the device has been level with the server once, everything it receives is history.
    if (database === null || state !== "live") return;
    async function noteKnown(from: UserDatabase) {
      const found = await readRows(from, "transactions", NEWEST);
      known.current ??= knownFrom(found);
    }
    if (known.current === null) noteKnown(database).catch(() => database.reportStorageFailure(false));
  }, [database, state]);

  useEffect(() => {
    if (isLoading || known.current === null) return;
    const arrivals = findArrivals(known.current, rows, nowMs());
    if (arrivals.length === 0) return;
    known.current = { ...known.current, uids: new Set([...known.current.uids, ...arrivals.map((row) => row.uid)]) };
    const words = wordsOf(
      arrivals,
      (address) => directory.nameOf(address) ?? shortenAddress(address),
      formatAmountText,
    );
    if (isWanted && words !== null) showToast(words);
  }, [rows, isLoading, directory, isWanted]);
  return null;
}
