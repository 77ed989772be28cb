import type { RxStorage } from "rxdb";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import type { DeviceKeys } from "#pwa/platform/device/held-keys.ts";
import { FAIR_WEATHER, FakeServer, type Weather } from "#pwa/platform/sync/fake-server.fixture.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { editNotifications, editSettings } from "#pwa/platform/db/edits.ts";
import { lastingStorage, openFormerDatabase, storedCollections } from "./former-database.fixture.ts";
import { readRow, readRows } from "#pwa/platform/db/rows.ts";
import { aConfig, aNotification, aShare, SETTINGS } from "./small-rows.fixture.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";

const KEPT = ["contacts", "settings", "notifications", "ui_config", "pool_shares"] as const;
const TODAY = ["contacts", "small_rows"];

interface Device {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  status(): SyncStatus;
}

const names = { next: 0 };
const open: Device[] = [];
let userId = 0;
const memory = getRxStorageMemory();
let storage: RxStorage<unknown, unknown>;
let server: FakeServer;
let weather: Weather;

beforeEach(() => {
  names.next += 1;
  userId = 2_000_000 + names.next;
  storage = lastingStorage(memory);
  server = new FakeServer();
  weather = { ...FAIR_WEATHER };
  server.write("settings", SETTINGS);
  for (const uid of ["n1", "n2", "n3"]) server.write("notifications", aNotification(uid));
  server.write("ui_config", aConfig("title", "Astrolabe"));
  server.write("pool_shares", aShare("pool1", "5.0000000"));
});

afterEach(async () => {
  for (const device of open.splice(0)) await end(device);
});

async function someKeys(): Promise<DeviceKeys> {
  return keysOf(await deriveMaterial(Uint8Array.from({ length: 32 }, (_, at) => at)));
}

function synced(database: UserDatabase): Device {
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(database, {
    now: () => Date.parse("2026-05-01T00:00:00Z"),
    openLink: server.link(weather),
    publish: (shown) => {
      status = shown;
    },
  });
  const device = { database, sync, status: () => status };
  open.push(device);
  return device;
}

async function former(keys: DeviceKeys | null): Promise<Device> {
  return synced(await openFormerDatabase({ userId, storage, keys, kept: KEPT }));
}

function openToday(keys: DeviceKeys | null, kept = storage): Promise<UserDatabase> {
  return openUserDatabase(userId, { storage: kept, multiInstance: false, keys, kept: KEPT });
}

async function end(device: Device): Promise<void> {
  if (open.includes(device)) open.splice(open.indexOf(device), 1);
  await device.sync.stop();
  await device.database.close();
}

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What the server holds of a row, once there is one. */
function atServer(collection: "settings" | "notifications", uid: string): Record<string, unknown> {
  return server.rows(collection).find((row) => row.uid === uid) ?? {};
}

/** A device of before that has all, is offline by now, and has edited settings and notifications that nobody knows of. */
async function editedOffline(keys: DeviceKeys | null): Promise<void> {
  const device = await former(keys);
  await eventually(() => device.status().state === "live");
  weather.isUp = false;
  await eventually(() => device.status().state === "offline");
  await editSettings(device.database, { theme: "dark" }, 5000);
  await editNotifications(device.database, ["n2"], { isRead: true }, 5000);
  await eventually(() => device.status().waitingUids.length === 2);
  await end(device);
}

describe.each([["plain", null] as const, ["sealed", someKeys] as const])("a %s database of before", (_, keysFor) => {
  const keysOnce = async () => (keysFor === null ? null : keysFor());

  test("shows all it had without a connection, and what waited arrives", async () => {
    const keys = await keysOnce();
    await editedOffline(keys);
    const database = await openToday(keys);
    expect(await readRow(database, "settings", "settings")).toMatchObject({ theme: "dark", editedAt: { theme: 5000 } });
    expect((await readRows(database, "notifications")).map(({ uid, isRead }) => [uid, isRead])).toEqual([
      ["n1", false],
      ["n2", true],
      ["n3", false],
    ]);
    expect(await readRow(database, "ui_config", "title")).toMatchObject({ configValue: "Astrolabe" });
    expect(await readRow(database, "pool_shares", "pool1")).toMatchObject({ shares: "5.0000000" });

    const device = synced(database);
    await eventually(() => device.status().waitingUids.length > 0);
    expect([...device.status().waitingUids].sort()).toEqual(["n2", "settings"]);
    weather.isUp = true;
    await eventually(() => device.status().state === "live" && device.status().waiting === 0);
    expect(atServer("settings", "settings")).toMatchObject({ theme: "dark" });
    expect(atServer("notifications", "n2")).toMatchObject({ isRead: true });
    // Nothing else is sent: what the server is known to hold was moved as well.
    expect(server.pushed.map(({ uid }) => uid).sort()).toEqual(["n2", "settings"]);
    await end(device);
    expect(await storedCollections({ userId, storage, keys })).toEqual(TODAY);
  });

  test("goes on from where it was pulled", async () => {
    const keys = await keysOnce();
    await editedOffline(keys);
    server.write("notifications", { ...aNotification("n1"), _deleted: true });
    server.write("ui_config", aConfig("title", "Renamed"));
    const told: (string | null)[] = [];
    server.onPull = (collection, checkpoint) => void (collection === "contacts" || told.push(checkpoint));
    weather.isUp = true;
    const device = synced(await openToday(keys));
    await eventually(() => device.status().state === "live");
    expect((await readRows(device.database, "notifications")).map(({ uid }) => uid)).toEqual(["n2", "n3"]);
    expect(await readRow(device.database, "ui_config", "title")).toMatchObject({ configValue: "Renamed" });
    expect(told).not.toContain(null);
  });
});

