import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { FAIR_WEATHER, FakeServer } from "#pwa/platform/sync/fake-server.fixture.ts";
import { putPulled, readHeld } from "#pwa/platform/sync/pulled-rows.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS } from "#pwa/platform/sync/sync-status.ts";
import { editNotifications, editSettings } from "#pwa/platform/db/edits.ts";
import { lastingStorage } from "./former-database.fixture.ts";
import { countRows, readRow, readRows } from "#pwa/platform/db/rows.ts";
import type { RowQuery } from "#pwa/platform/db/row-query.ts";
import { rowSchema } from "./row-schema.ts";
import { SMALL_KINDS, SMALL_ROWS_SCHEMA, smallKey } from "./small-kinds.ts";
import { aConfig, aNotification, aShare, SETTINGS } from "./small-rows.fixture.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";
import { watchCollection } from "#pwa/platform/db/watch-rows.ts";

const memory = { storage: getRxStorageMemory() };
const devices = { next: 0 };
const open: UserDatabase[] = [];
const syncs: SyncHandle[] = [];
let server: FakeServer;

beforeEach(() => {
  devices.next += 1;
  server = new FakeServer();
  memory.storage = getRxStorageMemory();
});

afterEach(async () => {
  for (const sync of syncs.splice(0)) await sync.stop();
  for (const database of open.splice(0)) await database.close();
});

async function aDatabase(isSealed = false): Promise<UserDatabase> {
  const keys = isSealed ? keysOf(await deriveMaterial(Uint8Array.from({ length: 32 }, (_, at) => at))) : null;
  const storage = lastingStorage(memory.storage);
  const device = `-small${devices.next}`;
  const database = await openUserDatabase(1, { storage, multiInstance: false, device, keys, kept: SMALL_KINDS });
  open.push(database);
  return database;
}

function synced(database: UserDatabase) {
  let status = INITIAL_SYNC_STATUS;
  const publish = (shown: typeof status) => void (status = shown);
  const sync = startSync(database, { now: () => 1000, openLink: server.link({ ...FAIR_WEATHER }), publish });
  syncs.push(sync);
  return { sync, status: () => status };
}

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** All that lies in the storage of this test's device, below any seals. */
function lying(): unknown[] {
  const states = [...memory.storage.collectionStates].filter(([name]) => name.includes(`-small${devices.next}`));
  return states.flatMap(([, { documents }]) => [...documents.values()]);
}

/** The kinds of which there are rows. */
const HELD = ["settings", "notifications", "ui_config", "pool_shares"];

function someRows(): void {
  server.write("settings", SETTINGS);
  for (const day of [1, 2, 3]) server.write("notifications", aNotification(`n${day}`, `2026-01-0${day}T00:00:00.000Z`));
  server.write("ui_config", aConfig("title", "Astrolabe"));
  // Of another kind, by the same uid.
  server.write("pool_shares", aShare("title", "5.0000000"));
}

test("every key fits the device's index", () => {
  for (const kind of SMALL_KINDS) {
    const longest = rowSchema(kind).properties.uid.maxLength ?? Number.POSITIVE_INFINITY;
    expect(smallKey(kind, "").length + longest).toBeLessThanOrEqual(SMALL_ROWS_SCHEMA.properties.key.maxLength ?? 0);
    expect(kind.length).toBeLessThanOrEqual(SMALL_ROWS_SCHEMA.properties.kind.maxLength ?? 0);
  }
});

