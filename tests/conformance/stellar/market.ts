import {
  Account,
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  MuxedAccount,
  Operation,
  TransactionBuilder,
  getLiquidityPoolId,
} from "@stellar/stellar-sdk";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

/** A network on which each kind of thing that can be asked for exists at least once. */
export interface Market {
  readonly network: TestNetwork;
  readonly issuer: Keypair;
  readonly maker: Keypair;
  readonly taker: Keypair;
  /** Pays reserves for others. */
  readonly sponsor: Keypair;
  /** An account whose reserve, trust line, signer and data `sponsor` pays for. */
  readonly sponsored: Keypair;
  readonly usd: Asset;
  readonly eur: Asset;
  readonly poolId: string;
  /** A claimable balance of USD that `taker` may claim, paid for by `maker`. */
  readonly balanceId: string;
  readonly offerId: string;
  /** Hash of a fee-bumped payment in EUR by way of USD, and of a failed one. */
  readonly bumped: string;
  readonly failed: string;
}

export async function openMarket(): Promise<Market> {
  const network = await startTestNetwork();
  const [issuer, maker, taker, sponsor] = [
    await network.fund(),
    await network.fund(),
    await network.fund(),
    await network.fund(),
  ];
  const usd = new Asset("USD", issuer.publicKey());
  const eur = new Asset("EURO", issuer.publicKey());
  const shares = new LiquidityPoolAsset(eur, usd, 30);
  const poolId = Buffer.from(getLiquidityPoolId("constant_product", shares.getLiquidityPoolParameters())).toString(
    "hex",
  );
  await must(network, issuer, [Operation.setOptions({ homeDomain: "example.com", setFlags: 10 })]);
  for (const holder of [maker, taker]) {
    await must(network, holder, [Operation.changeTrust({ asset: usd }), Operation.changeTrust({ asset: eur })]);
  }
  await must(network, issuer, [
    Operation.payment({ destination: maker.publicKey(), asset: usd, amount: "1000" }),
    Operation.payment({ destination: maker.publicKey(), asset: eur, amount: "1000" }),
  ]);
  await must(network, maker, [
    Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "100", price: "2" }),
    Operation.createPassiveSellOffer({ selling: eur, buying: Asset.native(), amount: "5", price: "9" }),
    Operation.manageBuyOffer({ selling: Asset.native(), buying: usd, buyAmount: "3", price: "1" }),
    Operation.changeTrust({ asset: shares }),
    Operation.liquidityPoolDeposit({
      liquidityPoolId: poolId,
      maxAmountA: "100",
      maxAmountB: "100",
      minPrice: "0.5",
      maxPrice: "2",
    }),
    Operation.createClaimableBalance({ asset: usd, amount: "3", claimants: [new Claimant(taker.publicKey())] }),
  ]);
  const bumped = await payByFeeBump(network, taker, sponsor, usd, eur);
  await payExactly(network, taker, usd);
  const failing = await network.build(taker, [
    Operation.payment({ destination: sponsor.publicKey(), asset: usd, amount: "1" }),
  ]);
  const { hash: failed } = await network.rpc.sendTransaction(failing);
  await network.close();
  const sponsored = await openSponsored(network, sponsor, usd);
  await runOtherKinds(network);
  const [balance] = (await network.horizon.claimableBalances().asset(usd).call()).records;
  const [offer] = (await network.horizon.offers().seller(maker.publicKey()).selling(usd).call()).records;
  if (!balance || !offer) throw new Error("the market did not open");
  const ids = { poolId, balanceId: balance.id, offerId: String(offer.id), bumped, failed };
  return { network, issuer, maker, taker, sponsor, sponsored, usd, eur, ...ids };
}

/** Runs a transaction that has to succeed. */
async function must(network: TestNetwork, ...given: Parameters<TestNetwork["run"]>): Promise<void> {
  const done = await network.run(...given);
  if (done.status !== "SUCCESS") throw new Error(`the market did not open: ${JSON.stringify(done)}`);
}

