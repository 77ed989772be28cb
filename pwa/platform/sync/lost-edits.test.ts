import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, expect, test } from "vitest";
import { addContact, editContact, removeContact, restoreContact } from "#pwa/platform/db/edits.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { FAIR_WEATHER, FakeServer, type Weather } from "./fake-server.fixture.ts";
import { startSync, type SyncHandle } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "./sync-status.ts";

const FORM = { name: "Ana", stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
const NOW_MS = 1_000_000;

interface Device {
  readonly database: UserDatabase;
  sync: SyncHandle;
  readonly weather: Weather;
  status: SyncStatus;
}

const devices: Device[] = [];

async function aDevice(server: FakeServer, name: string): Promise<Device> {
  const database = await openUserDatabase(1, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: `-${name}${performance.now()}`,
    kept: ["contacts"],
  });
  const weather = { ...FAIR_WEATHER };
  const device: Device = { database, weather, status: INITIAL_SYNC_STATUS, sync: begin() };
  function begin(): SyncHandle {
    return startSync(database, {
      now: () => NOW_MS,
      openLink: server.link(weather),
      publish: (status) => {
        device.status = status;
      },
    });
  }
  devices.push(device);
  return device;
}

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 15_000, interval: 10 }).toBe(true);
}

async function contactOn({ database }: Device) {
  return (await readRows(database, "contacts")).find(({ uid }) => uid === "c1");
}

const isDone = ({ status }: Device) => status.state === "live" && status.waiting === 0;

function lostOn({ database }: Device): readonly LostEdit[] {
  return database.edits.lost(NOW_MS);
}

/** A desk and a phone that both hold one contact, both cut off. */
async function deskAndPhone() {
  const server = new FakeServer();
  const desk = await aDevice(server, "desk");
  await addContact(desk.database, "c1", FORM, 1000);
  await eventually(() => isDone(desk) && server.rows("contacts").length === 1);
  const phone = await aDevice(server, "phone");
  await eventually(async () => (await contactOn(phone)) !== undefined && isDone(phone));
  for (const device of [desk, phone]) await cut(server, device);
  return { server, desk, phone };
}

async function cut(_: FakeServer, device: Device): Promise<void> {
  device.weather.isUp = false;
  await eventually(() => device.status.state === "offline");
}

async function connect(...connected: Device[]): Promise<void> {
  for (const device of connected) {
    device.weather.isUp = true;
    await eventually(() => isDone(device));
  }
}

afterEach(async () => {
  for (const { sync, database } of devices.splice(0)) {
    await sync.stop();
    await database.close();
  }
});

const REPLACED = { kind: "replaced", collection: "contacts", uid: "c1", atMs: NOW_MS } as const;

test("an unsent edit that loses against a later one is told where it was made, and can be taken back", async () => {
  const { desk, phone } = await deskAndPhone();
  await editContact(desk.database, "c1", { ...FORM, name: "Desk name" }, 2000);
  await editContact(phone.database, "c1", { ...FORM, name: "Phone name", memo: "rent" }, 3000);
  await connect(phone, desk);
  await eventually(async () => (await contactOn(desk))?.name === "Phone name");
  expect(lostOn(desk)).toEqual([{ ...REPLACED, field: "name", lost: "Desk name", won: "Phone name" }]);
  expect(lostOn(phone)).toEqual([]);
  await editContact(desk.database, "c1", { name: "Desk name" }, 4000);
  expect(lostOn(desk)).toEqual([]);
  await eventually(async () => (await contactOn(phone))?.name === "Desk name");
  // It replaced what was written there.
  expect(lostOn(phone)).toEqual([{ ...REPLACED, field: "name", lost: "Phone name", won: "Desk name" }]);
});

test("an edit that was sent already and is replaced by one made offline is told as well", async () => {
  const { desk, phone } = await deskAndPhone();
  await editContact(desk.database, "c1", { name: "Desk name" }, 2000);
  await editContact(phone.database, "c1", { name: "Phone name" }, 3000);
  await connect(desk, phone);
  await eventually(async () => (await contactOn(desk))?.name === "Phone name");
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toEqual([{ ...REPLACED, field: "name", lost: "Desk name", won: "Phone name" }]);
});

test("edits of different fields are both kept, and nothing is said", async () => {
  const { desk, phone } = await deskAndPhone();
  await editContact(desk.database, "c1", { name: "Desk name" }, 2000);
  await editContact(phone.database, "c1", { memo: "rent" }, 3000);
  await connect(desk, phone);
  await eventually(async () => (await contactOn(desk))?.memo === "rent");
  await eventually(async () => (await contactOn(phone))?.name === "Desk name");
  expect([...lostOn(desk), ...lostOn(phone)]).toEqual([]);
});

test("what was changed here and deleted elsewhere is kept, and put back under the same name", async () => {
  const { server, desk, phone } = await deskAndPhone();
  await editContact(desk.database, "c1", { name: "Desk name" }, 2000);
  await removeContact(phone.database, "c1", 3000);
  await connect(phone, desk);
  await eventually(async () => (await contactOn(desk)) === undefined);
  const row = { ...FORM, name: "Desk name" };
  expect(lostOn(desk)).toEqual([{ kind: "deleted", collection: "contacts", uid: "c1", atMs: NOW_MS, row }]);
  await restoreContact(desk.database, "c1", row, 2500);
  expect(lostOn(desk)).toEqual([]);
  await eventually(async () => (await contactOn(phone))?.name === "Desk name");
  await eventually(() => server.rows("contacts")[0]?._deleted === false);
});

test("what was deleted here and changed elsewhere is told to be there again", async () => {
  const { desk, phone } = await deskAndPhone();
  await removeContact(desk.database, "c1", 2000);
  await editContact(phone.database, "c1", { name: "Phone name" }, 3000);
  await connect(desk, phone);
  await eventually(async () => (await contactOn(desk))?.name === "Phone name");
  const row = { ...FORM, name: "Phone name" };
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toEqual([{ kind: "returned", collection: "contacts", uid: "c1", atMs: NOW_MS, row }]);
});

test("a page that goes between a write and its note leaves the note to the next one", async () => {
  const { desk, phone } = await deskAndPhone();
  await editContact(phone.database, "c1", { name: "Phone name" }, 3000);
  await connect(desk, phone);
  await eventually(async () => (await contactOn(desk))?.name === "Phone name");
  // As it stood before the row came: written here, and not told lost yet.
  desk.database.edits.wrote("contacts", "c1", { name: "Desk name" }, 2000);
  await desk.sync.stop();
  const again = startSync(desk.database, {
    now: () => NOW_MS,
    openLink: new FakeServer().link({ ...FAIR_WEATHER, isUp: false }),
    publish: () => undefined,
  });
  desk.sync = again;
  await eventually(() => lostOn(desk).length === 1);
  expect(lostOn(desk)).toMatchObject([{ lost: "Desk name", won: "Phone name" }]);
});
