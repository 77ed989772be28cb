import { expect, test } from "vitest";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import { eventually } from "#tests/support/app.ts";
import {
  aContact,
  ANA,
  BEN,
  type Answer,
  ask,
  type Changes,
  pullAll,
  pushOne,
  STORED,
  useSync,
} from "#tests/sync/processes.fixture.ts";

const sync = useSync(3);

test("two processes push each other's writes to every device of the owner and nobody else", async () => {
  const here = await sync.connect("ana", { at: 0 });
  const there = await sync.connect("ana", { at: 1 });
  const foreign = await sync.connect("ben", { at: 1 });
  const seen: Changes[] = [];
  const leaked: Changes[] = [];
  there.on("changes", (message) => seen.push(message));
  foreign.on("changes", (message) => leaked.push(message));
  const held = (await pullAll(there, "contacts")).checkpoint;
  await pushOne(here, aContact("across"));
  const message = await eventually(() => seen.find((change) => change.documents.some((row) => row.uid === "across")));
  expect(message.previous).toBe(held);
  expect((await pullAll(there, "contacts", held)).checkpoint).toBe(message.checkpoint);
  await sync.put("ui_config", PUBLIC_OWNER, "public-change");
  await eventually(() => leaked.some((change) => change.collection === "ui_config"));
  expect(leaked.every((change) => change.collection === "ui_config")).toBe(true);
});

test("who only watches markets is told of no rows, one's own neither", async () => {
  const watching = await sync.connect("ben", { purpose: "markets" });
  const syncing = await sync.connect("ben");
  const told: Changes[] = [];
  watching.on("changes", (message) => told.push(message));
  const heard: Changes[] = [];
  syncing.on("changes", (message) => heard.push(message));
  await sync.put("transactions", BEN, "quiet");
  await eventually(() => heard.some((change) => change.documents.some((row) => row.uid === "quiet")));
  // What comes over one socket comes in order: had it been told, it would be here by now.
  await pullAll(watching, "contacts");
  expect(told).toEqual([]);
});

/** Slow writers and readers at every process at once; each checkpoint that a reader holds covers all below it. */
test("a checkpoint never skips a write that commits late, whichever process wrote it", async () => {
  const processes = [0, 1, 2];
  const writers = processes.flatMap((at) => [0, 1].map((writer) => ({ at, name: `slow-${at}-${writer}` })));
  const isDone = { value: false };
  const reading = processes.map((at) => readUntil(at, isDone));
  await Promise.all(
    writers.map(async ({ at, name }, index) => {
      const database = sync.databaseOf(at);
      for (let turn = 0; turn < 5; turn += 1) {
        await database.transaction(async (session) => {
          const fields = { ...STORED.transactions, operationId: `${name}-${turn}` };
          const uids = [`${name}-${turn}-a`, `${name}-${turn}-b`];
          const writes = uids.map((uid) => ({ uid, fields: { ...fields, operationId: uid } }));
          await putReplicated(database, session, "transactions", ANA, writes);
          // The transaction stays open while others begin and readers read.
          await pause(((index * 7 + turn * 3) % 5) * 8);
        });
      }
    }),
  );
  isDone.value = true;
  for (const found of await Promise.all(reading)) expect(found.size).toBe(writers.length * 5 * 2);
});

/** What a reader has found that goes on from the checkpoint it holds until nothing more is written. */
async function readUntil(at: number, isDone: { readonly value: boolean }): Promise<Set<string>> {
  const socket = await sync.connect("ana", { at });
  const found = new Set<string>();
  let checkpoint: string | null = null;
  for (;;) {
    const isLast: boolean = isDone.value;
    const answer: Answer = await ask(socket, "pull", { collection: "transactions", checkpoint, limit: 5 });
    if (answer.error && answer.error.code !== "sync-too-many") throw new Error(answer.error.code);
    for (const row of answer.documents ?? []) found.add(row.uid);
    checkpoint = answer.error ? checkpoint : answer.checkpoint;
    if (isLast && answer.documents?.length === 0) return found;
    await pause(answer.error ? 100 : 30);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
