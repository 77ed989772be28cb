import type { RxStorage } from "rxdb";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, expect, test } from "vitest";
import { PULLED } from "#pwa/platform/rxdb/pulled-storage.ts";
import { countRows, readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { FAIR_WEATHER, FakeServer, type Weather } from "./fake-server.fixture.ts";
import { putPulled, readHeld } from "./pulled-rows.ts";
import { startSync, type SyncHandle } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "./sync-status.ts";

const ROWS = 1200;

interface Device {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  readonly weather: Weather;
  status(): SyncStatus;
}

const devices = new Set<Device>();
const names = { next: 0 };

function aMovement(uid: string, memo = "") {
  return {
    uid,
    id: 1,
    _deleted: false,
    type: "send",
    assetCode: "XLM",
    issuer: "",
    amount: "1.0000000",
    fee: "0.0000100",
    from: "GA",
    to: "GB",
    hash: "ab",
    memo,
    status: "confirmed",
    partyName: "",
    event: null,
    ledger: 7,
    timestamp: "2026-01-01T00:00:00.000Z",
  } as const;
}

function fill(server: FakeServer, rows = ROWS): void {
  for (let row = 0; row < rows; row += 1) server.write("transactions", aMovement(`row-${row}`));
}

async function aDevice(
  server: FakeServer,
  storage: RxStorage<unknown, unknown> = getRxStorageMemory(),
  device = "",
): Promise<Device> {
  names.next += 1;
  const weather = { ...FAIR_WEATHER };
  const database = await openUserDatabase(1, {
    storage,
    multiInstance: false,
    device: device === "" ? `-pulling${names.next}` : device,
    kept: ["transactions"],
  });
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(database, {
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    openLink: server.link(weather),
    publish: (shown) => {
      status = shown;
    },
  });
  const opened = { database, sync, weather, status: () => status };
  devices.add(opened);
  return opened;
}

async function end(device: Device): Promise<void> {
  devices.delete(device);
  await device.sync.stop();
  await device.database.close();
}

async function eventually(isTrue: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function count({ database }: Device): Promise<number> {
  return countRows(database, "transactions", undefined);
}

async function memoOf({ database }: Device, uid: string): Promise<string | undefined> {
  return (await readRows(database, "transactions")).find((row) => row.uid === uid)?.memo;
}

afterEach(async () => {
  for (const device of devices) await end(device);
});

test("all rows come over several answers, cut short or not, and the checkpoint shows nowhere", async () => {
  const server = new FakeServer();
  server.rowsAtOnce = 170;
  fill(server);
  const device = await aDevice(server);
  await eventually(() => device.status().state === "live");
  const rows = await readRows(device.database, "transactions");
  expect(new Set(rows.map(({ uid }) => uid)).size).toBe(ROWS);
  expect(await count(device)).toBe(ROWS);
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
    Object.keys(aMovement(""))
      .filter((field) => field !== "_deleted")
      .sort(),
  );
});

test("what is written, changed and removed later comes live, without another pull", async () => {
  const server = new FakeServer();
  fill(server, 3);
  const device = await aDevice(server);
  await eventually(() => device.status().state === "live");
  const { pulls } = server;
  server.write("transactions", aMovement("row-3"));
  server.write("transactions", aMovement("row-1", "changed"));
  server.write("transactions", { ...aMovement("row-0"), _deleted: true });
  await eventually(async () => (await memoOf(device, "row-1")) === "changed" && (await count(device)) === 3);
  expect((await readRows(device.database, "transactions")).map(({ uid }) => uid).sort()).toEqual([
    "row-1",
    "row-2",
    "row-3",
  ]);
  expect(server.pulls).toBe(pulls);
});

test("every reconnection pulls what was missed", async () => {
  const server = new FakeServer();
  fill(server, 3);
  const device = await aDevice(server);
  await eventually(() => device.status().state === "live");
  for (const turn of [1, 2, 3]) {
    device.weather.isUp = false;
    await eventually(() => device.status().state === "offline");
    server.write("transactions", aMovement(`missed-${turn}`));
    device.weather.isUp = true;
    await eventually(async () => (await count(device)) === 3 + turn);
  }
});

test("over a link that loses answers, delays and doubles them, nothing is lost", async () => {
  const server = new FakeServer();
  server.rowsAtOnce = 100;
  fill(server, 600);
  let draw = 0;
  const device = await aDevice(server);
  // The same fates in every run: of ten messages two are lost.
  Object.assign(device.weather, { loss: 0.2, maxDelayMs: 3, random: () => ((draw += 37) % 100) / 100 });
  for (let row = 0; row < 60; row += 1) {
    server.write("transactions", aMovement(`row-${row * 3}`, `later ${row}`));
    server.write("transactions", aMovement(`new-${row}`));
  }
  Object.assign(device.weather, { loss: 0, maxDelayMs: 0 });
  device.sync.resync();
  await eventually(async () => device.status().state === "live" && (await count(device)) === 660);
  const memos = (await readRows(device.database, "transactions")).filter(({ memo }) => memo.startsWith("later"));
  expect(memos.length).toBe(60);
});

type Storage = RxStorage<unknown, unknown>;

/** A storage in which writes may be held up, made twice or refused, that remembers what was in it once it is closed. */
function meddled(storage: Storage, bulkWrite: (write: () => Promise<void>) => Promise<void>): Storage {
  const meddling: Pick<Storage, "createStorageInstance"> = {
    async createStorageInstance(params) {
      // What is in memory is forgotten with its last reader.
      await storage.createStorageInstance(params);
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = async (writes, context) => {
        if (context !== PULLED) return write(writes, context);
        let response: Awaited<ReturnType<typeof write>> = { error: [] };
        await bulkWrite(async () => void (response = await write(writes, context)));
        return response;
      };
      return instance;
    },
  };
  return { ...storage, ...meddling };
}

test.each([
  [1, false],
  [1, true],
  [2, false],
  [2, true],
  [3, true],
])(
  "a tab that dies at batch %i (stored: %s) leaves whole batches; the next one goes on from there",
  async (at, isWritten) => {
    const server = new FakeServer();
    fill(server);
    const kept: Storage = getRxStorageMemory();
    const name = `-mortal${at}${isWritten}`;
    const life = { batches: 0, isDead: false };
    const mortal = meddled(kept, async (write) => {
      life.batches += 1;
      if (life.batches < at || (life.batches === at && isWritten)) await write();
      life.isDead ||= life.batches >= at;
      if (life.isDead) throw new Error("The tab is gone.");
    });
    const first = await aDevice(server, mortal, name);
    await eventually(() => life.isDead);
    const held = await readHeld(first.database, "transactions");
    const batches = isWritten ? at : at - 1;
    expect(await count(first)).toBe(Math.min(ROWS, batches * 500));
    expect(held.at === null ? 0 : Number(held.at.slice(1))).toBe(Math.min(ROWS, batches * 500));
    const { pulls } = server;
    await end(first);
    const second = await aDevice(server, kept, name);
    await eventually(() => second.status().state === "live");
    expect(await count(second)).toBe(ROWS);
    expect(server.pulls - pulls).toBe(Math.max(1, Math.ceil((ROWS - batches * 500) / 500)));
  },
);

test("a batch that the device refuses is told, and pulled again from what is stored", async () => {
  const server = new FakeServer();
  fill(server);
  let batches = 0;
  const refusing = meddled(getRxStorageMemory(), async (write) => {
    batches += 1;
    if (batches === 2) throw new DOMException("The disk is full.", "QuotaExceededError");
    await write();
  });
  const device = await aDevice(server, refusing);
  await eventually(() => device.status().problem === "storage-full");
  expect(await count(device)).toBe(500);
  await eventually(async () => (await count(device)) === ROWS && device.status().problem === null);
});

test("what a tab pulled before another one did is not written over what that one stored", async () => {
  const server = new FakeServer();
  fill(server, 2);
  const device = await aDevice(server);
  await eventually(() => device.status().state === "live");
  const { database } = device;
  const before = await readHeld(database, "transactions");
  server.write("transactions", aMovement("row-0", "newer"));
  await eventually(async () => (await memoOf(device, "row-0")) === "newer");
  const stale = [{ ...aMovement("row-0", "older"), from: "GA", to: "GB" }];
  expect(await putPulled(database, "transactions", stale, before, "r99")).toBe(false);
  expect(await memoOf(device, "row-0")).toBe("newer");
  expect((await readHeld(database, "transactions")).at).toBe("r3");
});

test("the rows of a newer version than this app's are not stored, and the person is told to update", async () => {
  const server = new FakeServer();
  fill(server, 2);
  server.write("transactions", { ...aMovement("row-9"), colour: "blue" });
  const device = await aDevice(server);
  await eventually(() => device.status().problem === "client-outdated");
  expect(await count(device)).toBe(0);
});
