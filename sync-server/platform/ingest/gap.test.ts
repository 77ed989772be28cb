import { Asset, type Keypair, Memo, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { readCursor } from "./cursor.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { gapCollection } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";
import { readStates } from "./resync.ts";

const RETAINED = 5;
const ANA = 1;
const BEN = 2;
const CARLA = 3;
let world: World;
let issuer: Keypair;
let stranger: Keypair;
let ana: Keypair;
let ben: Keypair;
let usd: Asset;

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED, hasHorizon: true });
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  usd = new Asset("USD", issuer.publicKey());
  for (const keys of [ana, ben, stranger]) {
    await world.apply([keys], [Operation.changeTrust({ asset: usd })]);
    await world.ingest();
  }
  await world.apply(
    [issuer],
    [ana, stranger].map((keys) => pay(keys, "1000", usd)),
  );
  await follow();
});
afterAll(() => world.stop());
beforeEach(() => world.database.collection("system_issues").deleteMany({}));

function pay(to: Keypair, amount: string, asset = Asset.native()) {
  return Operation.payment({ destination: to.publicKey(), asset, amount });
}

/** Ingests as a process that was just started does, with gaps and all. */
async function follow(filler = new GapFiller()): Promise<void> {
  const network = openRpcNetwork(world.runtime.config.stellar);
  const own = new OwnAccounts();
  while (await followOn({ runtime: world.runtime, network, parts: INGEST_PARTS }, own, filler));
}

async function close(ledgers: number): Promise<void> {
  for (let closed = 0; closed < ledgers; closed += 1) await world.close();
}

function rowsOf(userId: number, hash: string) {
  return world.database
    .collection("transactions")
    .find({ userId, hash }, { sort: { id: 1 } })
    .toArray();
}

async function expectAsOnLedger(): Promise<void> {
  const accounts = await accountCollection(world.database).find({}).toArray();
  const { byAddress } = await readStates(world.network, accounts);
  for (const { _id, balance, lines } of accounts)
    expect({ balance, lines }, _id).toEqual({ balance: byAddress.get(_id)?.balance, lines: byAddress.get(_id)?.lines });
}

async function lastGap() {
  return gapCollection(world.database).findOne({}, { sort: { _id: -1 } });
}

test.each([1, 100])("what happened in a gap of %i ledgers is in the history, once", async (length) => {
  const before = (await readCursor(world.database, null))?.ledger ?? 0;
  const received = await world.apply([stranger], [pay(ana, "22")], Memo.text("while you were away"));
  const sent = await world.apply([ana], [pay(ben, "3", usd)]);
  await close(length + RETAINED);
  await follow();
  expect(await rowsOf(ANA, received)).toMatchObject([
    { type: "receive", amount: "22.0000000", memo: "while you were away" },
  ]);
  expect(await rowsOf(ANA, sent)).toMatchObject([{ type: "send", amount: "3.0000000", assetCode: "USD" }]);
  expect(await rowsOf(BEN, sent)).toMatchObject([{ type: "receive", amount: "3.0000000", assetCode: "USD" }]);
  await expectAsOnLedger();
  expect(await lastGap()).toMatchObject({ state: "filled", first: before + 1, transactions: 2 });
  const issues = await world.database.collection("system_issues").find({}).toArray();
  expect(issues).toMatchObject([{ checkId: "ingestion-gap", status: "resolved", autoResolved: true }]);
  expect(issues[0]?.["resolution"]).toMatch(/Ledgers \d+ to \d+ were filled from Horizon: 2 transactions/);
});

