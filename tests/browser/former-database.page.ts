import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { editNotifications, editSettings } from "#pwa/platform/db/edits.ts";
import { openFormerDatabase } from "#pwa/platform/rxdb/former-database.fixture.ts";
import { leaveOutUnusedIndexes } from "#pwa/platform/rxdb/lean-indexes.ts";
import { removeUserDatabase } from "#pwa/platform/rxdb/remove-user-database.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS } from "#pwa/platform/sync/sync-status.ts";

/** What there was when each had a collection of RxDB's to itself. */
const KEPT = SYNC_COLLECTIONS.filter((name) => name !== "price_alerts" && name !== "watchlist");

/**
 * Makes this device one on which a former version of the app has run: its database has a collection for each of the
 * protocol's, all that the server has, and edits that were not sent. Answers with how many notifications it has.
 */
async function makeFormer(userId: number, nowMs: number): Promise<number> {
  await removeUserDatabase(userId);
  const storage = getRxStorageDexie({ onCreate: leaveOutUnusedIndexes });
  const database = await openFormerDatabase({ userId, storage, keys: null, kept: KEPT });
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(database, { now: () => nowMs, publish: (shown) => void (status = shown) });
  while (status.state !== "live") await new Promise((resolve) => setTimeout(resolve, 20));
  await sync.stop();
  const notifications = await readRows(database, "notifications");
  const uids = notifications.map(({ uid }) => uid);
  await editNotifications(database, uids, { isRead: true }, nowMs);
  await editSettings(database, { notificationsEnabled: false }, nowMs);
  await database.close();
  return uids.length;
}

Object.assign(globalThis, { makeFormer });
