import {
  Account,
  Asset,
  AuthClawbackEnabledFlag,
  AuthRevocableFlag,
  Claimant,
  Horizon,
  type Keypair,
} from "@stellar/stellar-sdk";
import { Memo, MuxedAccount, Operation, type AuthFlag } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "./account.ts";
import { readStates } from "./resync.ts";
import { startWorld, type World } from "#tests/support/world.ts";

let world: World;
let issuer: Keypair;
let ana: Keypair;
let stranger: Keypair;
let usd: Asset;
const ANA = 1;

beforeAll(async () => {
  world = await startWorld();
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  ana = await world.ours(ANA);
  usd = new Asset("USD", issuer.publicKey());
  const setFlags: AuthFlag = (AuthClawbackEnabledFlag | AuthRevocableFlag) as AuthFlag;
  await world.apply([issuer], [Operation.setOptions({ setFlags })]);
  await world.apply([ana], [Operation.changeTrust({ asset: usd })]);
  await world.apply([stranger], [Operation.changeTrust({ asset: usd })]);
  await world.apply([issuer], [Operation.payment({ destination: stranger.publicKey(), asset: usd, amount: "1000" })]);
  await world.ingest();
});
afterAll(() => world.stop());

/** Ingests, compares every account with the ledger, and answers with the rows of a transaction. */
async function rowsOf(hash: string, userId = ANA) {
  await world.ingest();
  const accounts = await accountCollection(world.database).find({}).toArray();
  const { byAddress } = await readStates(world.network, accounts);
  for (const { _id, exists, balance, reserves, selling, lines } of accounts) {
    const state = byAddress.get(_id);
    expect({ exists, balance, reserves, selling, lines }, _id).toEqual({
      exists: state?.exists,
      balance: state?.balance,
      reserves: state?.reserves,
      selling: state?.selling,
      lines: state?.lines,
    });
  }
  return (await world.rows(userId)).filter((row) => row["hash"] === hash);
}

function pay(destination: string, amount = "1", asset = Asset.native()) {
  return Operation.payment({ destination, asset, amount });
}

function muxed(keys: Keypair, id: string): string {
  return new MuxedAccount(new Account(keys.publicKey(), "0"), id).accountId();
}

test("of a strict-send path what arrived counts, not what was asked for", async () => {
  await world.apply(
    [stranger],
    [Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "100", price: "0.5" })],
  );
  const path = Operation.pathPaymentStrictSend({
    sendAsset: Asset.native(),
    sendAmount: "10",
    destination: ana.publicKey(),
    destAsset: usd,
    destMin: "1",
  });
  const payer = await world.stranger();
  const [row, ...others] = await rowsOf(await world.apply([payer], [path]));
  expect(others).toEqual([]);
  expect(row).toMatchObject({ type: "receive", assetCode: "USD", amount: "20.0000000", from: payer.publicKey() });
});

test("a merged account brings all it held, and one of ours that is merged away is gone", async () => {
  const merging = await world.stranger();
  const held = (await world.network.holdings([{ address: merging.publicKey(), assets: [] }])).accounts;
  const balance = held.get(merging.publicKey())?.balance ?? 0n;
  const merge = Operation.accountMerge({ destination: ana.publicKey() });
  const [row] = await rowsOf(await world.apply([merging], [merge]));
  // The fee of the merge itself was taken before.
  expect(row).toMatchObject({ type: "merge", assetCode: "XLM", amount: `${(balance - 100n) / 10_000_000n}.9999900` });

  const leaving = await world.ours(9);
  const [left] = await rowsOf(
    await world.apply([leaving], [Operation.accountMerge({ destination: stranger.publicKey() })]),
    9,
  );
  expect(left).toMatchObject({ type: "merge", from: leaving.publicKey(), to: stranger.publicKey() });
  const balances = await world.database.collection("balances").find({ userId: 9, deleted: false }).toArray();
  expect(balances).toEqual([]);
});

test("a claimed balance is received from who set it aside", async () => {
  const create = Operation.createClaimableBalance({
    asset: usd,
    amount: "7.5",
    claimants: [new Claimant(ana.publicKey())],
  });
  await world.apply([stranger], [create]);
  const horizon = new Horizon.Server(world.stellar.horizonUrl, { allowHttp: true });
  const { records } = await horizon.claimableBalances().claimant(ana.publicKey()).call();
  const claim = Operation.claimClaimableBalance({ balanceId: records[0]?.id ?? "" });
  const [row] = await rowsOf(await world.apply([ana], [claim]));
  const parties = { from: stranger.publicKey(), to: ana.publicKey() };
  expect(row).toMatchObject({ type: "receive", assetCode: "USD", amount: "7.5000000", ...parties });
});

test("what the issuer takes back is gone, and the row says who took it", async () => {
  const clawback = Operation.clawback({ asset: usd, from: ana.publicKey(), amount: "2.5" });
  const [row] = await rowsOf(await world.apply([issuer], [clawback]));
  expect(row).toMatchObject({
    type: "other",
    assetCode: "USD",
    amount: "2.5000000",
    from: ana.publicKey(),
    to: issuer.publicKey(),
  });
});

test("numbers within muxed addresses stay on the row, of the payer and of the receiver", async () => {
  const from = muxed(stranger, "7");
  const to = muxed(ana, "18446744073709551615");
  const payment = Operation.payment({ destination: to, asset: Asset.native(), amount: "3", source: from });
  const [row] = await rowsOf(await world.apply([stranger], [payment]));
  expect(row).toMatchObject({ type: "receive", amount: "3.0000000", from, to });
});

const MEMOS: readonly (readonly [string, Memo, string])[] = [
  ["no", Memo.none(), ""],
  ["a text", Memo.text("Grüße ✓"), "Grüße ✓"],
  ["a number", Memo.id("18446744073709551615"), "18446744073709551615"],
  ["a hash", Memo.hash("ab".repeat(32)), "ab".repeat(32)],
  ["a return", Memo.return("cd".repeat(32)), "cd".repeat(32)],
];

test.each(MEMOS)("%s memo is kept as it is", async (_name, memo, expected) => {
  const [row] = await rowsOf(await world.apply([stranger], [pay(ana.publicKey())], memo));
  expect(row).toMatchObject({ type: "receive", amount: "1.0000000", memo: expected });
});

test("an offer of ours that somebody takes leaves the balances right", async () => {
  await world.apply([stranger], [pay(ana.publicKey(), "50", usd)]);
  await world.apply(
    [ana],
    [Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "20", price: "3" })],
  );
  const cheaper = Operation.manageBuyOffer({ selling: Asset.native(), buying: usd, buyAmount: "130", price: "4" });
  const taker = await world.stranger();
  await world.apply([taker], [Operation.changeTrust({ asset: usd })]);
  const rows = await rowsOf(await world.apply([taker], [cheaper]));
  expect(rows.map((row) => [row["assetCode"], row["amount"]])).toEqual(
    expect.arrayContaining([
      ["USD", "20.0000000"],
      ["XLM", "60.0000000"],
    ]),
  );
});

test("a transaction that fails costs its fee, and nothing else", async () => {
  const broke = Operation.payment({ destination: stranger.publicKey(), asset: usd, amount: "999999" });
  await expect(world.apply([ana], [broke])).rejects.toThrow("FAILED");
  await world.ingest();
  const row = (await world.rows(ANA)).at(-1);
  expect(row).toMatchObject({ type: "fee", amount: "0.0000000", fee: "0.0000100", status: "failed" });
});
