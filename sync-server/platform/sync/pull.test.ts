import { expect, test } from "vitest";
import { type ReplicatedWrite, putReplicated } from "#server/platform/db/replicated.ts";
import { eventually } from "#tests/support/app.ts";
import { rowsAfter } from "./pull.ts";
import { type Answer, ask, STORED, useSync, WRITTEN } from "#tests/sync/processes.fixture.ts";

const sync = useSync(1);

test("a stored document that fits no row is passed over and cuts nobody off from the rest; an edit mends it", async () => {
  const owner = 909;
  sync.signIn("misfit", owner);
  const uids = ["m1", "m2", "m3", "m4", "m5"];
  const fields = (uid: string) => ({ name: uid, stellarAddress: "", uniqueUserId: "", memo: "", editedAt: {} });
  const socket = await sync.connect("misfit");
  for (const uid of uids) {
    const newDocumentState = { uid, id: 0, _deleted: false, ...fields(uid) };
    const pushed = await ask(socket, "push", { collection: "contacts", rows: [{ newDocumentState }] });
    expect(pushed, JSON.stringify(pushed)).toEqual(WRITTEN);
  }
  const contacts = sync.databaseOf(0).collection("contacts");
  await contacts.updateMany({ userId: owner, uid: { $in: ["m2", "m3"] } }, { $set: { name: 7 } });
  const first = await ask(socket, "pull", { collection: "contacts", checkpoint: null, limit: 2 });
  expect(first.documents.map(({ uid }) => uid)).toEqual(["m1", "m4"]);
  const second = await ask(socket, "pull", { collection: "contacts", checkpoint: first.checkpoint, limit: 2 });
  expect(second.documents.map(({ uid }) => uid)).toEqual(["m5"]);

  const newDocumentState = { uid: "m2", id: 0, _deleted: false, ...fields("mended") };
  const mended = await ask(socket, "push", { collection: "contacts", rows: [{ newDocumentState }] });
  expect(mended).toEqual(WRITTEN);
  const third = await ask(socket, "pull", { collection: "contacts", checkpoint: second.checkpoint, limit: 2 });
  expect(third.documents).toMatchObject([{ uid: "m2", name: "mended" }]);
});

test("misfits open one issue for their collection, which names the document and never its value", async () => {
  const owner = 910;
  sync.signIn("issue", owner);
  const socket = await sync.connect("issue");
  for (const uid of ["i1", "i2"]) await sync.put("balances", owner, uid);
  const database = sync.databaseOf(0);
  await database.collection("balances").updateMany({ userId: owner }, { $set: { assetCode: "not-a-code-at-all" } });
  for (let turn = 0; turn < 3; turn += 1)
    await ask(socket, "pull", { collection: "balances", checkpoint: null, limit: 9 });
  const issues = database.collection("system_issues");
  const issue = await eventually(() =>
    issues.findOne({ checkId: "sync-misfit", subject: "balances", status: "active" }),
  );
  expect(issue).toMatchObject({
    occurrences: 1,
    metadata: { collection: "balances", uid: expect.stringMatching(/^i[12]$/), field: "assetCode" },
  });
  expect(JSON.stringify(issue)).not.toContain("not-a-code");
});

/** Rows of about a kilobyte. */
async function putMany(owner: number, count: number): Promise<void> {
  const fields = { ...STORED.transactions, memo: "m".repeat(128), from: "f".repeat(69), to: "t".repeat(69) };
  const database = sync.databaseOf(0);
  for (let first = 0; first < count; first += 500) {
    const writes: ReplicatedWrite[] = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
      uid: `row-${first + index}`,
      fields: { ...fields, operationId: `${owner}-${first + index}` },
    }));
    await database.transaction((session) => putReplicated(database, session, "transactions", owner, writes));
  }
}

test("an answer is bounded by bytes, says that there is more, and the answers together are all rows in order", async () => {
  const owner = 911;
  sync.signIn("bytes", owner);
  await putMany(owner, 2000);
  const socket = await sync.connect("bytes");
  const uids: string[] = [];
  let checkpoint: string | null = null;
  for (let hasMore = true; hasMore;) {
    const answer: Answer = await ask(socket, "pull", { collection: "transactions", checkpoint, limit: 1000 });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(260 * 1024);
    uids.push(...answer.documents.map(({ uid }) => uid));
    ({ checkpoint, hasMore } = answer);
    if (hasMore) expect(answer.documents.length).toBeLessThan(1000);
  }
  expect(uids).toEqual(Array.from({ length: 2000 }, (_, index) => `row-${index}`));
});

test("a pull reads by the index of owner and revision and begins behind the checkpoint", async () => {
  const owner = 912;
  await putMany(owner, 1000);
  const plan = await rowsAfter(sync.databaseOf(0), "transactions", owner, 400, 100).explain("executionStats");
  const text = JSON.stringify(plan);
  expect(text).toContain("IXSCAN");
  expect(text).toContain('"revision":1');
  expect(text).not.toContain("COLLSCAN");
  expect(text).not.toContain('"stage":"SORT"');
  expect(plan["executionStats"].totalDocsExamined).toBeLessThanOrEqual(600);
});
