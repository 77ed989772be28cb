import { useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import type { RowQuery } from "#pwa/platform/db/row-query.ts";
import { useRow, useRows } from "#pwa/platform/db/use-rows.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { announced, findArrivals, isWarning, type Known, knownFrom, messageOf } from "./find-arrivals.ts";
import { tell } from "./tell.ts";

/** More than can arrive between two readings. */
const NEWEST: RowQuery<"notifications"> = { sort: [{ timestamp: "desc" }], limit: 50 };

/** Tells of what happens while the person is in the app, on whichever screen, if they want to be told; of warnings in any case. */
export function ArrivalNotice() {
  const { rows, isLoading } = useRows("notifications", NEWEST);
  const { row: settings } = useRow("settings", "settings");
  const { directory } = useDirectory();
  const { state } = useAtomValue(syncStatusAtom);
  const path = useLocation({ select: (location) => location.pathname });
  const database = useUserDatabase();
  const known = useRef<Known | null>(null);
  const isWanted = settings?.notificationsEnabled === true;

  useEffect(() => {
    // Until the device has been level with the server once, everything it receives is history.
    if (database === null || state !== "live") return;
    async function noteKnown(from: UserDatabase) {
      const found = await readRows(from, "notifications", NEWEST);
      known.current ??= knownFrom(found);
    }
    if (known.current === null) noteKnown(database).catch(() => database.reportStorageFailure(false));
  }, [database, state]);

  useEffect(() => {
    if (isLoading || known.current === null) return;
    const arrivals = findArrivals(known.current, rows, nowMs());
    if (arrivals.length === 0) return;
    known.current = { ...known.current, uids: new Set([...known.current.uids, ...arrivals.map((row) => row.uid)]) };
    const wanted = isWanted ? arrivals : arrivals.filter(isWarning);
    const message = messageOf(announced(wanted, path), (row) => tell(row, directory));
    if (message !== null) showToast(message);
  }, [rows, isLoading, directory, isWanted, path]);
  return null;
}
