import { Asset, getLiquidityPoolId, Keypair, LiquidityPoolAsset, Operation, xdr } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tradesAt } from "#tests/markets/compare.ts";
import { Town } from "#tests/markets/town.ts";
import { assetKey } from "./assets.ts";
import { changesAmong, isUnchanged, readMarketChanges } from "./market-changes.ts";
import { mayTouchMarkets } from "./market-results.ts";
import type { LedgerOffer, MarketChanges } from "./markets.ts";
import type { NetworkTransaction } from "./network.ts";

const XLM = Asset.native();
let town: Town;
let usd: Asset;
let eur: Asset;
let unlisted: Asset;
let maker: Keypair;
let taker: Keypair;
let issuer: Keypair;

beforeAll(async () => {
  town = await Town.open("changes", { people: 2, assets: 3 });
  const [, first, second, third] = town.assets;
  if (!first || !second || !third) throw new Error("too few assets");
  [usd, eur, unlisted] = [first.asset, second.asset, third.asset];
  [maker, taker, issuer] = [at(town.people, 0), at(town.people, 1), at(town.issuers, 0)];
  await told();
});
afterAll(() => town.stop());

function at(keys: readonly Keypair[], place: number): Keypair {
  const key = keys[place];
  if (!key) throw new Error("nobody there");
  return key;
}

/** The transactions since it was last asked for, which are of one ledger, and what they changed. */
async function told(): Promise<{
  readonly transactions: readonly NetworkTransaction[];
  readonly changes: MarketChanges;
}> {
  const ledgers = await town.news();
  const transactions = ledgers.at(-1)?.transactions ?? [];
  return { transactions, changes: readMarketChanges(transactions) };
}

/** Does it in a ledger of its own, and tells what that changed. */
async function done(source: Keypair, ...operations: readonly xdr.Operation[]): Promise<MarketChanges> {
  await town.must({ source, operations });
  return (await told()).changes;
}

const sell = (selling: Asset, buying: Asset, amount: string, price = "1", offerId = "0") =>
  Operation.manageSellOffer({ selling, buying, amount, price, offerId });
const send = (sendAsset: Asset, sendAmount: string, destAsset: Asset) =>
  Operation.pathPaymentStrictSend({
    sendAsset,
    sendAmount,
    destAsset,
    destination: taker.publicKey(),
    destMin: "0.0000001",
    path: [],
  });

/** Clears the market of this maker. */
async function clear(): Promise<void> {
  for (const offerId of town.offersOf(maker))
    await town.must({ source: maker, operations: [sell(usd, XLM, "0", "1", offerId)] });
  await told();
}

test("an offer is told as the ledger has it: new, in part taken, changed, and gone", async () => {
  const ledger = () => town.ledger;
  const [offer] = (await done(maker, sell(usd, XLM, "5", "1.5"))).offers;
  expect(offer).toEqual({
    offerId: expect.any(String),
    seller: maker.publicKey(),
    amount: 50_000_000n,
    price: {
      n: 3,
      d: 2,
    },
    selling: nameOf(usd),
    buying: nameOf(XLM),
    ledger: ledger(),
  });
  const id = offer?.offerId ?? "";
  const part = await done(taker, send(XLM, "3", usd));
  expect(part).toMatchObject({ offers: [{ offerId: id, amount: 30_000_000n, ledger: ledger() }], goneOffers: [] });
  expect(part.trades).toMatchObject([
    {
      sold: nameOf(usd),
      soldAmount: 20_000_000n,
      bought: nameOf(XLM),
      boughtAmount: 30_000_000n,
      price: {
        n: 3n,
        d: 2n,
      },
      taker: taker.publicKey(),
      ledger: ledger(),
      maker: {
        kind: "offer",
        offerId: id,
        seller: maker.publicKey(),
      },
    },
  ]);
  expect(await done(maker, sell(usd, eur, "4", "2", id))).toMatchObject({
    offers: [
      {
        offerId: id,
        buying: nameOf(eur),
        amount: 40_000_000n,
      },
    ],
    goneOffers: [],
    trades: [],
  });
  expect(await done(maker, sell(usd, eur, "0", "2", id))).toMatchObject({ offers: [], goneOffers: [id] });
});