test("a gap within a gap, and a death at every step, fold nothing twice and leave out nothing", async () => {
  const hashes: string[] = [];
  for (let round = 0; round < 30; round += 1) hashes.push(await world.apply([stranger], [pay(ana, "1")]));
  await close(RETAINED);
  const network = openRpcNetwork(world.runtime.config.stellar);
  const deps = { runtime: world.runtime, network, parts: INGEST_PARTS };
  await followOn(deps, new OwnAccounts(), new GapFiller());
  expect(await lastGap()).toMatchObject({ state: "open" });
  // It dies after a part of the page is folded, and longer than the RPC remembers.
  const mortal = { ...world.database, transaction: diesAfter(2) };
  const dying = { ...deps, runtime: { ...world.runtime, database: mortal } };
  const filler = new GapFiller();
  await expect(untilItDies(() => followOn(dying, new OwnAccounts(), filler))).rejects.toThrow("died");
  const partly = await world.database.collection("transactions").countDocuments({ hash: { $in: hashes } });
  expect(partly).toBeGreaterThan(0);
  expect(partly).toBeLessThan(hashes.length);
  hashes.push(await world.apply([stranger], [pay(ana, "1")]));
  await close(3 * RETAINED);
  for (let step = 0; step < 20; step += 1) await followOn(deps, new OwnAccounts(), new GapFiller());
  await follow();
  expect(await world.database.collection("transactions").countDocuments({ userId: ANA, hash: { $in: hashes } })).toBe(
    31,
  );
  const told = await world.database
    .collection("notifications")
    .countDocuments({ userId: ANA, kind: "payment-received" });
  expect(told).toBeGreaterThanOrEqual(31);
  const gaps = await gapCollection(world.database)
    .find({}, { sort: { _id: -1 }, limit: 2 })
    .toArray();
  expect(gaps).toMatchObject([{ state: "filled" }, { state: "filled" }]);
  expect((gaps[0]?.first ?? 0) - 1).toBe(gaps[1]?.last);
  await expectAsOnLedger();
}, 60_000);

function diesAfter(commits: number): World["database"]["transaction"] {
  let left = commits;
  return (work) => {
    left -= 1;
    if (left < 0) return Promise.reject(new Error("died"));
    return world.database.transaction(work);
  };
}

async function untilItDies(step: () => Promise<unknown>): Promise<void> {
  for (let steps = 0; steps < 50; steps += 1) await step();
}

test("what the house is sent in a gap is kept for an operator once, and its sender's memo with it", async () => {
  const { database, deps, clock } = world;
  await makeHouseAccounts(
    database,
    (session) => deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    clock,
  );
  const treasury = (await houseAccounts(database)).get("treasury") ?? "";
  await world.apply([stranger], [Operation.createAccount({ destination: treasury, startingBalance: "50" })]);
  await follow();
  const hash = await world.apply(
    [stranger],
    [Operation.payment({ destination: treasury, asset: Asset.native(), amount: "12.5" })],
    Memo.text("for account 7"),
  );
  await close(2 * RETAINED);
  await follow();
  // Whatever is read once more.
  const gap = await lastGap();
  const again = {
    state: "open" as const,
    cursor: String((BigInt(gap?.first ?? 1) << 32n) - 1n),
    ledger: (gap?.first ?? 1) - 1,
  };
  await gapCollection(database).updateOne({ _id: gap?._id ?? 0 }, { $set: again });
  await follow();
  const items = await database.collection("suspense_items").find({ hash }).toArray();
  expect(items).toMatchObject([{ amount: "125000000", memo: "for account 7", account: treasury, state: "open" }]);
  expect(await database.collection("house_movements").countDocuments({ hash })).toBe(1);
});

test("a payment of ours that landed in a gap is settled by it, and keeps nothing back", async () => {
  const from = await world.wallet(CARLA);
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: CARLA,
      idempotencyKey: "into-the-gap",
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to: ben.publicKey(), assetCode: "XLM", issuer: "", amount: "50000000" }],
      memo: "",
      holds: [{ assetCode: "XLM", issuer: "", amount: "50000000" }],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await advanceOpen(world.deps);
  await world.close();
  await close(3 * RETAINED);
  await follow();
  expect(await submissionCollection(world.database).findOne({ id })).toMatchObject({
    state: "confirmed",
    isReserving: false,
  });
  expect(await world.rows(CARLA)).toMatchObject([{ type: "create_account" }, { type: "send", amount: "5.0000000" }]);
});