test("what another device changed meanwhile is merged with what waited, field by field", async () => {
  await editedOffline(null);
  server.write("settings", { ...SETTINGS, theme: "light", language: "es", editedAt: { theme: 4000, language: 6000 } });
  weather.isUp = true;
  const device = synced(await openToday(null));
  await eventually(() => device.status().state === "live");
  expect(atServer("settings", "settings")).toMatchObject({ theme: "dark", language: "es" });
  expect(await readRow(device.database, "settings", "settings")).toMatchObject({ theme: "dark", language: "es" });
});

/** The storage of a tab that dies at the write of that number. */
function mortal(at: number): RxStorage<unknown, unknown> {
  let writes = 0;
  const dying: Pick<typeof storage, "createStorageInstance"> = {
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      const remove = instance.remove.bind(instance);
      const dies = () => ++writes >= at && Promise.reject(new Error("The tab is gone."));
      instance.bulkWrite = async (rows, context) => (
        context === "astrolabe-move" && (await dies()),
        write(rows, context)
      );
      instance.remove = async () => (await dies(), remove());
      return instance;
    },
  };
  return { ...storage, ...dying };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("a tab that dies at step %i of the move loses nothing", async (step) => {
  await editedOffline(null);
  const half = await openToday(null, mortal(step));
  await half.close();
  weather.isUp = true;
  const device = synced(await openToday(null));
  await eventually(() => device.status().state === "live");
  expect((await readRows(device.database, "notifications")).map(({ uid }) => uid)).toEqual(["n1", "n2", "n3"]);
  expect(atServer("settings", "settings")).toMatchObject({ theme: "dark" });
  expect(atServer("notifications", "n2")).toMatchObject({ isRead: true });
  await end(device);
  expect(await storedCollections({ userId, storage, keys: null })).toEqual(TODAY);
});

test("what a tab of before writes after the move is merged into it at the next one", async () => {
  await editedOffline(null);
  await (await openToday(null)).close();
  weather.isUp = true;
  const old = await former(null);
  await eventually(() => old.status().state === "live");
  weather.isUp = false;
  await eventually(() => old.status().state === "offline");
  await editNotifications(old.database, ["n2"], { isHidden: true }, 7000);
  await editNotifications(old.database, ["n3"], { isRead: true }, 7000);
  await end(old);
  weather.isUp = true;
  const device = synced(await openToday(null));
  await eventually(() => device.status().state === "live");
  expect(atServer("settings", "settings")).toMatchObject({ theme: "dark" });
  expect(atServer("notifications", "n2")).toMatchObject({ isRead: true, isHidden: true });
  expect(atServer("notifications", "n3")).toMatchObject({ isRead: true });
});

test("how far was pushed is not moved: a clock that was ahead would hide what waits", async () => {
  await editedOffline(null);
  const noted = () =>
    [...memory.collectionStates]
      .filter(([name]) => name.includes(`-${userId}-`) && name.includes("rx-replication-meta"))
      .flatMap(([, { documents }]) => [...documents.keys()].sort());
  const pulledBefore = noted().filter((id) => id === "down|1").length;
  expect(noted()).toContain("up|1");
  await (await openToday(null)).close();
  expect(noted()).not.toContain("up|1");
  expect(noted().filter((id) => id === "down|1")).toHaveLength(pulledBefore);
});

test("while another tab keeps it open nothing is moved, and nothing is lost", async () => {
  await editedOffline(null);
  const options = { storage, multiInstance: false, keys: null, kept: KEPT };
  const early = await openUserDatabase(userId, { ...options, alone: () => Promise.resolve() });
  expect(await readRows(early, "settings")).toEqual([]);
  await early.close();
  const database = await openToday(null);
  expect(await readRow(database, "settings", "settings")).toMatchObject({ theme: "dark" });
  await database.close();
});
