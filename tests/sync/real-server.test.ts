import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addContact, editSettings } from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { openSocketLink } from "#pwa/platform/sync/link.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

interface Device {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  status(): SyncStatus;
}

let app: TestApp;
let url = "";
const devices: Device[] = [];
const names = { next: 0 };

async function aDevice({ user, cookie }: TestUser): Promise<Device> {
  names.next += 1;
  const database = await openUserDatabase(user.id, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: `-real${names.next}`,
    kept: ["contacts", "settings", "transactions", "balances"],
  });
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(database, {
    now: () => Date.now(),
    openLink: (events) => openSocketLink(events, url, cookie),
    publish: (shown) => {
      status = shown;
    },
  });
  const device = { database, sync, status: () => status };
  devices.push(device);
  return device;
}

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
});

afterEach(async () => {
  for (const { sync, database } of devices.splice(0)) {
    await sync.stop();
    await database.close();
  }
});

afterAll(() => app.stop());

test("what one device of a user writes appears on the other", async () => {
  const user = await aUser(app);
  const [phone, laptop] = [await aDevice(user), await aDevice(user)];
  await eventually(() => [phone, laptop].every(({ status }) => status().state === "live"));
  const form = { name: "Carla", stellarAddress: "carla*example.org", uniqueUserId: "", memo: "" };
  await addContact(phone.database, "carla", form, Date.now());
  const [row] = await eventually(async () => {
    const rows = await readRows(laptop.database, "contacts");
    return rows.length > 0 && rows;
  });
  expect(row).toMatchObject({ uid: "carla", name: "Carla" });
  expect(row?.id).toBeGreaterThan(0);
  await editSettings(laptop.database, { language: "fr" }, Date.now());
  await eventually(async () => (await readRows(phone.database, "settings"))[0]?.language === "fr");
});

test("a device whose session ended says so and keeps its rows", async () => {
  const user = await aUser(app);
  const device = await aDevice(user);
  await eventually(() => device.status().state === "live");
  await app.server.inject({ method: "POST", url: "/api/logout", headers: { cookie: user.cookie } });
  await eventually(() => device.status().problem === "session-required");
  expect(await readRows(device.database, "settings")).toHaveLength(1);
});