/** Operations of the kinds that the market itself has no use for, on accounts of their own. */
async function runOtherKinds(network: TestNetwork): Promise<void> {
  const [issuer, holder, leaver] = [await network.fund(), await network.fund(), await network.fund()];
  const gold = new Asset("GOLDGOLD", issuer.publicKey());
  const own = holder.publicKey();
  const shares = new LiquidityPoolAsset(Asset.native(), gold, 30);
  const poolId = Buffer.from(getLiquidityPoolId("constant_product", shares.getLiquidityPoolParameters())).toString(
    "hex",
  );
  await must(network, issuer, [Operation.setOptions({ setFlags: 10, lowThreshold: 0 })]);
  await must(network, holder, [
    Operation.changeTrust({ asset: gold }),
    Operation.manageData({ name: "a", value: "b" }),
  ]);
  const claimants = [new Claimant(own, Claimant.predicateNot(Claimant.predicateBeforeRelativeTime("0")))];
  await must(network, issuer, [
    Operation.payment({ destination: own, asset: gold, amount: "50" }),
    Operation.allowTrust({ trustor: own, assetCode: "GOLDGOLD", authorize: 2 }),
    Operation.setTrustLineFlags({
      trustor: own,
      asset: gold,
      flags: { authorized: true, authorizedToMaintainLiabilities: false },
    }),
    Operation.clawback({ from: own, asset: gold, amount: "1" }),
    Operation.createClaimableBalance({ asset: gold, amount: "2", claimants }),
    Operation.createClaimableBalance({ asset: gold, amount: "3", claimants }),
  ]);
  const [first, second] = (await network.horizon.claimableBalances().asset(gold).call()).records;
  if (!first || !second) throw new Error("the balances are missing");
  await must(network, holder, [
    Operation.claimClaimableBalance({ balanceId: first.id }),
    Operation.changeTrust({ asset: shares }),
    Operation.liquidityPoolDeposit({
      liquidityPoolId: poolId,
      maxAmountA: "10",
      maxAmountB: "10",
      minPrice: "0.5",
      maxPrice: "2",
    }),
    Operation.liquidityPoolWithdraw({ liquidityPoolId: poolId, amount: "10", minAmountA: "1", minAmountB: "1" }),
    Operation.manageData({ name: "a", value: null }),
  ]);
  await must(network, issuer, [Operation.clawbackClaimableBalance({ balanceId: second.id })]);
  const muxed = new MuxedAccount(new Account(own, "0"), "7").accountId();
  await must(
    network,
    leaver,
    [
      Operation.beginSponsoringFutureReserves({ sponsoredId: own }),
      Operation.manageData({ source: own, name: "paid", value: "for" }),
      Operation.endSponsoringFutureReserves({ source: own }),
      Operation.revokeDataSponsorship({ account: own, name: "paid" }),
      Operation.payment({ destination: muxed, asset: Asset.native(), amount: "1" }),
      Operation.accountMerge({ destination: muxed }),
    ],
    holder,
  );
}

async function payByFeeBump(network: TestNetwork, payer: Keypair, feePayer: Keypair, usd: Asset, eur: Asset) {
  const inner = await network.build(payer, [
    Operation.pathPaymentStrictSend({
      sendAsset: Asset.native(),
      sendAmount: "20",
      destination: payer.publicKey(),
      destAsset: eur,
      destMin: "1",
      path: [usd],
    }),
  ]);
  const bump = TransactionBuilder.buildFeeBumpTransaction(feePayer, "20000", inner, PASSPHRASE);
  bump.sign(feePayer);
  const { hash } = await network.rpc.sendTransaction(bump);
  await network.close();
  return hash;
}

async function payExactly(network: TestNetwork, payer: Keypair, usd: Asset): Promise<void> {
  await must(network, payer, [
    Operation.pathPaymentStrictReceive({
      sendAsset: Asset.native(),
      sendMax: "10",
      destination: payer.publicKey(),
      destAsset: usd,
      destAmount: "1",
      path: [],
    }),
    Operation.bumpSequence({ bumpTo: "0" }),
  ]);
}

async function openSponsored(network: TestNetwork, sponsor: Keypair, usd: Asset): Promise<Keypair> {
  const sponsored = Keypair.random();
  const own = sponsored.publicKey();
  await must(
    network,
    sponsor,
    [
      Operation.beginSponsoringFutureReserves({ sponsoredId: own }),
      Operation.createAccount({ destination: own, startingBalance: "5" }),
      Operation.changeTrust({ source: own, asset: usd }),
      Operation.setOptions({ source: own, signer: { ed25519PublicKey: sponsor.publicKey(), weight: 1 } }),
      Operation.manageData({ source: own, name: "greeting", value: "hello" }),
      Operation.endSponsoringFutureReserves({ source: own }),
    ],
    sponsored,
  );
  return sponsored;
}
