import { Asset, Claimant, Horizon, type Keypair, Memo, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
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
  await world.apply([issuer], [ana, stranger].map((keys) => pay(keys, "1000", usd)));
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
  return world.database.collection("transactions").find({ userId, hash }, { sort: { id: 1 } }).toArray();
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

test.each([1, 20, 300])("what happened in a gap of %i ledgers is in the history, once", async (length) => {
  const before = (await readCursor(world.database, null))?.ledger ?? 0;
  const received = await world.apply([stranger], [pay(ana, "22")], Memo.text("while you were away"));
  const sent = await world.apply([ana], [pay(ben, "3", usd)]);
  await close(length + RETAINED);
  await follow();
  expect(await rowsOf(ANA, received)).toMatchObject([{ type: "receive", amount: "22.0000000", memo: "while you were away" }]);
  expect(await rowsOf(ANA, sent)).toMatchObject([{ type: "send", amount: "3.0000000", assetCode: "USD" }]);
  expect(await rowsOf(BEN, sent)).toMatchObject([{ type: "receive", amount: "3.0000000", assetCode: "USD" }]);
  await expectAsOnLedger();
  expect(await lastGap()).toMatchObject({ state: "filled", first: before + 1, transactions: 2 });
  const issues = await world.database.collection("system_issues").find({}).toArray();
  expect(issues).toMatchObject([{ checkId: "ingestion-gap", status: "resolved", autoResolved: true }]);
  expect(issues[0]?.["resolution"]).toMatch(/Ledgers \d+ to \d+ were filled from Horizon: 2 transactions/);
});
void Claimant;
void Horizon;
