import {
  Account,
  Asset,
  AuthClawbackEnabledFlag,
  AuthRevocableFlag,
  type AuthFlag,
  Claimant,
  type Keypair,
  Memo,
  MuxedAccount,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmountShort, parseVolume } from "#schemas/values/money.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { quarantineCollection } from "#server/platform/ingest/quarantine.ts";
import { readStates } from "#server/platform/ingest/resync.ts";
import { shapeRow } from "#server/platform/sync/shape-row.ts";
import { startWorld, type World } from "#tests/support/world.ts";

const ANA = 1;
const MOST = "922337203685.4775807";
let world: World;
let issuer: Keypair;
let stranger: Keypair;
let ana: Keypair;
let usd: Asset;

beforeAll(async () => {
  world = await startWorld();
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  ana = await world.ours(ANA);
  usd = new Asset("SPAM", issuer.publicKey());
  const setFlags = (AuthClawbackEnabledFlag | AuthRevocableFlag) as AuthFlag;
  await world.apply([issuer], [Operation.setOptions({ setFlags })]);
  await world.apply([ana], [Operation.changeTrust({ asset: usd })]);
  await world.ingest();
});
afterAll(() => world.stop());

/** Ingests; nothing may be set aside, every row must reach its device, and the money must be the ledger's. */
async function isTakenIn(hash: string): Promise<Record<string, unknown>[]> {
  await world.ingest();
  expect(await quarantineCollection(world.database).find({}).toArray()).toEqual([]);
  for (const collection of SYNC_COLLECTIONS)
    for (const row of await world.database.collection(collection).find({ userId: ANA }).toArray())
      expect(() => shapeRow(collection, row), JSON.stringify(row)).not.toThrow();
  const accounts = await accountCollection(world.database).find({}).toArray();
  const { byAddress } = await readStates(world.network, accounts);
  for (const { _id, balance, lines } of accounts)
    expect({ balance, lines }).toEqual({ balance: byAddress.get(_id)?.balance, lines: byAddress.get(_id)?.lines });
  return (await world.rows(ANA)).filter((row) => row["hash"] === hash);
}

const pay = (amount: string, asset = Asset.native(), destination = ana.publicKey()) =>
  Operation.payment({ destination, asset, amount });

test("what is paid again and again in one transaction is told with its sum, however large", async () => {
  const round = [pay(MOST, usd), Operation.clawback({ asset: usd, from: ana.publicKey(), amount: MOST })];
  const rounds = Array.from({ length: 50 }, () => round).flat();
  expect(await isTakenIn(await world.apply([issuer], rounds))).toHaveLength(100);
  const told = await world.database.collection("notifications").findOne({ userId: ANA, assetCode: "SPAM" });
  expect(told?.["amount"]).toBe("46116860184273.8790350");
  expect(formatAmountShort(parseVolume(String(told?.["amount"])))).toBe("46116860184273.879035");
});

test("a balance as large as a ledger can hold, and one more beside it", async () => {
  const other = new Asset("OTHERSPAM012", issuer.publicKey());
  await world.apply([ana], [Operation.changeTrust({ asset: other })]);
  expect(await isTakenIn(await world.apply([issuer], [pay(MOST, usd), pay(MOST, other)]))).toHaveLength(2);
  await world.apply([issuer], [Operation.clawback({ asset: usd, from: ana.publicKey(), amount: MOST })]);
});

test("memos that are no text, and asset codes that look like others", async () => {
  for (const bytes of [[0xff, 0xfe, 0x00, 0x80], [0xed, 0xa0, 0x80], Array.from({ length: 28 }, () => 0xf0), [0]])
    await isTakenIn(await world.apply([stranger], [pay("0.0000001")], new Memo("text", Buffer.from(bytes))));
  const lookalike = new Asset("XLM", issuer.publicKey());
  await world.apply([ana], [Operation.changeTrust({ asset: lookalike })]);
  const [row] = await isTakenIn(await world.apply([issuer], [pay("5", lookalike)]));
  expect(row).toMatchObject({ assetCode: "XLM", issuer: issuer.publicKey() });
});

