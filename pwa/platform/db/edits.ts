import type { ContactForm } from "#schemas/contacts.ts";
import { CONTACT_FIELDS } from "#schemas/contacts.ts";
import { NOTIFICATION_FIELDS, type NotificationRow } from "#schemas/notifications.ts";
import { ALERT_CHOICES, PRICE_ALERT_FIELDS, type PriceAlertFields } from "#schemas/price-alerts.ts";
import { SETTINGS_FIELDS, SETTINGS_UID, type SettingsRow } from "#schemas/settings.ts";
import { WATCHED_FIELDS, type WatchedRow } from "#schemas/watchlist.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { keepWritten } from "./storage-failure.ts";

/** The settings a device may change. */
export type SettingsEdit = Partial<Pick<SettingsRow, (typeof SETTINGS_FIELDS)[number]>>;

/** What a person does with a notification. */
export type NotificationEdit = Partial<Pick<NotificationRow, (typeof NOTIFICATION_FIELDS)[number]>>;

/** What is followed, and where it stands. */
export type WatchedFields = Pick<WatchedRow, (typeof WATCHED_FIELDS)[number]>;

type EditedAt = Readonly<Partial<Record<string, number>>>;

/** Settings of which a person misses their own choice; the account's theme is but what the next sign-in begins with. */
const MISSED_SETTINGS = ["language", "notificationsEnabled"] as const satisfies readonly (keyof SettingsEdit)[];

/** Adds a contact under a new `uid`; resolves once it is stored. Throws {@link StorageFailure}. */
export async function addContact(
  database: UserDatabase,
  uid: string,
  contact: ContactForm,
  nowMs: number,
): Promise<void> {
  const editedAt = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, nowMs]));
  await keepWritten(database, () => database.collections.contacts.insert({ uid, id: 0, ...contact, editedAt }));
}

/** Changes the given fields of a contact. Does nothing when it was removed meanwhile. Throws {@link StorageFailure}. */
export async function editContact(
  database: UserDatabase,
  uid: string,
  changes: Partial<ContactForm>,
  nowMs: number,
): Promise<void> {
  await keepWritten(database, async () => {
    const contact = await database.collections.contacts.findOne(uid).exec();
    let written: Partial<ContactForm> = {};
    await contact?.incrementalModify((row) => {
      written = changedOf(row, changes);
      return stamped<typeof row>(row, changes, nowMs);
    });
    database.edits.wrote("contacts", uid, written, nowMs);
  });
}

/** Puts a contact back that was deleted, as `contact`; does nothing where it is there. Throws {@link StorageFailure}. */
export async function restoreContact(
  database: UserDatabase,
  uid: string,
  contact: ContactForm,
  nowMs: number,
): Promise<void> {
  await keepWritten(database, async () => {
    const [former] = await database.rows.contacts.storage.findDocumentsById([uid], true);
    if (former === undefined || !former._deleted) return;
    const editedAt = afterAll(former.editedAt, CONTACT_FIELDS, nowMs);
    await database.collections.contacts.insert({ uid, id: former.id, ...contact, editedAt });
    database.edits.wrote("contacts", uid, contact, nowMs);
  });
}

/** Removes a contact. A later edit of it on another device brings it back. Throws {@link StorageFailure}. */
export async function removeContact(database: UserDatabase, uid: string, nowMs: number): Promise<void> {
  await keepWritten(database, async () => {
    const contact = await database.collections.contacts.findOne(uid).exec();
    await contact?.incrementalModify((row) => ({
      ...gone<typeof row>(row, nowMs),
      _deleted: true,
    }));
    if (contact) database.edits.wrote("contacts", uid, { _deleted: true }, nowMs);
  });
}

/** Sets a price alert under a new `uid`; resolves once it is stored. Throws {@link StorageFailure}. */
export async function addPriceAlert(
  database: UserDatabase,
  uid: string,
  alert: PriceAlertFields,
  nowMs: number,
): Promise<void> {
  const editedAt = Object.fromEntries(PRICE_ALERT_FIELDS.map((field) => [field, nowMs]));
  const beside = { state: "new", toldAt: null, toldPrice: "" } as const;
  await keepWritten(database, () => database.rows.price_alerts.insert({ uid, id: 0, ...alert, ...beside, editedAt }));
}

/** Changes the given fields of a price alert. Does nothing when it was removed meanwhile. Throws {@link StorageFailure}. */
export async function editPriceAlert(
  database: UserDatabase,
  uid: string,
  changes: Partial<PriceAlertFields>,
  nowMs: number,
): Promise<void> {
  await keepWritten(database, async () => {
    let written: Partial<PriceAlertFields> = {};
    await database.rows.price_alerts.modify([uid], (row) => {
      written = changedOf(row, partOf(changes, ALERT_CHOICES));
      return stamped<typeof row>(row, changes, nowMs);
    });
    database.edits.wrote("price_alerts", uid, written, nowMs);
  });
}

/** Puts an alert back that was removed, as `alert`; does nothing where it is there. Throws {@link StorageFailure}. */
export async function restorePriceAlert(
  database: UserDatabase,
  uid: string,
  alert: PriceAlertFields,
  nowMs: number,
): Promise<void> {
  const { storage, insert } = database.rows.price_alerts;
  await keepWritten(database, async () => {
    const [former] = await storage.findDocumentsById([uid], true);
    if (former === undefined || !former._deleted) return;
    const { id, state, toldAt, toldPrice } = former;
    const editedAt = afterAll(former.editedAt, PRICE_ALERT_FIELDS, nowMs);
    await insert({ uid, id, ...alert, state, toldAt, toldPrice, editedAt });
    database.edits.wrote("price_alerts", uid, partOf(alert, ALERT_CHOICES), nowMs);
  });
}

