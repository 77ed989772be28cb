import * as v from "valibot";
import { entity, StoredDate } from "./entity.ts";
import { Id, Instant, textUpTo } from "./values/fields.ts";
import { syncRow } from "./sync-row.ts";

const fields = { ipAddress: textUpTo(64), userAgent: textUpTo(512) };

/** One row per sign-in. */
export const AccessHistory = entity("access_history", { userId: Id, ...fields, timestamp: StoredDate });
export const AccessHistoryRow = syncRow({ ...fields, timestamp: Instant });
export type AccessHistoryRow = v.InferOutput<typeof AccessHistoryRow>;
