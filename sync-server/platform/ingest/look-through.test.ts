import { Asset, Claimant, getLiquidityPoolId, type Keypair, LiquidityPoolAsset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { accountCollection } from "./account.ts";
import { lookUpCollection } from "./account-look-ups.ts";
import { claimableCollection } from "#server/claimables/claimables.ts";
import { ingestPage } from "./ingester.ts";
import { lookThrough } from "./look-through.ts";
import { orderCollection, shareCollection } from "#server/orders/order-rows.ts";
import { readStates } from "./resync.ts";

const ANA = 1;
const XLM = Asset.native();
let world: World;
let runtime: World["runtime"];
let issuer: Keypair;
let stranger: Keypair;
let ana: Keypair;
let usd: Asset;
let eur: Asset;

beforeAll(async () => {
  world = await startWorld();
  const { config } = world.runtime;
  const stellar = { ...config.stellar, horizonUrls: [world.stellar.horizonUrl] };
  runtime = { ...world.runtime, config: { ...config, stellar } };
  [issuer, stranger] = [await world.stranger(), await world.stranger()];
  ana = await world.ours(ANA);
  [usd, eur] = [new Asset("USD", issuer.publicKey()), new Asset("EURO1", issuer.publicKey())];
  await world.apply([ana], [Operation.changeTrust({ asset: usd })]);
  await world.ingest();
});
afterAll(() => world.stop());

/** Ingests from nodes that remember nothing but what comes next. */
async function missAll(): Promise<void> {
  const { sequence } = await world.network.head();
  const forgetful: StellarNetwork = {
    ...world.network,
    transactions: async (cursor, limit) => {
      const page = await world.network.transactions(cursor, limit);
      return { ...page, transactions: [], oldestLedger: sequence + 1 };
    },
    oldestLedger: () => Promise.resolve(sequence + 1),
  };
  await ingestPage({ runtime, network: forgetful, parts: INGEST_PARTS });
}

async function look(): Promise<void> {
  while (await lookThrough({ runtime, network: world.network, parts: INGEST_PARTS }));
}

test("what was added in missed ledgers is known again: lines, shares, orders and what was set aside", async () => {
  const pay = (asset: Asset) => Operation.payment({ destination: ana.publicKey(), asset, amount: "100" });
  const pool = new LiquidityPoolAsset(XLM, eur, 30);
  const poolId = Buffer.from(getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters())).toString("hex");
  const claimants = [new Claimant(ana.publicKey()), new Claimant(stranger.publicKey())];
  await world.apply([ana], [Operation.changeTrust({ asset: eur }), Operation.changeTrust({ asset: pool })]);
  await world.apply([issuer], [pay(eur), pay(usd)]);
  const bounds = { minPrice: "0.01", maxPrice: "100" };
  await world.apply(
    [ana],
    [Operation.liquidityPoolDeposit({ liquidityPoolId: poolId, maxAmountA: "8", maxAmountB: "2", ...bounds })],
  );
  await world.apply([ana], [Operation.manageSellOffer({ selling: eur, buying: XLM, amount: "5", price: "2" })]);
  await world.apply([stranger], [Operation.createClaimableBalance({ asset: XLM, amount: "4", claimants })]);
  await missAll();
  const { length } = (await accountCollection(world.database).findOne({ _id: ana.publicKey() }))?.lines ?? [];
  expect(length).toBe(1);
  await look();
  const account = await accountCollection(world.database).findOne({ _id: ana.publicKey() });
  if (!account) throw new Error("no account");
  const { byAddress } = await readStates(world.network, [account]);
  expect(account.lines).toEqual(byAddress.get(ana.publicKey())?.lines);
  expect(account.lines.map(({ assetCode }) => assetCode)).toEqual(["USD", "EURO1"]);
  const shown = await world.database.collection("balances").findOne({ userId: ANA, assetCode: "EURO1" });
  expect(shown).toMatchObject({ balance: "98.0000000", spendable: "93.0000000" });
  expect(await shareCollection(world.database).findOne({ userId: ANA })).toMatchObject({ uid: poolId, deleted: false });
  expect(await orderCollection(world.database).findOne({ userId: ANA })).toMatchObject({ state: "open", side: "sell" });
  expect(await claimableCollection(world.database).findOne({ userId: ANA })).toMatchObject({
    state: "open",
    amount: "4.0000000",
    from: stranger.publicKey(),
  });
  expect(await lookUpCollection(world.database).countDocuments()).toBe(0);
});

test("what went in missed ledgers is known to be gone, and what is new since stays", async () => {
  const balance = await claimableCollection(world.database).findOne({ userId: ANA });
  await world.apply([ana], [Operation.claimClaimableBalance({ balanceId: balance?.balanceId ?? "" })]);
  await missAll();
  await world.apply([ana], [Operation.changeTrust({ asset: new Asset("NEW", issuer.publicKey()) })]);
  await world.ingest();
  await look();
  expect(await claimableCollection(world.database).findOne({ userId: ANA })).toMatchObject({ state: "gone" });
  const account = await accountCollection(world.database).findOne({ _id: ana.publicKey() });
  expect(account?.lines.map(({ assetCode }) => assetCode)).toEqual(["USD", "EURO1", "NEW"]);
});

test("where Horizon is away it is asked again later, and lines that we asked for are known without it", async () => {
  const away = { ...runtime.config.stellar, horizonUrls: ["http://127.0.0.1:9"] };
  const lonely = { ...runtime, config: { ...runtime.config, stellar: away } };
  const gbp = new Asset("GBP", issuer.publicKey());
  const own = { assetCode: "GBP", issuer: issuer.publicKey() };
  await world.database.transaction((session) =>
    insertSubmission(runtime, session, {
      userId: ANA,
      idempotencyKey: "line",
      fingerprint: "",
      kind: "trustline",
      account: ana.publicKey(),
      steps: [{ type: "change_trust", source: ana.publicKey(), ...own }],
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await world.apply([ana], [Operation.changeTrust({ asset: gbp })]);
  await missAll();
  await lookThrough({ runtime: lonely, network: world.network, parts: INGEST_PARTS });
  const account = await accountCollection(world.database).findOne({ _id: ana.publicKey() });
  expect(account?.lines.map(({ assetCode }) => assetCode)).toContain("GBP");
  expect(await lookUpCollection(world.database).findOne({ _id: ana.publicKey() })).toMatchObject({ attempts: 1 });
  expect(await lookThrough({ runtime, network: world.network, parts: INGEST_PARTS })).toBe(false);
  expect(await lookUpCollection(world.database).countDocuments()).toBeGreaterThan(0);
  world.clock.advance(60_000);
  await look();
  expect(await lookUpCollection(world.database).countDocuments()).toBe(0);
});
