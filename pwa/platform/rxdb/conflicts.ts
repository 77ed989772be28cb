import { deepEqual, type RxConflictHandler } from "rxdb";
import { CONTACT_FIELDS } from "#schemas/contacts.ts";
import { NOTIFICATION_FIELDS } from "#schemas/notifications.ts";
import { PRICE_ALERT_FIELDS } from "#schemas/price-alerts.ts";
import type { SyncRow } from "#schemas/protocol.ts";
import { SETTINGS_FIELDS } from "#schemas/settings.ts";
import { WATCHED_FIELDS } from "#schemas/watchlist.ts";
import { type MergeableRow, mergeRows } from "#pwa/platform/sync/merge.ts";
import type { WritableCollection } from "./row-schema.ts";

/** The fields of those collections that devices write. */
export const WRITABLE_FIELDS = {
  contacts: CONTACT_FIELDS,
  settings: SETTINGS_FIELDS,
  notifications: NOTIFICATION_FIELDS,
  price_alerts: PRICE_ALERT_FIELDS,
  watchlist: WATCHED_FIELDS,
} as const;

/** How RxDB compares and merges the documents of the collections that devices write. */
export const CONFLICT_HANDLERS = {
  contacts: conflictHandler<SyncRow<"contacts">>("contacts"),
  settings: conflictHandler<SyncRow<"settings">>("settings"),
  notifications: conflictHandler<SyncRow<"notifications">>("notifications"),
  price_alerts: conflictHandler<SyncRow<"price_alerts">>("price_alerts"),
  watchlist: conflictHandler<SyncRow<"watchlist">>("watchlist"),
} as const;

function conflictHandler<Row extends MergeableRow>(collection: WritableCollection): RxConflictHandler<Row> {
  return {
    isEqual: (one, other) => deepEqual(ownFields(one), ownFields(other)),
    resolve: async ({ assumedMasterState, newDocumentState, realMasterState }) =>
      mergeRows<typeof realMasterState>(
        WRITABLE_FIELDS[collection],
        assumedMasterState,
        newDocumentState,
        realMasterState,
      ),
  };
}

function ownFields(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field === "_deleted" || !field.startsWith("_")));
}
