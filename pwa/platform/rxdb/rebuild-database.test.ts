import { removeRxDatabase, type RxStorage } from "rxdb";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FAIR_WEATHER, FakeServer, type Weather } from "#pwa/platform/sync/fake-server.fixture.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "#pwa/platform/sync/sync-status.ts";
import { addContact, editContact } from "#pwa/platform/db/edits.ts";
import { holdOpen } from "#pwa/platform/db/hold-open.ts";
import { finishRebuild, isCutOff, rebuildDatabase, type RebuildParts } from "./rebuild-database.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "./user-database.ts";
import { WritesHeld } from "./write-gate.ts";

const FORM = { name: "Ana", stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
const LIMITS = { otherTabsMs: 300, sendingMs: 1000 };

/** One tab of a device, whose storage outlives it. */
interface Tab {
  readonly database: UserDatabase;
  readonly sync: SyncHandle;
  readonly held: { release: () => void };
  readonly parts: RebuildParts;
  status(): SyncStatus;
}

const devices = { next: 0 };
let userId = 0;
let storage: RxStorage<unknown, unknown>;
let server: FakeServer;
let weather: Weather;
let kept: Map<string, string>;
const open: Tab[] = [];

beforeEach(() => {
  devices.next += 1;
  userId = 1_000_000 + devices.next;
  storage = getRxStorageMemory();
  server = new FakeServer();
  weather = { ...FAIR_WEATHER };
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(async () => {
  for (const tab of open.splice(0)) await close(tab);
  vi.unstubAllGlobals();
});

async function close({ sync, database, held }: Tab): Promise<void> {
  await sync.stop();
  await database.close();
  held.release();
}

async function remove(): Promise<void> {
  await removeRxDatabase(`astrolabe-user-${userId}`, storage, false);
}

async function aTab(): Promise<Tab> {
  await finishRebuild({ userId, remove, forgetSyncTime: () => undefined });
  const held = { release: await holdOpen(userId) };
  const kinds = ["contacts", "transactions"] as const;
  const database = await openUserDatabase(userId, { storage, multiInstance: false, kept: kinds });
  let status = INITIAL_SYNC_STATUS;
  const sync = startSync(database, {
    now: () => performance.now(),
    openLink: server.link(weather),
    publish: (shown) => {
      status = shown;
    },
  });
  const tab: Tab = {
    database,
    sync,
    held,
    status: () => status,
    parts: {
      userId,
      isConnected: () => status.state !== "offline",
      holdWrites: () => database.gate.hold(),
      releaseWrites: () => database.gate.release(),
      closeElsewhere: () => undefined,
      isSettled: () => sync.isSettled(),
      resync: () => sync.resync(),
      close: async () => {
        await sync.stop();
        await database.close();
      },
      remove,
      forgetSyncTime: () => undefined,
    },
  };
  open.push(tab);
  return tab;
}

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A tab that has what the server has. */
async function aLiveTab(): Promise<Tab> {
  const tab = await aTab();
  await eventually(() => tab.status().state === "live");
  return tab;
}

async function names(tab: Tab): Promise<string[]> {
  return (await readRows(tab.database, "contacts")).map(({ name }) => name).sort();
}

function fromElsewhere(uid: string, name: string): void {
  server.write("contacts", { uid, _deleted: false, ...FORM, name, editedAt: {} });
}

test("what was not sent yet is sent before anything goes, and all of it comes back", async () => {
  fromElsewhere("known", "Known");
  const tab = await aLiveTab();
  await eventually(async () => (await names(tab)).includes("Known"));
  weather.maxDelayMs = 20;
  await addContact(tab.database, "made", { ...FORM, name: "Made" }, 1000);
  await editContact(tab.database, "known", { name: "Renamed" }, 2000);
  expect(await rebuildDatabase(tab.parts, tab.held)).toBe("done");
  expect(server.rows("contacts").map(({ name }) => name)).toEqual(["Renamed", "Made"]);
  expect(isCutOff(userId)).toBe(false);
  const again = await aTab();
  await eventually(async () => (await names(again)).join() === "Made,Renamed");
});

test("without a connection nothing is touched", async () => {
  const tab = await aLiveTab();
  weather.isUp = false;
  await eventually(() => tab.status().state === "offline");
  await addContact(tab.database, "made", FORM, 1000);
  expect(await rebuildDatabase(tab.parts, tab.held, LIMITS)).toBe("offline");
  await addContact(tab.database, "later", FORM, 1000);
  expect(await names(tab)).toEqual(["Ana", "Ana"]);
});

test("what the server does not take stays here", async () => {
  const tab = await aLiveTab();
  server.refusedUids.add("made");
  await addContact(tab.database, "made", FORM, 1000);
  expect(await rebuildDatabase(tab.parts, tab.held, LIMITS)).toBe("unsent");
  expect(await names(tab)).toEqual(["Ana"]);
  expect(isCutOff(userId)).toBe(false);
});

test("nobody writes into a copy that is about to go, and what is being written is waited for", async () => {
  const tab = await aLiveTab();
  const first = addContact(tab.database, "first", { ...FORM, name: "First" }, 1000);
  const rebuilding = rebuildDatabase(tab.parts, tab.held);
  await expect(addContact(tab.database, "second", FORM, 1000)).rejects.toThrow(WritesHeld);
  await first;
  expect(await rebuilding).toBe("done");
  expect(server.rows("contacts").map(({ name }) => name)).toEqual(["First"]);
});

test("while another tab has it open nothing is removed, and a tab that opens it waits", async () => {
  fromElsewhere("known", "Known");
  const tab = await aLiveTab();
  const frozen = await holdOpen(userId);
  // Node keeps an aborted request in its queue, which browsers do not: it ends once the frozen tab does.
  setTimeout(frozen, LIMITS.otherTabsMs * 4);
  expect(await rebuildDatabase(tab.parts, tab.held, LIMITS)).toBe("other-tab");
  expect(await names(tab)).toEqual(["Known"]);

  let opensDuring = 0;
  let opening: Promise<void> | null = null;
  const openAndClose = async () => {
    const release = await holdOpen(userId);
    opensDuring += 1;
    release();
  };
  const parts: RebuildParts = {
    ...tab.parts,
    remove: async () => {
      opening = openAndClose();
      await remove();
      expect(opensDuring).toBe(0);
    },
  };
  expect(await rebuildDatabase(parts, tab.held, LIMITS)).toBe("done");
  await opening;
  expect(opensDuring).toBe(1);
});

test("a device without room for a note keeps what it has", async () => {
  fromElsewhere("known", "Known");
  const tab = await aLiveTab();
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(await rebuildDatabase(tab.parts, tab.held, LIMITS)).toBe("no-room");
  expect(await names(tab)).toEqual(["Known"]);
});

const KILLED = new Error("the tab is gone");
const KILLS: readonly (readonly [string, (parts: RebuildParts) => Partial<RebuildParts>])[] = [
  ["before the sync ends", () => ({ close: () => Promise.reject(KILLED) })],
  ["before anything is removed", () => ({ remove: () => Promise.reject(KILLED) })],
  [
    "when half is removed",
    ({ userId: owner }) => ({
      remove: async () => {
        const half = await openUserDatabase(owner, { storage, multiInstance: false, kept: ["contacts"] });
        await half.collections.contacts.storageInstance.remove();
        await half.close();
        throw KILLED;
      },
    }),
  ],
  [
    "when all is removed and the mark still stands",
    () => ({
      remove: async () => {
        await remove();
        throw KILLED;
      },
    }),
  ],
];

test.each(KILLS)("a tab that dies %s loses nothing: the next one goes on", async (_when, kill) => {
  fromElsewhere("known", "Known");
  const tab = await aLiveTab();
  await addContact(tab.database, "made", { ...FORM, name: "Made" }, 1000);
  await expect(rebuildDatabase({ ...tab.parts, ...kill(tab.parts) }, tab.held)).rejects.toThrow(KILLED);
  expect(isCutOff(userId)).toBe(true);
  await close(tab);
  const again = await aTab();
  expect(isCutOff(userId)).toBe(false);
  expect(await names(again)).toEqual([]);
  await eventually(async () => (await names(again)).join() === "Known,Made");
});
