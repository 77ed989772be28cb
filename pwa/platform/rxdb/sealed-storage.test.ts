import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, expect, test } from "vitest";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { type DeviceKeys, SealBroken } from "#pwa/platform/device/held-keys.ts";
import { FAIR_WEATHER, FakeServer } from "#pwa/platform/sync/fake-server.fixture.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { addContact, editContact, removeContact } from "#pwa/platform/db/edits.ts";
import { type Fields, openRows, type SealedPlace, sealRows } from "#pwa/platform/db/row-seal.ts";
import { countRows, readRow, readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";

const PLACE: SealedPlace = { database: "d", collection: "transactions", primary: "uid", clear: ["timestamp"] };
const FORM = { name: "Ana Plaintext", stellarAddress: "GPLAINTEXT*example.org", uniqueUserId: "", memo: "secret memo" };
const open: UserDatabase[] = [];
const syncs: SyncHandle[] = [];

afterEach(async () => {
  for (const sync of syncs.splice(0)) await sync.stop();
  for (const database of open.splice(0)) await database.close();
});

async function someKeys(first = 1): Promise<DeviceKeys> {
  return keysOf(await deriveMaterial(Uint8Array.from({ length: 32 }, (_, at) => first + at)));
}

async function aDatabase(device: string, keys: DeviceKeys, storage = getRxStorageMemory()): Promise<UserDatabase> {
  const kept = ["contacts", "settings", "transactions"] as const;
  const database = await openUserDatabase(1, { storage, multiInstance: false, device, keys, kept });
  open.push(database);
  return database;
}

/** All that lies in the storage below the seals, as text. */
function lying(storage: ReturnType<typeof getRxStorageMemory>): string {
  const found: unknown[] = [];
  for (const state of storage.collectionStates.values()) found.push([...state.documents.values()]);
  return JSON.stringify(found);
}

function row(uid: string, timestamp: string): Fields {
  const beside = { _deleted: false, _rev: "1-a", _meta: { lwt: 1 }, _attachments: {} };
  return { uid, timestamp, memo: "für Ana ✓", amount: "1.5", ...beside };
}

test("rows come back as they were, and what lies there tells nothing but their time", async () => {
  const keys = await someKeys();
  const rows = [row("4294967297", "2026-01-01T00:00:00.000Z"), row("4294967298", "2026-01-02T00:00:00.000Z")];
  const sealed = await sealRows(keys, PLACE, rows);
  expect(Object.keys(sealed[0] ?? {}).sort()).toEqual(
    ["_attachments", "_deleted", "_meta", "_rev", "sealed", "timestamp", "uid"].sort(),
  );
  expect(JSON.stringify(sealed)).not.toMatch(/4294967297|Ana|1\.5/);
  expect(await openRows(keys, PLACE, sealed)).toEqual(rows);
  // As Dexie keeps them.
  expect(await openRows(keys, PLACE, [{ ...sealed[0], _deleted: "0" }])).toMatchObject([{ memo: "für Ana ✓" }]);
});

test("a row opens with its own key, in its own place, unchanged, or not at all", async () => {
  const keys = await someKeys();
  const [one = {}, other = {}] = await sealRows(keys, PLACE, [row("a", "2026-01-01"), row("b", "2026-01-02")]);
  const text = String(one["sealed"]);
  const last = text.charCodeAt(text.length - 1);
  const wrong: [DeviceKeys, SealedPlace, Fields][] = [
    [await someKeys(2), PLACE, one],
    [keys, { ...PLACE, collection: "contacts" }, one],
    [keys, { ...PLACE, database: "e" }, one],
    [keys, PLACE, { ...one, sealed: other["sealed"] }],
    [keys, PLACE, { ...one, uid: other["uid"] }],
    [keys, PLACE, { ...one, timestamp: "2026-01-03" }],
    [keys, PLACE, { ...one, _deleted: true }],
    [keys, PLACE, { ...one, sealed: text.slice(0, -1) + String.fromCharCode(last ^ 1) }],
    [keys, PLACE, { ...one, sealed: "" }],
    [keys, PLACE, { ...one, sealed: undefined }],
  ];
  for (const [with_, place, stored] of wrong)
    await expect(openRows(with_, place, [stored])).rejects.toBeInstanceOf(SealBroken);
  expect(await openRows(keys, PLACE, [one])).toHaveLength(1);
});

test("a database with seals answers every query as one without", async () => {
  const storage = getRxStorageMemory();
  const database = await aDatabase("-queries", await someKeys(), storage);
  for (const name of ["Carl", "Ana", "Bob", "Dora"]) await addContact(database, `uid-${name}`, { ...FORM, name }, 1000);
  const names = async (query: Parameters<typeof readRows<"contacts">>[2]) =>
    (await readRows(database, "contacts", query)).map(({ name }) => name);
  expect((await names({})).sort()).toEqual(["Ana", "Bob", "Carl", "Dora"]);
  expect(await names({ sort: [{ name: "asc" }] })).toEqual(["Ana", "Bob", "Carl", "Dora"]);
  expect(await names({ sort: [{ name: "desc" }], limit: 2 })).toEqual(["Dora", "Carl"]);
  expect(await names({ sort: [{ name: "asc" }], limit: 2, skip: 1 })).toEqual(["Bob", "Carl"]);
  expect(await names({ where: { name: { $gte: "B", $lt: "D" } }, sort: [{ name: "asc" }] })).toEqual(["Bob", "Carl"]);
  expect(await names({ where: { $or: [{ name: "Ana" }, { uid: "uid-Dora" }] }, sort: [{ uid: "asc" }] })).toEqual([
    "Ana",
    "Dora",
  ]);
  expect(await countRows(database, "contacts", undefined)).toBe(4);
  expect(await countRows(database, "contacts", { name: "Ana" })).toBe(1);
  expect((await readRow(database, "contacts", "uid-Bob"))?.name).toBe("Bob");
  await editContact(database, "uid-Bob", { name: "Bert" }, 2000);
  await removeContact(database, "uid-Carl", 3000);
  expect(await names({ sort: [{ name: "asc" }] })).toEqual(["Ana", "Bert", "Dora"]);
  expect((await database.collections.contacts.find({ selector: { name: "Bert" } }).exec())[0]?.uid).toBe("uid-Bob");
  expect(lying(storage)).not.toMatch(/Ana|Bert|Bob|uid-|PLAINTEXT|secret memo/);
});

test("a filter by what is sealed finds its rows however far down they are", async () => {
  const database = await aDatabase("-far", await someKeys());
  const rows = Array.from({ length: 1300 }, (_, index) => ({
    ...TRANSACTION,
    uid: `t${index}`,
    timestamp: new Date(index * 1000).toISOString(),
    memo: index === 1200 || index === 1250 ? "far" : "",
  }));
  await database.collections.transactions.bulkInsert(rows);
  const far = { where: { memo: "far" }, sort: [{ timestamp: "asc" as const }] };
  const uids = async (limit?: number) =>
    (await readRows(database, "transactions", { ...far, ...(limit === undefined ? {} : { limit }) })).map(
      ({ uid }) => uid,
    );
  expect(await uids(1)).toEqual(["t1200"]);
  expect(await uids(5)).toEqual(["t1200", "t1250"]);
  expect(await uids()).toEqual(["t1200", "t1250"]);
  const window = { $gte: rows[10]?.timestamp ?? "", $lt: rows[13]?.timestamp ?? "" };
  const inWindow = await readRows(database, "transactions", {
    where: { timestamp: window },
    sort: [{ timestamp: "desc" }],
    limit: 2,
  });
  expect(inWindow.map(({ uid }) => uid)).toEqual(["t12", "t11"]);
});

test("edits and what the server sends pass through the seals both ways, and are known after it was closed", async () => {
  const server = new FakeServer();
  const storage = getRxStorageMemory();
  const keys = await someKeys();
  const database = await aDatabase("-synced", keys, storage);
  await addContact(database, "mine", FORM, 1000);
  syncs.push(startSync(database, { now: () => 5000, openLink: server.link({ ...FAIR_WEATHER }), publish: () => {} }));
  await expect.poll(() => server.rows("contacts")[0]?.["name"], { timeout: 15_000 }).toBe(FORM.name);
  for (const contact of server.rows("contacts")) server.write("contacts", { ...contact, memo: "another secret memo" });
  await expect
    .poll(async () => (await readRow(database, "contacts", "mine"))?.memo, { timeout: 15_000 })
    .toBe("another secret memo");
  expect(lying(storage)).not.toMatch(/Plaintext|PLAINTEXT|secret memo|"mine"/);
});

const TRANSACTION = {
  id: 1,
  operationId: "1",
  type: "send" as const,
  assetCode: "XLM",
  issuer: "",
  amount: "1",
  fee: "0",
  from: "G",
  to: "G",
  hash: "h",
  partyName: "",
  event: null,
  status: "confirmed" as const,
  ledger: 1,
};