test("who loses consent loses offers and a pool's share; with the last share the pool is gone", async () => {
  const pool = new LiquidityPoolAsset(
    ...(Asset.compare(XLM, usd) < 0 ? ([XLM, usd] as const) : ([usd, XLM] as const)),
    30,
  );
  const poolId = Buffer.from(getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters())).toString("hex");
  const bounds = { minPrice: "0.1", maxPrice: "10" };
  const deposit = Operation.liquidityPoolDeposit({
    liquidityPoolId: poolId,
    maxAmountA: "8",
    maxAmountB: "2",
    ...bounds,
  });
  const opened = await done(maker, Operation.changeTrust({ asset: pool }), deposit, sell(usd, XLM, "5"));
  expect(opened.pools).toEqual([
    {
      poolId,
      assetA: nameOf(XLM),
      assetB: nameOf(usd),
      reserveA: 80_000_000n,
      reserveB: 20_000_000n,
      totalShares: 40_000_000n,
      feeBasisPoints: 30,
      holders: 1,
      ledger: town.ledger,
    },
  ]);
  const traded = await done(taker, send(XLM, "0.8", usd));
  expect(traded.trades).toMatchObject([{ maker: { kind: "offer" } }]);
  await done(maker, sell(usd, XLM, "5", "100", traded.offers[0]?.offerId));
  const inPool = await done(taker, send(XLM, "0.8", usd));
  expect(inPool.trades).toMatchObject([{ price: { n: 8_000_000n, d: 1_813_221n }, maker: { kind: "pool", poolId } }]);
  expect(inPool.pools).toMatchObject([{ reserveA: 88_000_000n, reserveB: 18_186_779n }]);
  const [offerId] = town.offersOf(maker);
  const no = Operation.allowTrust({ trustor: maker.publicKey(), assetCode: usd.getCode(), authorize: 0 });
  const yes = Operation.allowTrust({ trustor: maker.publicKey(), assetCode: usd.getCode(), authorize: 1 });
  expect(await done(issuer, no, yes)).toMatchObject({
    goneOffers: [offerId],
    gonePools: [poolId],
    offers: [],
    pools: [],
  });
});

test("who carries the reserve of an offer changes the ledger that it is of, by a kind of its own", async () => {
  await clear();
  await town.must({ source: maker, operations: [sell(usd, XLM, "5")] });
  await told();
  const [offerId = ""] = town.offersOf(maker);
  const sponsor = [
    Operation.beginSponsoringFutureReserves({ sponsoredId: maker.publicKey() }),
    Operation.revokeOfferSponsorship({ seller: maker.publicKey(), offerId, source: maker.publicKey() }),
    Operation.endSponsoringFutureReserves({ source: maker.publicKey() }),
  ];
  await town.must({ source: taker, operations: sponsor, signers: [maker] });
  expect((await told()).changes.offers).toMatchObject([{ offerId, ledger: town.ledger, amount: 50_000_000n }]);
  const revoke = Operation.revokeOfferSponsorship({ seller: maker.publicKey(), offerId });
  expect((await done(taker, revoke)).offers).toMatchObject([{ offerId, ledger: town.ledger }]);
});

test("passive offers trade, too; what is a stroop too little to trade is no trade, and numbers go on behind it", async () => {
  await clear();
  await done(maker, sell(usd, XLM, "0.0000100", "1"), sell(usd, XLM, "10", "1.5"));
  const passive = Operation.createPassiveSellOffer({ selling: XLM, buying: usd, amount: "0.0000116", price: "0.5" });
  await town.must({ source: taker, operations: [passive] });
  const [transaction] = (await told()).transactions;
  if (!transaction) throw new Error("nothing happened");
  const { trades, offers } = readMarketChanges([transaction]);
  expect(readMarketChanges([withPassiveResult(transaction)]).trades).toEqual(trades);
  const pair = { base: nameOf(XLM), counter: nameOf(usd) };
  expect(trades.map(({ soldAmount, boughtAmount }) => [soldAmount, boughtAmount])).toEqual([
    [100n, 100n],
    [10n, 15n],
  ]);
  expect(offers.map(({ amount }) => amount)).toEqual([99_999_990n]);
  expect((await tradesAt(town.snapshots, pair)).slice(-2)).toEqual(trades);
  // For one stroop there is nothing to be had at this price.
  const one = await done(taker, sell(XLM, usd, "0.0000001", "0.5"));
  expect(one).toMatchObject({ trades: [] });
  expect(town.offersOf(taker)).toEqual([]);
});

test("within a fee bump, and by an operation's own account, the taker is whoever acts", async () => {
  await clear();
  await done(maker, sell(usd, XLM, "10"));
  const own = Operation.manageBuyOffer({
    selling: XLM,
    buying: usd,
    buyAmount: "1",
    price: "1",
    source: taker.publicKey(),
  });
  await town.must({ source: issuer, operations: [own], signers: [taker], payer: maker });
  expect((await told()).changes.trades).toMatchObject([{ taker: taker.publicKey(), soldAmount: 10_000_000n }]);
});

