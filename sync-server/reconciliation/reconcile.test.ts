import { createSecurity } from "#server/users/index.ts";
import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually } from "#tests/support/app.ts";
import { type World, startWorld } from "#tests/support/world.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { haltAsset, haltReasons, resumeAsset } from "#server/platform/submissions/halts.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { openApprovals } from "#server/approvals/index.ts";
import { acceptAct, proposeAcceptance } from "./accept-difference.ts";
import { reconcile } from "./reconcile.ts";
import { addOperator } from "#tests/support/operators.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

let world: World;
let ana: Keypair;
let ben: Keypair;
let issuer: Keypair;
let usd: string;
let keys = 0;

beforeAll(async () => {
  world = await startWorld();
  issuer = await world.stranger();
  [ana, ben] = [await world.ours(1), await world.ours(2)];
  const asset = new Asset("USD", issuer.publicKey());
  usd = `USD-${issuer.publicKey()}`;
  for (const person of [ana, ben]) {
    await world.apply([person], [Operation.changeTrust({ asset })]);
    await world.apply([issuer], [Operation.payment({ destination: person.publicKey(), asset, amount: "100" })]);
  }
  await world.ingest();
});
beforeEach(async () => {
  expect(await run()).toMatchObject({ skipped: 0, differences: [] });
  expect(await halted()).toEqual([]);
});
afterAll(() => world.stop());

function run() {
  return reconcile(world.runtime, world.network);
}

async function halted(): Promise<string[]> {
  return [...(await haltReasons(world.database, null)).keys()];
}

function issueOf(key: string) {
  return world.database
    .collection("system_issues")
    .findOne({ checkId: "reconciliation", subject: key, status: "active" });
}

/** Changes what the database says of an account; answers with the way back. */
async function disturb(keypair: Keypair, set: Record<string, unknown>): Promise<() => Promise<void>> {
  const accounts = accountCollection(world.database);
  const _id = keypair.publicKey();
  const before = await accounts.findOne({ _id });
  await accounts.updateOne({ _id }, { $set: set });
  return async () => {
    if (before) await accounts.replaceOne({ _id }, before);
  };
}

function hold(account: Keypair, assetCode: string, issuerOf: string, amount: bigint) {
  keys += 1;
  const draft = {
    userId: 1,
    idempotencyKey: `hold-${keys}`,
    fingerprint: "",
    kind: "send",
    account: account.publicKey(),
    steps: [],
    memo: "",
    holds: [{ assetCode, issuer: issuerOf, amount: String(amount) }],
    fee: "100",
    feePayer: null,
    viaChannel: false,
  } as const;
  return world.database.transaction((session) => insertSubmission(world.runtime, session, draft, "held"));
}

test("the sums of each asset are those of the ledger", async () => {
  const { assets, accounts } = await run();
  expect(accounts).toBe(2);
  expect(assets.get(usd)).toMatchObject({ database: 2_000_000_000n, ledger: 2_000_000_000n, owed: 0n, differences: 0 });
  expect(assets.get("XLM")?.database).toBe(assets.get("XLM")?.ledger);
});

test("an injected difference halts its asset alone, names the amounts, and is over once it is gone", async () => {
  const undo = await disturb(ana, { "lines.0.balance": "999999999" });
  const outcome = await run();
  expect(outcome.differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: "balance", database: "999999999", ledger: "1000000000" }),
      expect.objectContaining({ what: "shown", database: "1000000000", ledger: "999999999" }),
    ]),
  );
  expect(await halted()).toEqual([usd]);
  const issue = await issueOf(usd);
  expect(wordsIn("en").said(String(issue?.["description"]))).toContain("the database says 199.9999999, the ledger 200");
  expect(issue).toMatchObject({ severity: "critical", metadata: { asset: usd, database: "1999999999" } });
  expect(await issueOf("XLM")).toBe(null);
  await undo();
  await run();
  expect(await halted()).toEqual([]);
  expect(await issueOf(usd)).toBe(null);
});

test("reserves, existence and what a device shows are compared, too", async () => {
  const undoReserves = await disturb(ana, { reserves: 2 });
  expect((await run()).differences).toMatchObject([{ what: "reserves", database: "2", ledger: "3" }]);
  await undoReserves();
  const undoExistence = await disturb(ben, { exists: false, lines: [] });
  const found = (await run()).differences.map(({ what }) => what);
  expect(found).toContain("existence");
  expect(await halted()).toContain("XLM");
  await undoExistence();
  const balances = world.database.collection("balances");
  await balances.updateOne({ userId: 2, uid: "XLM" }, { $set: { balance: "12345.0000000" } });
  expect((await run()).differences).toMatchObject([{ what: "shown", database: "123450000000" }]);
  await balances.updateOne({ userId: 2, uid: "XLM" }, { $set: { balance: await shownXlm(ben) } });
});