test("claimable balances for ten at once, for ever, and never", async () => {
  const never = Claimant.predicateNot(Claimant.predicateUnconditional());
  const odd = [
    Claimant.predicateBeforeAbsoluteTime("0"),
    Claimant.predicateBeforeAbsoluteTime("9223372036854775807"),
    Claimant.predicateBeforeRelativeTime("9223372036854775807"),
    Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime("253402300800")),
    Claimant.predicateOr(never, Claimant.predicateAnd(never, Claimant.predicateBeforeRelativeTime("0"))),
  ];
  const operations = odd.map((predicate) =>
    Operation.createClaimableBalance({
      asset: usd,
      amount: MOST,
      claimants: [new Claimant(ana.publicKey(), predicate), new Claimant(stranger.publicKey())],
    }),
  );
  await isTakenIn(await world.apply([issuer], operations));
  expect(await world.database.collection("claimable_balances").countDocuments({ userId: ANA })).toBe(odd.length);
});

test("whatever else stands in one transaction with a payment", async () => {
  const muxed = new MuxedAccount(new Account(ana.publicKey(), "0"), "18446744073709551615").accountId();
  const other = await world.stranger();
  const operations = [
    pay("0.0000001", Asset.native(), muxed),
    Operation.manageData({ name: "~".repeat(64), value: Buffer.alloc(64, 0xff) }),
    Operation.setOptions({ homeDomain: "a".repeat(32) }),
    Operation.setOptions({ signer: { sha256Hash: Buffer.alloc(32, 7), weight: 1 } }),
    Operation.setOptions({ signer: { preAuthTx: Buffer.alloc(32, 8), weight: 1 } }),
    Operation.bumpSequence({ bumpTo: "0" }),
    Operation.beginSponsoringFutureReserves({ sponsoredId: other.publicKey() }),
    Operation.manageData({ source: other.publicKey(), name: "x", value: "y" }),
    Operation.endSponsoringFutureReserves({ source: other.publicKey() }),
    Operation.revokeDataSponsorship({ account: other.publicKey(), name: "x" }),
    Operation.accountMerge({ destination: ana.publicKey(), source: other.publicKey() }),
  ];
  const withoutMerge = operations.slice(0, -1);
  expect((await isTakenIn(await world.apply([stranger, other], withoutMerge))).length).toBeGreaterThan(0);
});

test("dust by the thousand is folded while others wait but a moment", async () => {
  const payers = await Promise.all(Array.from({ length: 10 }, () => world.stranger()));
  const dust = Array.from({ length: 100 }, () => pay("0.0000001"));
  for (const payer of payers) await world.apply([payer], dust);
  const beganMs = performance.now();
  await world.ingest();
  expect(performance.now() - beganMs).toBeLessThan(20_000);
  const rows = await world.rows(ANA);
  expect(rows.filter((row) => row["amount"] === "0.0000001").length).toBeGreaterThanOrEqual(1000);
});

test("a person with very many lines and offers", async () => {
  const many = await world.ours(7);
  const assets = Array.from({ length: 300 }, (_, n) => new Asset(`A${n}`, issuer.publicKey()));
  for (let at = 0; at < assets.length; at += 100)
    await world.apply(
      [many],
      assets.slice(at, at + 100).map((asset) => Operation.changeTrust({ asset })),
    );
  const offers = assets
    .slice(0, 100)
    .map((buying) => Operation.manageSellOffer({ selling: Asset.native(), buying, amount: "0.0000001", price: "1" }));
  await world.apply([many], offers);
  await isTakenIn(await world.apply([stranger], [pay("1", Asset.native(), many.publicKey())]));
  expect((await accountCollection(world.database).findOne({ _id: many.publicKey() }))?.lines).toHaveLength(300);
  expect(await world.database.collection("orders").countDocuments({ userId: 7, state: "open" })).toBe(100);
});
