import { expect, test } from "vitest";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { type Answer, ask, pullAll, useSync } from "#tests/sync/processes.fixture.ts";

const sync = useSync(1);

function asking(held: Partial<Record<SyncCollection, string | null>> = {}, limit = 1000) {
  return {
    pulls: SYNC_COLLECTIONS.map((collection) => ({ collection, checkpoint: held[collection] ?? null, limit })),
  };
}

async function askMany(socket: Parameters<typeof ask>[0], message: object): Promise<readonly Answer[]> {
  return Object(await ask(socket, "pull-many", message)).answers;
}

test("what is behind comes with its rows, and what is not with none, each as a pull of its own would answer", async () => {
  sync.signIn("many", 921);
  const socket = await sync.connect("many");
  await sync.put("balances", 921, "b1");
  await sync.put("deposits", 921, "d1");
  await sync.put("deposits", 921, "d2");
  await sync.put("deposits", 922, "not-hers");
  const answers = await askMany(socket, asking());
  for (const [at, collection] of SYNC_COLLECTIONS.entries())
    expect(answers[at], collection).toEqual(await pullAll(socket, collection));
  const held = Object.fromEntries(SYNC_COLLECTIONS.map((collection, at) => [collection, answers[at]?.checkpoint]));
  const again = await askMany(socket, asking(held));
  expect(again).toEqual(answers.map(({ checkpoint }) => ({ documents: [], checkpoint, hasMore: false })));
  await sync.put("deposits", 921, "d3");
  const later = await askMany(socket, asking(held));
  expect(later.flatMap(({ documents }) => documents.map(({ uid }) => uid))).toEqual(["d3"]);
});

test("nobody in particular is given what everybody may read, and told of the rest that it is not theirs", async () => {
  const socket = await sync.connect(null);
  const answers = await askMany(socket, {
    pulls: ["ui_config", "balances", "users"].map((collection) => ({ collection, checkpoint: null, limit: 10 })),
  });
  expect(answers).toMatchObject([
    { documents: [], hasMore: false },
    { error: { code: "session-required" } },
    { error: { code: "sync-collection-unknown" } },
  ]);
});

test("of many that are behind a few are read, and the others are to be pulled by themselves", async () => {
  sync.signIn("behind", 923);
  const socket = await sync.connect("behind");
  const behind: SyncCollection[] = ["deposits", "contacts", "transactions", "access_history", "fills", "pool_shares"];
  for (const collection of behind) await sync.put(collection, 923, `${collection}-1`);
  const answers = await askMany(socket, {
    pulls: behind.map((collection) => ({ collection, checkpoint: null, limit: 10 })),
  });
  for (const [at, collection] of behind.slice(0, 4).entries())
    expect(answers[at]?.documents, collection).toMatchObject([{ uid: `${collection}-1` }]);
  expect(answers.slice(4)).toEqual([
    { documents: [], checkpoint: null, hasMore: true },
    { documents: [], checkpoint: null, hasMore: true },
  ]);
  for (const collection of behind.slice(4))
    expect((await pullAll(socket, collection)).documents).toMatchObject([{ uid: `${collection}-1` }]);
});

test.each([
  [{}],
  [{ pulls: [] }],
  [{ pulls: "all" }],
  [{ pulls: [{ collection: "balances", checkpoint: null }] }],
  [{ pulls: [...asking().pulls, ...asking().pulls] }],
])("%j is refused", async (message) => {
  sync.signIn("odd", 924);
  const answer = await ask(await sync.connect("odd"), "pull-many", message);
  expect(answer.error?.code).toBe("sync-message-malformed");
});

test("a checkpoint that is none is refused by itself", async () => {
  sync.signIn("forged", 925);
  const answers = await askMany(await sync.connect("forged"), {
    pulls: [
      { collection: "balances", checkpoint: "r-not", limit: 1 },
      { collection: "deposits", checkpoint: null, limit: 1 },
    ],
  });
  expect(answers).toMatchObject([{ error: { code: "sync-message-malformed" } }, { documents: [] }]);
});
