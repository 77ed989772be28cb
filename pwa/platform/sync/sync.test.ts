import type { RxStorage } from "rxdb";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, expect, test } from "vitest";
import { addContact, editContact, removeContact } from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { FAIR_WEATHER, FakeServer, type Weather } from "./fake-server.fixture.ts";
import { startSync, type SyncHandle } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "./sync-status.ts";

const FORM = { name: "Ana", stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };

interface Device {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  readonly weather: Weather;
  /** Every status it told, in order. */
  readonly shown: readonly SyncStatus[];
  status(): SyncStatus;
}

const devices: Device[] = [];
const names = { next: 0 };

async function aDevice(
  server: FakeServer,
  weather: Weather = { ...FAIR_WEATHER },
  storage: RxStorage<unknown, unknown> = getRxStorageMemory(),
): Promise<Device> {
  names.next += 1;
  const database = await openUserDatabase(1, {
    storage,
    multiInstance: false,
    device: `-device${names.next}`,
    kept: ["contacts", "settings", "transactions"],
  });
  const shown = [INITIAL_SYNC_STATUS];
  const sync = startSync(database, {
    now: nowMs,
    openLink: server.link(weather),
    publish: (status) => void shown.push(status),
  });
  const device = { database, sync, weather, shown, status: () => shown.at(-1) ?? INITIAL_SYNC_STATUS };
  devices.push(device);
  return device;
}

