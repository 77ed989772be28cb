import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standingSet } from "#server/platform/operators/standing.ts";
import { eventually, startTestApp, type TestApp } from "./support/app.ts";
import type { TestUser } from "./support/builders.ts";
import { aConfirmedAdmin, askAs } from "./support/operators.ts";
import { protect } from "./support/seals.ts";

const DAY = "2024-03-05";
const ISSUER = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
/** Ten of the batches in which they are read, far more than sockets hold by themselves. */
const ROWS = 10_000;
const MEMO = "x".repeat(4000);
/** Of ten batches, two are on their way and what sockets hold is about as much; who is stopped at once has no more. */
const MOST_BYTES = 7 * 1000 * MEMO.length;
let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  const rows = Array.from({ length: ROWS }, (_, index) => row(index));
  const transactions = app.database.collection("transactions");
  for (let at = 0; at < rows.length; at += 500) await transactions.insertMany(rows.slice(at, at + 500));
}, 180_000);
afterAll(() => app.stop());

/** As ingestion writes them, in a day long before the test. */
function row(index: number) {
  const id = 900_000_000 + index;
  return {
    id,
    uid: `t${id}`,
    userId: 1,
    revision: id,
    deleted: false,
    operationId: `op${id}`,
    type: "receive",
    assetCode: "XLM",
    issuer: "",
    amount: "1.0000000",
    fee: "0.0000000",
    from: ISSUER,
    to: ISSUER,
    hash: "",
    memo: MEMO,
    status: "confirmed",
    ledger: 1,
    timestamp: new Date(Date.parse(`${DAY}T00:00:00Z`) + index),
    partyName: "",
    event: null,
  };
}

/** An export of all of it, of which the first part has come and nothing more is taken. */
async function begun({ cookie }: TestUser): Promise<IncomingMessage> {
  const query = new URLSearchParams({ part: "movements", from: DAY, to: DAY, reason: "the books" });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/admin/accounting/export?${query}`, { headers: { cookie } }, resolve).on("error", reject);
  });
  expect(answer.statusCode).toBe(200);
  await new Promise<void>((resolve) => answer.once("readable", resolve));
  return answer;
}

/** Takes the rest; answers with how much came and whether the answer ended as one that is whole. */
async function rest(answer: IncomingMessage): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += Buffer.byteLength(chunk);
  } catch {
    return { bytes, isWhole: false };
  }
  return { bytes, isWhole: answer.complete };
}

test("whoever may read it has all of it, also after they need to confirm again", async () => {
  const finance = await aConfirmedAdmin(app, ["finance"]);
  const answer = await begun(finance);
  app.clock.advance(11 * 60 * 1000);
  const { bytes, isWhole } = await rest(answer);
  expect(isWhole).toBe(true);
  expect(bytes).toBeGreaterThan(ROWS * MEMO.length);
}, 60_000);

const ENDS: readonly (readonly [string, (who: TestUser, by: TestUser) => Promise<unknown>])[] = [
  [
    "is demoted",
    ({ user }) => {
      const set = standingSet(app.database, user.id, { roles: ["support"], since: new Date(0) });
      return app.database.collection("users").updateOne({ id: user.id }, { $set: set });
    },
  ],
  ["signs out", (who) => askAs(app, who, "POST", "/api/logout", {})],
  [
    "is signed out by another operator",
    ({ user }, by) => askAs(app, by, "POST", `/api/admin/users/${user.id}/sessions/end`, { reason: "odd" }),
  ],
  ["is frozen", ({ user }) => protect(app.runtime, user.id, { isFrozen: true })],
];

test.each(ENDS)(
  "an export breaks off where the operator %s",
  async (_how, end) => {
    const [finance, by] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app)];
    const answer = await begun(finance);
    await end(finance, by);
    const { bytes, isWhole } = await rest(answer);
    expect(isWhole).toBe(false);
    expect(bytes).toBeLessThan(MOST_BYTES);
    // The server itself goes on.
    await eventually(async () => (await app.server.inject({ url: "/api/service" })).statusCode === 200);
  },
  60_000,
);