/** Removes a price alert. A later edit of it on another device brings it back. Throws {@link StorageFailure}. */
export async function removePriceAlert(database: UserDatabase, uid: string, nowMs: number): Promise<void> {
  await removeNoted(database, "price_alerts", [uid], nowMs);
}

/** Follows an asset or a pair. Throws {@link StorageFailure}. */
export async function addWatched(
  database: UserDatabase,
  uid: string,
  watched: WatchedFields,
  nowMs: number,
): Promise<void> {
  const editedAt = Object.fromEntries(WATCHED_FIELDS.map((field) => [field, nowMs]));
  await keepWritten(database, () => database.rows.watchlist.insert({ uid, id: 0, ...watched, editedAt }));
}

/** Puts what is followed in another place. Throws {@link StorageFailure}. */
export async function moveWatched(database: UserDatabase, uid: string, place: number, nowMs: number): Promise<void> {
  await keepWritten(database, () =>
    database.rows.watchlist.modify([uid], (row) => stamped<typeof row>(row, { place }, nowMs)),
  );
}

/** Follows no more. To be moved later on another device brings it back. Throws {@link StorageFailure}. */
export async function removeWatched(database: UserDatabase, uids: readonly string[], nowMs: number): Promise<void> {
  await removeNoted(database, "watchlist", uids, nowMs);
}

/**
 * Changes the given settings; what nobody chose yet is chosen by it even where it stays the same. Does nothing before they were
 * pulled for the first time. Throws {@link StorageFailure}.
 */
export async function editSettings(database: UserDatabase, changes: SettingsEdit, nowMs: number): Promise<void> {
  await keepWritten(database, async () => {
    let written: SettingsEdit = {};
    await database.rows.settings.modify([SETTINGS_UID], (row) => {
      written = changedOf(row, partOf(changes, MISSED_SETTINGS));
      const chosen = Object.fromEntries(
        SETTINGS_FIELDS.filter((field) => field in changes && row.editedAt[field] === undefined).map((field) => [
          field,
          nowMs,
        ]),
      );
      const next = stamped<typeof row>(row, changes, nowMs);
      return { ...next, editedAt: { ...chosen, ...next.editedAt } };
    });
    database.edits.wrote("settings", SETTINGS_UID, written, nowMs);
  });
}

/** Marks notifications as read or hidden, all at once; those that are gone are left out. Throws {@link StorageFailure}. */
export async function editNotifications(
  database: UserDatabase,
  uids: readonly string[],
  changes: NotificationEdit,
  nowMs: number,
): Promise<void> {
  await keepWritten(database, () =>
    database.rows.notifications.modify(uids, (row) => stamped<typeof row>(row, changes, nowMs)),
  );
}

/**
 * The row with its changed fields stamped. An edit is always later than what it was made upon, whatever the device's
 * clock says: else an edit made on a slow clock would lose against the very value it replaced.
 */
function stamped<Row extends { readonly editedAt: EditedAt }>(
  row: Row,
  changes: Readonly<Record<string, unknown>>,
  nowMs: number,
): Row {
  const editedAt: Partial<Record<string, number>> = { ...row.editedAt };
  const before = new Map<string, unknown>(Object.entries(row));
  for (const [field, value] of Object.entries(changes)) {
    if (before.get(field) === value) continue;
    editedAt[field] = Math.max(nowMs, (row.editedAt[field] ?? 0) + 1, (row.editedAt["_deleted"] ?? 0) + 1);
  }
  return { ...row, ...changes, editedAt };
}

/** Removes those that are there, and notes it. */
async function removeNoted(
  database: UserDatabase,
  collection: "price_alerts" | "watchlist",
  uids: readonly string[],
  nowMs: number,
): Promise<void> {
  await keepWritten(database, async () => {
    const removed = new Set<string>();
    const leave = <Row extends { readonly uid: string; readonly editedAt: EditedAt }>(row: Row): Row => {
      removed.add(row.uid);
      return gone(row, nowMs);
    };
    if (collection === "watchlist") await database.rows.watchlist.remove(uids, leave);
    else await database.rows.price_alerts.remove(uids, leave);
    for (const uid of removed) database.edits.wrote(collection, uid, { _deleted: true }, nowMs);
  });
}

/** The times of a row that is put back: later than any edit of what it was. */
function afterAll(former: EditedAt, fields: readonly string[], nowMs: number): Record<string, number> {
  const atMs = Math.max(nowMs, latestEdit(former) + 1);
  return Object.fromEntries(fields.map((field) => [field, atMs]));
}

/** Those of the changes that are of these fields. */
function partOf<Changes extends object, const Names extends readonly (keyof Changes)[]>(
  changes: Changes,
  fields: Names,
): Partial<Pick<Changes, Names[number]>> {
  const names = new Set<PropertyKey>(fields);
  const part = Object.entries(changes).filter(([field]) => names.has(field));
  return Object.fromEntries(part) as Partial<Pick<Changes, Names[number]>>;
}

/** The row as it is removed: later than any edit that it was made upon. */
function gone<Row extends { readonly editedAt: EditedAt }>(row: Row, nowMs: number): Row {
  return { ...row, editedAt: { ...row.editedAt, _deleted: Math.max(nowMs, latestEdit(row.editedAt) + 1) } };
}

/** Those of the changes that change anything. */
function changedOf<Changes extends object>(row: object, changes: Changes): Partial<Changes> {
  const before = new Map<string, unknown>(Object.entries(row));
  const changed = Object.entries(changes).filter(([field, value]) => before.get(field) !== value);
  return Object.fromEntries(changed) as Partial<Changes>;
}

function latestEdit(editedAt: EditedAt): number {
  return Math.max(0, ...Object.values(editedAt).map((time) => time ?? 0));
}