function nowMs(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

async function eventually(isTrue: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function nameOn({ database }: Device, uid: string): Promise<string | undefined> {
  return (await readRows(database, "contacts")).find((row) => row.uid === uid)?.name;
}

afterEach(async () => {
  for (const { sync, database } of devices.splice(0)) {
    await sync.stop();
    await database.close();
  }
});

test("a contact made offline is sent on connection and is waiting until then", async () => {
  const server = new FakeServer();
  const device = await aDevice(server, { ...FAIR_WEATHER, isUp: false });
  await addContact(device.database, "c1", FORM, 1000);
  await eventually(() => device.status().waitingUids.includes("c1"));
  expect(device.status().state).toBe("offline");
  device.weather.isUp = true;
  await eventually(() => server.rows("contacts").length === 1 && device.status().state === "live");
  expect(device.status().waiting).toBe(0);
});

test("a reading that takes long says how things stand at its end, not that this device is offline", async () => {
  const server = new FakeServer();
  const device = await aDevice(server, { ...FAIR_WEATHER, isUp: false });
  await addContact(device.database, "c1", FORM, 1000);
  await eventually(() => device.status().waitingUids.includes("c1"));
  const { storageInstance } = device.database.collections.contacts;
  const query = storageInstance.query.bind(storageInstance);
  const slow = { isAsked: false, answer: (): void => undefined };
  const answered = new Promise<void>((resolve) => (slow.answer = resolve));
  storageInstance.query = async (prepared) => {
    slow.isAsked = true;
    await answered;
    return query(prepared);
  };
  await addContact(device.database, "c2", FORM, 1000);
  await eventually(() => slow.isAsked);
  device.weather.isUp = true;
  await eventually(() => device.status().state === "syncing");
  const later = device.shown.length;
  slow.answer();
  await eventually(() => device.status().state === "live");
  expect(device.shown.slice(later).map(({ state }) => state)).not.toContain("offline");
});

test("RxDB 5571: what another device wrote while a push was under way is not dropped", async () => {
  const server = new FakeServer();
  const device = await aDevice(server);
  await addContact(device.database, "c1", FORM, 1000);
  await eventually(() => device.status().state === "live" && server.rows("contacts").length === 1);
  server.afterPush = async () => {
    server.afterPush = null;
    const [row] = server.rows("contacts");
    if (row) server.write("contacts", { ...row, memo: "theirs", editedAt: { memo: 3000 } });
    // The change is delivered, and pulled if nothing holds it back, before the push is answered.
    device.sync.resync();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  await editContact(device.database, "c1", { name: "Anna" }, 2000);
  await eventually(async () => (await readRows(device.database, "contacts"))[0]?.memo === "theirs");
  expect(await nameOn(device, "c1")).toBe("Anna");
});

test("RxDB 5424: every reconnection pulls what was missed", async () => {
  const server = new FakeServer();
  const device = await aDevice(server);
  await eventually(() => device.status().state === "live");
  for (const turn of [1, 2, 3]) {
    device.weather.isUp = false;
    await eventually(() => device.status().state === "offline");
    server.write("contacts", { uid: `missed-${turn}`, _deleted: false, ...FORM, editedAt: {} });
    device.weather.isUp = true;
    await eventually(async () => (await nameOn(device, `missed-${turn}`)) === "Ana");
  }
});

test("a live message that follows upon what is held is taken without another pull", async () => {
  const server = new FakeServer();
  const device = await aDevice(server);
  server.write("contacts", { uid: "first", _deleted: false, ...FORM, editedAt: {} });
  await eventually(async () => (await nameOn(device, "first")) === "Ana" && device.status().state === "live");
  const before = server.pulls;
  server.write("contacts", { uid: "second", _deleted: false, ...FORM, editedAt: {} });
  await eventually(async () => (await nameOn(device, "second")) === "Ana");
  expect(server.pulls).toBe(before);
});

test("answers cut short are asked on until the end, also over several batches", async () => {
  const server = new FakeServer();
  server.rowsAtOnce = 70;
  for (let row = 0; row < 1100; row += 1)
    server.write("contacts", { uid: `row-${row}`, _deleted: false, ...FORM, editedAt: {} });
  const device = await aDevice(server);
  await eventually(async () => (await readRows(device.database, "contacts")).length === 1100);
  await eventually(() => device.status().state === "live");
});

test("an edit that the server refuses holds up no other, stays on the device and is told", async () => {
  const server = new FakeServer();
  const device = await aDevice(server);
  server.refusedUids.add("bad");
  await addContact(device.database, "bad", FORM, 1000);
  await addContact(device.database, "good", FORM, 1000);
  await eventually(() => server.rows("contacts").some(({ uid }) => uid === "good"));
  await eventually(() => device.status().problem === "input-invalid" && device.status().waitingUids.includes("bad"));
  expect(await nameOn(device, "bad")).toBe("Ana");
  server.refusedUids.clear();
  device.sync.resync();
  await eventually(() => server.rows("contacts").length === 2 && device.status().state === "live");
});

test("what is refused for want of room waits, and is saved once another edit made room", async () => {
  const server = new FakeServer();
  server.mostRows = 2;
  const device = await aDevice(server);
  for (const uid of ["one", "two"]) await addContact(device.database, uid, FORM, 1000);
  await eventually(() => server.rows("contacts").length === 2 && device.status().state === "live");
  await addContact(device.database, "three", FORM, 1000);
  await eventually(() => device.status().problem === "contacts-full" && device.status().waitingUids.includes("three"));
  await removeContact(device.database, "one", 2000);
  await eventually(() => device.status().state === "live" && device.status().problem === null);
  const standing = server.rows("contacts").filter((row) => !row._deleted);
  expect(standing.map(({ uid }) => uid)).toEqual(["three", "two"]);
});

test("a collection that takes long to begin again is not called sent before it knows what waits", async () => {
  const server = new FakeServer();
  server.mostRows = 2;
  const kept = getRxStorageMemory();
  const slow = { isOn: false, opens: 0 };
  const slowly: Pick<typeof kept, "createStorageInstance"> = {
    async createStorageInstance(params) {
      if (slow.isOn) {
        slow.opens += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return kept.createStorageInstance(params);
    },
  };
  const device = await aDevice(server, { ...FAIR_WEATHER }, { ...kept, ...slowly });
  for (const uid of ["one", "two"]) await addContact(device.database, uid, FORM, 1000);
  await eventually(() => server.rows("contacts").length === 2 && device.status().state === "live");
  await addContact(device.database, "three", FORM, 1000);
  await eventually(() => device.status().problem === "contacts-full" && device.status().waitingUids.includes("three"));
  slow.isOn = true;
  await removeContact(device.database, "one", 2000);
  const later = device.shown.length;
  await eventually(async () => {
    // As asked by what drops this device's copy once all is sent.
    const isSettled = await device.sync.isSettled();
    expect(isSettled && server.rows("contacts").length < 3).toBe(false);
    return slow.opens > 0 && device.status().state === "live";
  });
  const standing = server.rows("contacts").filter((row) => !row._deleted);
  expect(standing.map(({ uid }) => uid)).toEqual(["three", "two"]);
  const before = device.shown.slice(later).filter(({ problem }) => problem !== null);
  expect(before.filter(({ waitingUids }) => !waitingUids.includes("three"))).toEqual([]);
});

test("a page that opens with an edit that is refused holds all the server has, and says so", async () => {
  const server = new FakeServer();
  server.write("contacts", { uid: "theirs", _deleted: false, ...FORM, editedAt: {} });
  server.refusedUids.add("bad");
  const device = await aDevice(server, { ...FAIR_WEATHER, isUp: false });
  await addContact(device.database, "bad", FORM, 1000);
  device.weather.isUp = true;
  await eventually(() => device.status().problem === "input-invalid" && device.status().lastSyncedAt !== null);
  expect(device.status()).toMatchObject({ firstSync: null, waitingUids: ["bad"] });
});

test("who waits for the fake server's link goes on after a moment too short for it to be seen as away", async () => {
  const weather: Weather = { ...FAIR_WEATHER };
  const ignored = () => undefined;
  const events = { connected: ignored, disconnected: ignored, changes: ignored, refused: ignored };
  const link = new FakeServer().link(weather)(events);
  await link.whenConnected();
  weather.isUp = false;
  const waiting = link.whenConnected();
  weather.isUp = true;
  await waiting;
  link.close();
});

/** Seed 3 once ended without the id of a contact whose push had been written but not answered. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

test.each(SEEDS)("two devices over a bad link end equal and lose nothing (seed %i)", async (seed) => {
  const random = seeded(seed);
  const server = new FakeServer();
  const weather = (): Weather => ({ isUp: true, random, loss: 0.2, maxDelayMs: 12 });
  const pair = [await aDevice(server, weather()), await aDevice(server, weather())] as const;
  const added: string[] = [];
  const removed = new Set<string>();
  for (let step = 0; step < 40; step += 1) {
    const device = random() < 0.5 ? pair[0] : pair[1];
    const uid = added[Math.floor(random() * added.length)];
    const draw = random();
    const time = nowMs();
    if (draw < 0.3 || uid === undefined) {
      added.push(`s${step}`);
      await addContact(device.database, `s${step}`, { ...FORM, name: `added ${step}` }, time);
    } else if (draw < 0.6) await editContact(device.database, uid, { name: `name ${step}` }, time);
    else if (draw < 0.75) await editContact(device.database, uid, { memo: `memo ${step}` }, time);
    else if (draw < 0.82) {
      removed.add(uid);
      await removeContact(device.database, uid, time);
    } else device.weather.isUp = !device.weather.isUp;
    await new Promise((resolve) => setTimeout(resolve, random() * 15));
  }
  for (const device of pair) Object.assign(device.weather, { isUp: true, loss: 0, maxDelayMs: 0 });
  const shown = async ({ database }: Device): Promise<string> =>
    JSON.stringify(
      (await readRows(database, "contacts")).sort((one, other) => (one.uid < other.uid ? -1 : 1)).map(sorted),
    );
  const held = (): string =>
    JSON.stringify(
      server
        .rows("contacts")
        .filter((row) => !row._deleted)
        .map(({ _deleted, ...row }) => sorted(row)),
    );
  try {
    await eventually(async () => {
      for (const { sync } of pair) sync.resync();
      const isQuiet = pair.every(({ status }) => status().waiting === 0 && status().state === "live");
      return isQuiet && (await shown(pair[0])) === held() && (await shown(pair[1])) === held();
    });
  } catch (error) {
    const rows = [held(), await shown(pair[0]), await shown(pair[1])];
    const lists: string[][] = rows.map((text) => JSON.parse(text).map((row: unknown) => JSON.stringify(row)));
    const odd = lists.map((list) => list.filter((row) => !lists.every((other) => other.includes(row))));
    const statuses = pair.map(({ status }) => status());
    throw new Error(`seed ${seed}: server, one and other differ in ${JSON.stringify({ odd, statuses }, null, 1)}`, {
      cause: error,
    });
  }
  const uids = new Set(server.rows("contacts").map((row) => row.uid));
  expect(added.filter((uid) => !uids.has(uid))).toEqual([]);
  for (const row of server.rows("contacts")) if (row._deleted) expect(removed.has(row.uid)).toBe(true);
});

function sorted(row: object): unknown {
  return Object.entries(row)
    .map(([field, value]) => [field, field === "editedAt" ? Object.entries(value).sort() : value])
    .sort();
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