describe.each([["plain", false] as const, ["sealed", true] as const])("in a %s database", (_, isSealed) => {
  test("kinds share a collection, and each answers as if it had one of its own", async () => {
    someRows();
    const database = await aDatabase(isSealed);
    const device = synced(database);
    await eventually(() => device.status().state === "live");
    const told = async (query: RowQuery<"notifications">) =>
      (await readRows(database, "notifications", query)).map(({ uid }) => uid);
    expect(await told({})).toEqual(["n1", "n2", "n3"]);
    expect(await told({ sort: [{ timestamp: "desc" }], limit: 2 })).toEqual(["n3", "n2"]);
    expect(await told({ sort: [{ timestamp: "desc" }], limit: 2, skip: 2 })).toEqual(["n1"]);
    expect(await told({ where: { timestamp: { $gt: "2026-01-01T12" } }, sort: [{ uid: "desc" }] })).toEqual([
      "n3",
      "n2",
    ]);
    expect(await told({ where: { isHidden: true } })).toEqual([]);
    expect(await countRows(database, "notifications", undefined)).toBe(3);
    expect(await countRows(database, "notifications", { uid: "n2" })).toBe(1);
    expect(await countRows(database, "durable_orders", undefined)).toBe(0);
    expect(Object.keys((await readRow(database, "ui_config", "title")) ?? {}).sort()).toEqual(
      ["configCategory", "configKey", "configType", "configValue", "id", "lastUpdated", "uid"].sort(),
    );
    expect(await readRow(database, "pool_shares", "title")).toMatchObject({ uid: "title", shares: "5.0000000" });
    server.write("ui_config", { ...aConfig("title", ""), _deleted: true });
    await eventually(async () => (await readRow(database, "ui_config", "title")) === null);
    expect(await countRows(database, "pool_shares", undefined)).toBe(1);
    const stored = lying();
    expect(stored.length).toBeGreaterThan(6);
    if (isSealed) expect(JSON.stringify(stored)).not.toMatch(/Astrolabe|ana\*example|settings\||2026-01/);
  });

  test("edits of each kind wait, are sent, and are there when it is opened again", async () => {
    someRows();
    const first = await aDatabase(isSealed);
    const device = synced(first);
    await eventually(() => device.status().state === "live");
    await editSettings(first, { theme: "dark" }, 5000);
    await editNotifications(first, ["n1", "n3", "gone"], { isRead: true }, 5000);
    await eventually(() => server.pushed.length === 3 && device.status().waiting === 0);
    expect(server.rows("settings")[0]).toMatchObject({ theme: "dark", editedAt: { theme: 5000 } });
    expect(server.rows("notifications").map(({ isRead }) => isRead)).toEqual([true, false, true]);
    for (const sync of syncs.splice(0)) await sync.stop();
    await first.close();
    const pushed = server.pushed.length;
    const pulled: [kind: string, from: string | null][] = [];
    server.onPull = (kind, from) => void pulled.push([kind, from]);
    const again = await aDatabase(isSealed);
    expect(await readRow(again, "settings", "settings")).toMatchObject({ theme: "dark" });
    const next = synced(again);
    await eventually(() => next.status().state === "live");
    expect(server.pushed.length).toBe(pushed);
    const kinds = pulled.map(([kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set(SMALL_KINDS));
    // The link that comes up while the first are asked for has each asked for once more, and no oftener.
    for (const kind of SMALL_KINDS) expect(kinds.filter((other) => other === kind).length, kind).toBeLessThanOrEqual(2);
    // Each goes on where it was.
    const begun = pulled.filter(([, from]) => from === null).map(([kind]) => kind);
    for (const kind of HELD) expect(begun).not.toContain(kind);
  });
});

test("an edit of one kind that is refused holds up none of another", async () => {
  someRows();
  const database = await aDatabase();
  const device = synced(database);
  await eventually(() => device.status().state === "live");
  server.refusedUids.add("settings");
  await editSettings(database, { theme: "dark" }, 5000);
  await eventually(() => device.status().problem === "input-invalid");
  await editNotifications(database, ["n2"], { isHidden: true }, 5000);
  await eventually(() => server.rows("notifications").some(({ isHidden }) => isHidden === true));
  await eventually(() => device.status().waitingUids.join() === "settings");
});

test("who watches a kind is told of its rows and of no other's", async () => {
  someRows();
  const database = await aDatabase();
  const device = synced(database);
  await eventually(() => device.status().state === "live");
  const reads = { ui_config: 0, notifications: 0 };
  const watch = (kind: keyof typeof reads) =>
    watchCollection(
      database,
      kind,
      async () => void (reads[kind] += 1),
      () => expect.unreachable(),
    );
  const stops = [watch("ui_config"), watch("notifications")];
  await eventually(() => reads.ui_config === 1 && reads.notifications === 1);
  server.write("ui_config", aConfig("title", "Renamed"));
  await eventually(() => reads.ui_config === 2);
  await editNotifications(database, ["n1"], { isRead: true }, 5000);
  await eventually(() => reads.notifications > 1);
  expect(reads.ui_config).toBe(2);
  for (const stop of stops) stop();
});

test("each kind is pulled from its own checkpoint, and two tabs do not overwrite each other's", async () => {
  const database = await aDatabase();
  const none = await readHeld(database, "ui_config");
  expect(await putPulled(database, "ui_config", [aConfig("title", "One")], none, "r1")).toBe(true);
  expect(await putPulled(database, "ui_config", [aConfig("title", "Two")], none, "r2")).toBe(false);
  expect((await readHeld(database, "ui_config")).at).toBe("r1");
  expect((await readHeld(database, "pool_shares")).at).toBe(null);
  expect(await readRow(database, "ui_config", "title")).toMatchObject({ configValue: "One" });
});

test("a kind whose rows have another shape by now is pulled anew, and no other", async () => {
  someRows();
  const former = await aDatabase();
  const device = synced(former);
  await eventually(() => device.status().state === "live");
  const shared = former.rows.ui_config.replicated.database.collections["small_rows"];
  const shapes = await shared?.findOne(smallKey("~shapes", "")).exec();
  await shapes?.incrementalModify((stored: { row: object }) => ({
    ...stored,
    row: { ...stored.row, ui_config: "{}" },
  }));
  for (const sync of syncs.splice(0)) await sync.stop();
  await former.close();
  const database = await aDatabase();
  expect(await readRows(database, "ui_config")).toEqual([]);
  expect((await readHeld(database, "ui_config")).at).toBe(null);
  expect(await countRows(database, "pool_shares", undefined)).toBe(1);
  const again = synced(database);
  await eventually(() => again.status().state === "live");
  expect(await readRow(database, "ui_config", "title")).toMatchObject({ configValue: "Astrolabe" });
});
