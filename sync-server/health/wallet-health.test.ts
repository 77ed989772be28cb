import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestText } from "#schemas/diagnostics.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

let app: TestApp;
let person: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  person = await aUser(app);
  const { id: userId } = person.user;
  await eventually(() => accountCollection(app.database).findOne({ userId, exists: true }), 30_000);
  // The payment that made the account has been told of, too.
  await eventually(() => app.database.collection("transactions").findOne({ userId }), 30_000);
});
afterAll(() => app.stop());

function look({ cookie }: TestUser) {
  return app.server.inject({ method: "GET", url: "/api/diagnostics/wallet", headers: { cookie } });
}

test("the ledger and the books of one's own account are told side by side", async () => {
  const { ledger, books, open, address } = (await look(person)).json();
  expect(address).toMatch(/^G/);
  expect(ledger).toMatchObject({
    state: "found",
    balance: "10000.0000000",
    threshold: 1,
    signers: [{ key: address, weight: 1 }],
    lines: [],
  });
  expect(ledger.sequence).toMatch(/^\d+$/);
  expect(books).toMatchObject({ exists: true, held: [{ assetCode: "XLM", issuer: "", balance: ledger.balance }] });
  expect(books.ingestedLedger).toBeGreaterThanOrEqual(books.asOfLedger);
  expect(open).toEqual([]);
});

test("what a device should hold is counted by its rows alone, and changes with them", async () => {
  const { id: userId } = person.user;
  const of = async (name: string) =>
    (await look(person)).json().collections.find((each: { name: string }) => each.name === name);
  const rows = app.database.collection("contacts");
  const row = { id: 90_001, uid: "b", userId, revision: 90_001, deleted: false, name: "Bea", stellarAddress: "" };
  await rows.insertMany([
    { ...row },
    { ...row, id: 90_002, uid: "a", revision: 90_002 },
    { ...row, id: 90_003, uid: "gone", revision: 90_003, deleted: true },
  ]);
  const digest = createHash("sha256").update("a\nb").digest("hex");
  expect(digestText(["b", "a"])).toBe("a\nb");
  expect(await of("contacts")).toEqual({ name: "contacts", rows: 2, digest });
  // More than one page of the database, and names of every kind.
  const uids = Array.from({ length: 2500 }, (_, number) => `${"aZ0_-"[number % 5]}${number * 7919}`);
  const many = uids.map((uid, number) => ({ ...row, uid, id: 91_000 + number, revision: 91_000 + number }));
  await rows.insertMany(many);
  const all = createHash("sha256")
    .update(digestText(["a", "b", ...uids]))
    .digest("hex");
  expect(await of("contacts")).toEqual({ name: "contacts", rows: 2502, digest: all });
  const before = await of("balances");
  await app.database.collection("balances").updateOne({ userId }, { $set: { balance: "1.0000000" } });
  const after = await of("balances");
  expect(after.rows).toBe(before.rows);
  expect(after.digest).not.toBe(before.digest);
  const balances = app.database.collection("balances");
  const line = { id: 92_000, uid: "A-1", userId, revision: 92_000, deleted: false, balance: "2.0000000" };
  await balances.insertMany([{ ...line }, { ...line, id: 92_001, uid: "A-10", revision: 92_001 }]);
  const held = await balances.find({ userId, deleted: false }).toArray();
  const marks = held.map(({ uid, balance }) => `${uid}=${balance}`);
  expect(await of("balances")).toMatchObject({
    rows: marks.length,
    digest: createHash("sha256").update(digestText(marks)).digest("hex"),
  });
});

test("somebody without a wallet, and a network that is away, are told as such", async () => {
  const other = await aUser(app);
  await app.database.collection("accounts").deleteOne({ userId: other.user.id });
  expect((await look(other)).json()).toMatchObject({ address: null, ledger: { state: "missing" } });
  await app.stellar.stop();
  const { ledger, books } = (await look(person)).json();
  expect(ledger).toEqual({ state: "unreachable" });
  expect(books.exists).toBe(true);
});

test("nobody looks without end", async () => {
  const { cookie } = await aUser(app);
  const answers: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) {
    const url = "/api/diagnostics/wallet";
    answers.push((await app.server.inject({ method: "GET", url, headers: { cookie } })).statusCode);
  }
  expect(answers.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(answers[30]).toBe(429);
});
