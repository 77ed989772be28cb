import type { Socket } from "socket.io-client";
import { expect, test } from "vitest";
import { PUSH_LIMIT } from "#schemas/protocol.ts";
import { QUOTAS, SYNC_USAGE } from "#server/platform/sync/quotas.ts";
import { aContact, type Answer, ask, pullAll, useSync } from "#tests/sync/processes.fixture.ts";

const sync = useSync(2);
const { rows: MOST, graves: MOST_GRAVES } = QUOTAS.contacts;
const THIEF = 601;
const FOLLOWER = 602;
const FULL_OF_BYTES = 603;
const TURNING = 604;

/** As a device that is told to wait does. */
async function pushUntilAnswered(socket: Socket, rows: readonly Record<string, unknown>[]): Promise<Answer> {
  for (;;) {
    const answer = await ask(socket, "push", {
      collection: "contacts",
      rows: rows.map((newDocumentState) => ({ newDocumentState })),
    });
    if (answer.error?.code !== "sync-too-many") return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The contacts `from` up to before `end`, in pushes as large as they may be. */
async function pushContacts(sockets: readonly Socket[], from: number, end: number, fields = {}): Promise<Answer[]> {
  const starts = Array.from({ length: Math.ceil((end - from) / PUSH_LIMIT) }, (_, part) => from + part * PUSH_LIMIT);
  const answers: Answer[] = [];
  await Promise.all(
    sockets.map(async (socket) => {
      for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
        const count = Math.min(PUSH_LIMIT, end - start);
        const first = start;
        const rows = Array.from({ length: count }, (_, index) => aContact(`c${first + index}`, fields));
        answers.push(await pushUntilAnswered(socket, rows));
      }
    }),
  );
  return answers;
}

function stored(userId: number, deleted: boolean): Promise<number> {
  return sync.databaseOf(0).collection("contacts").countDocuments({ userId, deleted });
}

test("an account that pushes 20,000 contacts through two servers at once keeps what one person may, and no more", async () => {
  sync.signIn("thief", THIEF);
  const sockets = [await sync.connect("thief", { at: 0 }), await sync.connect("thief", { at: 1 })];
  const answers = await pushContacts(sockets, 0, 20_000);
  expect(await stored(THIEF, false)).toBe(MOST);
  const refused = answers.flatMap((answer) => answer.refused);
  expect(refused).toHaveLength(20_000 - MOST);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["contacts-full"]));
}, 120_000);

test("an edit and a removal still pass with a full book, and what a removal makes room for is written", async () => {
  const socket = await sync.connect("thief", { at: 0 });
  const { documents } = await pullAll(socket, "contacts");
  const [first, second] = documents;
  const edited = { ...first, name: "Anna", editedAt: { name: 2000 } };
  const edit = await ask(socket, "push", {
    collection: "contacts",
    rows: [{ assumedMasterState: first, newDocumentState: edited }],
  });
  expect(edit).toEqual({ conflicts: [], refused: [] });
  // The new one stands before the removal, as a device sends them.
  const rows = [
    { newDocumentState: aContact("late") },
    { newDocumentState: aContact("later") },
    { assumedMasterState: second, newDocumentState: { ...second, _deleted: true } },
  ];
  const answer = await ask(socket, "push", { collection: "contacts", rows });
  expect(answer).toEqual({ conflicts: [], refused: [{ uid: "later", code: "contacts-full" }] });
  expect(await stored(THIEF, false)).toBe(MOST);
});

test("pushes around the limit, at once and of overlapping rows, never pass it", async () => {
  sync.signIn("follower", FOLLOWER);
  const sockets = await Promise.all([0, 1, 0, 1].map((at) => sync.connect("follower", { at })));
  await pushContacts(sockets, 0, MOST - 150);
  const bursts = sockets.map((socket, index) =>
    pushUntilAnswered(
      socket,
      Array.from({ length: PUSH_LIMIT }, (_, at) => aContact(`race-${index % 2}-${at}-${index}`)),
    ),
  );
  const answers = await Promise.all(bursts);
  expect(await stored(FOLLOWER, false)).toBe(MOST);
  expect(answers.flatMap(({ refused }) => refused)).toHaveLength(4 * PUSH_LIMIT - 150);
}, 60_000);

test("few contacts of the longest fields fill the bytes that one person has", async () => {
  sync.signIn("bytes", FULL_OF_BYTES);
  const socket = await sync.connect("bytes");
  const long = "\u{20AC}";
  const fields = { name: long.repeat(100), uniqueUserId: long.repeat(32), memo: long.repeat(28) };
  const answers = await pushContacts([socket], 0, MOST, fields);
  expect(answers.flatMap(({ refused }) => refused).length).toBeGreaterThan(0);
  const usage = await sync
    .databaseOf(0)
    .collection<{ _id: string; bytes: number }>(SYNC_USAGE)
    .findOne({ _id: `contacts:${FULL_OF_BYTES}` });
  expect(usage?.bytes).toBeLessThanOrEqual(QUOTAS.contacts.bytes);
}, 60_000);

test("making and removing contacts over and over leaves a bounded number of graves, the latest", async () => {
  sync.signIn("turning", TURNING);
  const socket = await sync.connect("turning");
  for (let round = 0; round * PUSH_LIMIT < MOST_GRAVES + 1000; round += 1) {
    const rows = Array.from({ length: PUSH_LIMIT }, (_, index) => aContact(`t${round}-${index}`, { _deleted: true }));
    expect(await pushUntilAnswered(socket, rows)).toEqual({ conflicts: [], refused: [] });
  }
  expect(await stored(TURNING, true)).toBeLessThanOrEqual(MOST_GRAVES);
  const last = await sync
    .databaseOf(0)
    .collection("contacts")
    .findOne({ userId: TURNING }, { sort: { revision: -1 } });
  expect(last?.["uid"]).toMatch(new RegExp(`^t${Math.ceil((MOST_GRAVES + 1000) / PUSH_LIMIT) - 1}-`));
}, 120_000);
