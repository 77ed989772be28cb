import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangesMessage } from "#schemas/protocol.ts";
import { type RunningMongo, startMongo } from "#server/embedded/mongo/server.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { createLog } from "#server/platform/http/log.ts";
import { type LiveChanges, watchChanges } from "#server/platform/sync/live-changes.ts";
import { type LinkProxy, openLinkProxy } from "#tests/faults/money/link-proxy.ts";
import { eventually } from "#tests/support/app.ts";

const OWNER = 1;
const PATIENCE_MS = 30_000;
/** What the database keeps of its history. */
const KEPT_CHANGES = 300;

let folder = "";
let mongo: RunningMongo;
let link: LinkProxy;
/** Past the link that is cut, and over it. */
let direct: Database;
let linked: Database;
let changes: LiveChanges;
const sent: ChangesMessage[] = [];
let resyncs = 0;
/** What is done at once when everyone is told to pull. */
let atResync = async (): Promise<void> => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-history-"));
  mongo = await startMongo({
    folder,
    host: "127.0.0.1",
    port: 0,
    log: { maxBytes: 10_000_000, maxEntries: KEPT_CHANGES },
    maxConnections: 50,
    expiryIntervalMs: 60_000,
    now: () => Date.now(),
    login: undefined,
    isForTests: false,
    onDiskFailure: (error) => {
      throw error;
    },
  });
  link = await openLinkProxy(mongo.port);
  const open = (port: number) => openDatabase(`mongodb://127.0.0.1:${port}/?directConnection=true`, "sync", 10_000);
  [direct, linked] = [await open(mongo.port), await open(link.port)];
  const reportMisfit = (_collection: string, _document: unknown, error: unknown) => {
    throw error;
  };
  changes = watchChanges(
    { database: linked, clock: { now: () => new Date() }, log: createLog("silent"), reportMisfit },
    {
      presence: (owner) => (owner === OWNER ? "listening" : "absent"),
      send: (_owner, message) => void sent.push(message),
      tell: () => undefined,
      resyncAll: () => {
        resyncs += 1;
        void atResync();
      },
    },
    100,
  );
  await changes.ready;
});

afterAll(async () => {
  await changes.stop();
  await Promise.all([direct.close(), linked.close()]);
  await link.close();
  await mongo.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(uid: string, memo = ""): Promise<void> {
  const fields = { name: uid, stellarAddress: "", uniqueUserId: "", memo, editedAt: {} };
  await direct.transaction((session) => putReplicated(direct, session, "contacts", OWNER, [{ uid, fields }]));
}

function isSent(uid: string): boolean {
  return sent.some(({ documents }) => documents.some((row) => row["uid"] === uid));
}

/** Does the work while the server cannot reach its database. */
async function behindTheCut(work: () => Promise<void>): Promise<void> {
  const state = { isDone: false };
  const cutting = (async () => {
    // One cut follows upon the other at once: nothing comes through in between.
    while (!state.isDone) await link.cut(100);
  })();
  await work();
  state.isDone = true;
  await cutting;
}

test("after a short cut the stream goes on where it was, and nobody has to pull", async () => {
  await put("before");
  await eventually(() => isSent("before"), PATIENCE_MS);
  await behindTheCut(async () => {
    await put("missed-1");
    await put("missed-2");
  });
  await eventually(() => isSent("missed-1") && isSent("missed-2"), PATIENCE_MS);
  expect(resyncs).toBe(0);
});

test("where the database no longer has what was missed, everyone pulls, and what is written from then on is heard of", async () => {
  atResync = () => put("at-resync");
  await behindTheCut(async () => {
    await put("lost");
    const others = direct.collection<{ at: number }>("others");
    await others.insertMany(Array.from({ length: KEPT_CHANGES * 5 }, (_, at) => ({ at })));
  });
  await eventually(() => isSent("at-resync"), PATIENCE_MS);
  expect(resyncs).toBeGreaterThan(0);
});