async function shownXlm(keypair: Keypair): Promise<string> {
  const balance = BigInt(
    (await accountCollection(world.database).findOne({ _id: keypair.publicKey() }))?.balance ?? "0",
  );
  return `${balance / 10_000_000n}.${String(balance % 10_000_000n).padStart(7, "0")}`;
}

test("more promised than held is a difference; as much as held is none", async () => {
  const fits = await hold(ana, "USD", issuer.publicKey(), 1_000_000_000n);
  expect(await run()).toMatchObject({ differences: [] });
  const tooMuch = await hold(ana, "USD", issuer.publicKey(), 1n);
  expect((await run()).differences).toMatchObject([{ what: "owed", database: "1000000001", ledger: "1000000000" }]);
  expect(await halted()).toEqual([usd]);
  await world.database
    .collection("submissions")
    .updateMany({ id: { $in: [fits.id, tooMuch.id] } }, { $set: { isReserving: false, state: "failed" } });
});

test("a difference that two operators accepted halts nothing until it is another", async () => {
  const undo = await disturb(ana, { "lines.0.balance": "5" });
  await run();
  const accepted = { assetCode: "USD", issuer: issuer.publicKey(), evidence: "a manual correction, see the minutes" };
  const approvals = openApprovals(world.runtime);
  approvals.define("accept-difference", acceptAct(world.runtime));
  for (const operator of [7, 8]) await addOperator(world.database, operator);
  await world.database.transaction(async (session) => {
    for (const operator of [7, 8]) await createSecurity(world, session, operator);
  });
  const { id, digest } = await proposeAcceptance(world.runtime, approvals, 7, accepted);
  expect(await halted()).toEqual([usd]);
  await approvals.approve(id, { operatorId: 8, digest, reason: "seen" });
  expect(await halted()).toEqual([]);
  await run();
  expect(await halted()).toEqual([]);
  await expect(proposeAcceptance(world.runtime, approvals, 7, accepted)).rejects.toMatchObject({
    code: "difference-unknown",
  });
  await disturb(ana, { "lines.0.balance": "6" });
  await run();
  expect(await halted()).toEqual([usd]);
  await undo();
});

test("an asset that an operator halted stays halted, whether its records balance or not", async () => {
  await haltAsset(world.runtime, NATIVE, "the issuer is being asked", null);
  const undo = await disturb(ben, { reserves: 9 });
  await run();
  await undo();
  await run();
  expect([...(await haltReasons(world.database, null)).values()]).toEqual(["the issuer is being asked"]);
  await resumeAsset(world.database, NATIVE, null);
});

test("payments that ingestion has not seen yet raise no alarm", async () => {
  const asset = new Asset("USD", issuer.publicKey());
  const payments = Array.from({ length: 5 }, () =>
    Operation.payment({ destination: ben.publicKey(), asset, amount: "1" }),
  );
  for (const payment of payments) {
    await world.apply([ana], [payment]);
    const [outcome] = await Promise.all([run(), world.ingest()]);
    expect(outcome).toMatchObject({ skipped: 0, differences: [] });
  }
  expect(
    await world.database
      .collection("system_issues")
      .countDocuments({ checkId: "reconciliation", subject: "XLM", status: "active" }),
  ).toBe(0);
});

test("a run that waits for ingestion ends as soon as it is told to, for ingestion may have been stopped first", async () => {
  await world.apply([ben], [Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount: "1" })]);
  const ending = new AbortController();
  let waits = 0;
  const database = new Proxy(world.database, {
    get: (target, name) => {
      if (name === "collection") waits += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  let isOver = false;
  const running = reconcile({ ...world.runtime, database }, world.network, ending.signal).finally(() => {
    isOver = true;
  });
  const ended = expect(running).rejects.toMatchObject({ name: "AbortError" });
  // Far more questions than the records take: it asks again and again how far ingestion has come.
  await eventually(() => waits > 60);
  expect(isOver).toBe(false);
  ending.abort();
  await ended;
  await world.ingest();
});
