import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContact } from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { openSocketLink } from "#pwa/platform/sync/link.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { type Stack, startStack } from "#tests/faults/money/stack.ts";
import { eventually } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";
import { type Balancer, openBalancer } from "./balancer.ts";

/** A device must find the other server, log in there and pull, on a machine that may be busy with starting the first anew. */
const PATIENCE_MS = 40_000;
const FORM = { name: "Carla", stellarAddress: "carla*example.org", uniqueUserId: "", memo: "" };

interface Device {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  readonly balancer: Balancer;
  status(): SyncStatus;
}

let stack: Stack;
let database: Database;
let userId = 0;
let phone: Device;
let laptop: Device;
const written: string[] = [];

async function aDevice(name: string, cookie: string, serverUrls: readonly string[]): Promise<Device> {
  const balancer = await openBalancer(serverUrls);
  const opened = await openUserDatabase(userId, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: name,
    kept: ["contacts", "transactions", "balances"],
  });
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(opened, {
    now: () => Date.now(),
    openLink: (events) => openSocketLink(events, balancer.url, cookie),
    publish: (shown) => {
      status = shown;
    },
  });
  return { database: opened, sync, balancer, status: () => status };
}

async function write(device: Device, uid: string): Promise<void> {
  written.push(uid);
  await addContact(device.database, uid, FORM, Date.now());
}

/** As any part of any server would: the two processes only hear of it from the database. */
async function writeOnServer(uid: string): Promise<void> {
  written.push(uid);
  const write = { uid, fields: { ...FORM, editedAt: {} } };
  await database.transaction((session) => putReplicated(database, session, "contacts", userId, [write]));
}

async function uidsOn(device: Device): Promise<string[]> {
  return (await readRows(device.database, "contacts")).map(({ uid }) => uid).sort();
}

/** Both devices hold all that was ever written, and so does the database. */
async function expectNothingMissed(): Promise<void> {
  const all = [...written].sort();
  for (const device of [phone, laptop]) {
    await eventually(async () => (await uidsOn(device)).length === all.length, PATIENCE_MS);
    expect(await uidsOn(device)).toEqual(all);
  }
  const stored = await database.collection("contacts").find({ userId }).toArray();
  expect(stored.map(({ uid }) => String(uid)).sort()).toEqual(all);
}

async function isLive(device: Device): Promise<void> {
  await eventually(() => device.status().state === "live", PATIENCE_MS);
}

beforeAll(async () => {
  stack = await startStack(1000);
  database = await openDatabase(stack.mongoUrl, "astrolabe", 10_000);
  const [first = "", second = ""] = stack.serverUrls;
  const response = await fetch(`${first}/api/register`, {
    method: "POST",
    headers: { origin: stack.publicUrl, "content-type": "application/json" },
    body: JSON.stringify(aRegistration()),
  });
  expect(response.status).toBe(201);
  ({ id: userId } = Object(await response.json()));
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
  phone = await aDevice("-phone", cookie, [first, second]);
  laptop = await aDevice("-laptop", cookie, [second, first]);
  await Promise.all([isLive(phone), isLive(laptop)]);
}, 120_000);

afterAll(async () => {
  for (const device of [phone, laptop]) {
    await device.sync.stop();
    await device.database.close();
    await device.balancer.close();
  }
  await database.close();
  await stack.stop();
});

test("each server tells its devices what was written through the other, and by neither", async () => {
  expect(phone.balancer.lastUsed()).toBe(stack.serverUrls[0]);
  expect(laptop.balancer.lastUsed()).toBe(stack.serverUrls[1]);
  await write(phone, "by-phone");
  await write(laptop, "by-laptop");
  await writeOnServer("by-server");
  await expectNothingMissed();
});

test("the devices of a killed server go to the other and miss nothing, whoever wrote meanwhile", async () => {
  const killing = stack.kill("first server");
  await write(phone, "phone-as-it-dies");
  await writeOnServer("server-as-it-dies");
  await killing;
  await write(laptop, "laptop-after-death");
  await expectNothingMissed();
  expect(phone.balancer.lastUsed()).toBe(stack.serverUrls[1]);
  await isLive(phone);
  await stack.start("first server");
  await stack.kill("second server");
  await write(laptop, "laptop-after-second-death");
  await expectNothingMissed();
  await isLive(laptop);
}, 120_000);

test("what is written while a server cannot reach the database is told when it can again", async () => {
  const isCut = stack.databaseLink.cut(1500);
  await writeOnServer("behind-the-cut-1");
  await writeOnServer("behind-the-cut-2");
  await write(phone, "phone-behind-the-cut");
  await isCut;
  await expectNothingMissed();
  await Promise.all([isLive(phone), isLive(laptop)]);
}, 120_000);
