import { useEffect, useMemo, useState } from "react";
import type { SyncCollection } from "#schemas/protocol.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { LostEdit } from "./lost-edits.ts";
import { useUserDatabase } from "./user-database-context.ts";

const NONE: readonly LostEdit[] = [];

/** What was written on this device and lost against another one's writing, the newest first. */
export function useLostEdits(collection: SyncCollection): readonly LostEdit[] {
  const database = useUserDatabase();
  const [all, setAll] = useState(NONE);
  useEffect(() => {
    if (!database) return undefined;
    const read = () => setAll(database.edits.lost(nowMs()));
    read();
    return database.edits.onChange(read);
  }, [database]);
  return useMemo(() => all.filter((one) => one.collection === collection).toReversed(), [all, collection]);
}