test("what failed, and what only pays, is not even looked into", async () => {
  await clear();
  const pay = Operation.payment({ destination: taker.publicKey(), asset: usd, amount: "1" });
  town.submit({ source: maker, operations: [pay, pay] });
  town.submit({ source: taker, operations: [sell(usd, XLM, "5"), send(eur, "1", usd)] });
  town.submit({ source: issuer, operations: [pay], payer: taker });
  await town.close();
  const { transactions, changes } = await told();
  expect(transactions.map(({ isSuccessful }) => isSuccessful).toSorted()).toEqual([false, true, true]);
  expect(transactions.map(mayTouchMarkets)).toEqual([false, false, false]);
  expect(isUnchanged(changes)).toBe(true);
  town.submit({ source: maker, operations: [pay, sell(usd, XLM, "5")] });
  town.submit({ source: issuer, operations: [pay, pay], payer: taker });
  town.submit({ source: taker, operations: [sell(usd, XLM, "5", "9")], payer: issuer });
  await town.close();
  const next = await told();
  expect(next.transactions.map(mayTouchMarkets).toSorted()).toEqual([false, true, true]);
  expect(next.changes.offers).toHaveLength(2);
});

test("metadata of every version is read, before, within and after the operations", async () => {
  await clear();
  await town.must({ source: maker, operations: [sell(usd, XLM, "5")] });
  const [transaction] = (await told()).transactions;
  if (!transaction) throw new Error("nothing happened");
  const meta = xdr.TransactionMeta.schema.decode(Buffer.from(transaction.metaXdr, "base64"));
  if (meta.v !== 4) throw new Error(`metadata of version ${meta.v}`);
  const { txChangesBefore, txChangesAfter } = meta.v4;
  const operations = meta.v4.operations.map(({ changes }) => ({ changes }));
  const none = operations.map(() => ({ changes: [] }));
  const changes = operations.flatMap((operation) => operation.changes);
  const both = { txChangesBefore, txChangesAfter, operations };
  const older = [
    { v: 0, operations },
    { v: 1, v1: { txChanges: txChangesBefore, operations } },
    { v: 2, v2: both },
    { v: 3, v3: { ...both, ext: { v: 0 }, sorobanMeta: null } },
    { v: 2, v2: { txChangesBefore: changes, txChangesAfter, operations: none } },
    { v: 2, v2: { txChangesBefore, txChangesAfter: changes, operations: none } },
  ] as const;
  const expected = readMarketChanges([transaction]);
  expect(expected.offers).toHaveLength(1);
  for (const each of older) {
    const metaXdr = Buffer.from(xdr.TransactionMeta.schema.encode(each)).toString("base64");
    expect(readMarketChanges([{ ...transaction, metaXdr }])).toEqual(expected);
  }
});

test("of what is listed, offers that left it are gone, and of what is gone only what is kept counts", async () => {
  await clear();
  const changes = await done(maker, sell(usd, XLM, "5"), sell(unlisted, XLM, "5"), sell(usd, unlisted, "5"));
  const listed = new Set([XLM, usd, eur].map((asset) => assetKey(nameOf(asset))));
  const [first, second, third] = changes.offers.map(({ offerId }: LedgerOffer) => offerId);
  const among = (isKept: (id: string) => boolean) =>
    changesAmong({ ...changes, goneOffers: ["5"], gonePools: ["aa"] }, listed, isKept);
  expect(among(() => true)).toMatchObject({ goneOffers: ["5", second, third], gonePools: ["aa"] });
  expect(among((id) => id === third)).toMatchObject({ goneOffers: [third], gonePools: [], pools: [], trades: [] });
  expect(among(() => false).offers.map(({ offerId }) => offerId)).toEqual([first]);
});

/** As the protocol has it; the ledger itself gives passive offers the result of others. */
function withPassiveResult(transaction: NetworkTransaction): NetworkTransaction {
  const whole = xdr.TransactionResult.schema.decode(Buffer.from(transaction.resultXdr, "base64"));
  if (whole.result.code !== 0) throw new Error("it failed");
  const results = whole.result.results.map((each) => {
    if (each.code !== 0 || each.tr.type !== 3) return each;
    return { code: 0, tr: { type: 4, createPassiveSellOfferResult: each.tr.manageSellOfferResult } } as const;
  });
  const encoded = xdr.TransactionResult.schema.encode({ ...whole, result: { code: 0, results } });
  return { ...transaction, resultXdr: Buffer.from(encoded).toString("base64") };
}

function nameOf(asset: Asset) {
  return asset.isNative()
    ? { assetCode: "XLM", issuer: "" }
    : { assetCode: asset.getCode(), issuer: asset.getIssuer() ?? "" };
}
