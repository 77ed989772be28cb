import { Account, Asset, Keypair, LiquidityPoolAsset, getLiquidityPoolId, MuxedAccount } from "@stellar/stellar-sdk";
import { Operation, type xdr } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { integerFrom, oneOf, type Random } from "#tests/faults/stellar/random.ts";
import type { Doing, Town, Traded } from "./town.ts";

/** Pools are opened between so many pairs only, so that people meet in them. */
const POOLS = 4;
const SOME_ROOM = { minPrice: { n: 1, d: 1_000_000 }, maxPrice: { n: 1_000_000, d: 1 } };

type Kind = (town: Town, random: Random, who: Keypair) => Doing;

/** What people do on a market, the more often the more it stands here; much of it fails. */
const KINDS: readonly (readonly [number, Kind])[] = [
  [24, (town, random, source) => ({ source, operations: [sell(town, random), sell(town, random)] })],
  [8, (town, random, source) => ({ source, operations: [buy(town, random)] })],
  [6, (town, random, source) => ({ source, operations: [passive(town, random)] })],
  [8, changeOffer],
  [14, (town, random, source) => ({ source, operations: [pathSend(town, random)] })],
  [14, (town, random, source) => ({ source, operations: [pathReceive(town, random)] })],
  [
    3,
    (town, random, source) => ({ source, operations: [pathSend(town, random), sell(town, random), buy(town, random)] }),
  ],
  [12, enterPool],
  [6, leavePool],
  [5, consent],
  [3, sponsored],
  [2, visit],
  [3, byMuxedAccount],
  [5, (town, random, source) => ({ source, operations: [sell(town, random)], payer: oneOf(random, town.issuers) })],
  [4, pay],
];

export function anyDoing(town: Town, random: Random): Doing {
  const all = KINDS.reduce((sum, [weight]) => sum + weight, 0);
  let left = integerFrom(random, 1, all);
  const who = oneOf(random, [...town.people, ...town.people, ...town.issuers]);
  for (const [weight, kind] of KINDS) {
    left -= weight;
    if (left <= 0) return kind(town, random, who);
  }
  throw new Error("weights do not add up");
}

/** Amounts of all sizes, a few stroops among them. */
function anyAmount(random: Random): string {
  return stroopsUpTo(random, oneOf(random, [20, 2000, 1e7, 1e9, 1e10, 1e10, 1e11, 1e11]));
}

/** Payments are smaller than what is offered, for the most part. */
export function paidAmount(random: Random): string {
  return stroopsUpTo(random, oneOf(random, [20, 2000, 1e6, 1e8, 1e9, 1e10]));
}

function stroopsUpTo(random: Random, most: number): string {
  return formatAmount(BigInt(integerFrom(random, 1, most)));
}

/** Two assets that are not the same, the one that is not listed among them at times. */
function twoAssets(town: Town, random: Random): readonly [Traded, Traded] {
  const some = integerFrom(random, 0, 9) === 0 ? town.assets : town.listed;
  for (;;) {
    const [left, right] = [integerFrom(random, 0, some.length - 1), integerFrom(random, 0, some.length - 1)];
    const [first, second] = [some[left], some[right]];
    const isFit = town.isChain ? Math.abs(left - right) === 1 : left !== right;
    if (isFit && first && second) return [first, second];
  }
}

/** Around one for one, so that offers meet and pass each other; some are far off, and many the same in other words. */
function anyPrice(random: Random): { n: number; d: number } {
  const kind = integerFrom(random, 0, 9);
  if (kind === 0) return { n: integerFrom(random, 1, 2 ** 31 - 1), d: integerFrom(random, 1, 2 ** 31 - 1) };
  if (kind <= 3) return { n: integerFrom(random, 2, 6), d: integerFrom(random, 2, 6) };
  const factor = integerFrom(random, 1, 3);
  return { n: factor * (980 + 10 * integerFrom(random, 0, 6)), d: factor * 1000 };
}

function sell(town: Town, random: Random): xdr.Operation {
  const [selling, buying] = twoAssets(town, random);
  const price = anyPrice(random);
  return Operation.manageSellOffer({ selling: selling.asset, buying: buying.asset, amount: anyAmount(random), price });
}

function buy(town: Town, random: Random): xdr.Operation {
  const [selling, buying] = twoAssets(town, random);
  const price = anyPrice(random);
  const buyAmount = anyAmount(random);
  return Operation.manageBuyOffer({ selling: selling.asset, buying: buying.asset, buyAmount, price });
}

function passive(town: Town, random: Random): xdr.Operation {
  const [selling, buying] = twoAssets(town, random);
  const sides = { selling: selling.asset, buying: buying.asset };
  return Operation.createPassiveSellOffer({ ...sides, amount: anyAmount(random), price: anyPrice(random) });
}

/** Another price, amount or even other assets; or none of it any more. */
function changeOffer(town: Town, random: Random, source: Keypair): Doing {
  const own = town.offersOf(source);
  if (own.length === 0) return { source, operations: [sell(town, random)] };
  const [selling, buying] = twoAssets(town, random);
  const amount = integerFrom(random, 0, 2) === 0 ? "0" : anyAmount(random);
  const change = { offerId: oneOf(random, own), amount, price: anyPrice(random) };
  return {
    source,
    operations: [Operation.manageSellOffer({ selling: selling.asset, buying: buying.asset, ...change })],
  };
}

function path(town: Town, random: Random): Asset[] {
  return Array.from({ length: oneOf(random, [0, 0, 0, 1, 1, 2, 3]) }, () => oneOf(random, town.assets).asset);
}

function pathSend(town: Town, random: Random): xdr.Operation {
  const [send, receive] = twoAssets(town, random);
  return Operation.pathPaymentStrictSend({
    sendAsset: send.asset,
    sendAmount: paidAmount(random),
    destination: oneOf(random, town.people).publicKey(),
    destAsset: receive.asset,
    destMin: "0.0000001",
    path: path(town, random),
  });
}

function pathReceive(town: Town, random: Random): xdr.Operation {
  const [send, receive] = twoAssets(town, random);
  return Operation.pathPaymentStrictReceive({
    sendAsset: send.asset,
    sendMax: "10000000",
    destination: oneOf(random, town.people).publicKey(),
    destAsset: receive.asset,
    destAmount: paidAmount(random),
    path: path(town, random),
  });
}

function anyPool(town: Town, random: Random): LiquidityPoolAsset {
  const place = integerFrom(random, 0, POOLS - 1);
  const step = town.isChain ? 1 : 1 + (place % 2);
  const [left, right] = [town.assets[place], town.assets[(place + step) % town.assets.length]];
  if (!left || !right) throw new Error("too few assets for pools");
  const [first, second] = Asset.compare(left.asset, right.asset) < 0 ? [left, right] : [right, left];
  return new LiquidityPoolAsset(first.asset, second.asset, 30);
}

function idOf(pool: LiquidityPoolAsset): string {
  return Buffer.from(getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters())).toString("hex");
}

function enterPool(town: Town, random: Random, source: Keypair): Doing {
  const pool = anyPool(town, random);
  const amounts = { maxAmountA: anyAmount(random), maxAmountB: anyAmount(random) };
  const deposit = Operation.liquidityPoolDeposit({ liquidityPoolId: idOf(pool), ...amounts, ...SOME_ROOM });
  return { source, operations: [Operation.changeTrust({ asset: pool }), deposit] };
}

function leavePool(town: Town, random: Random, source: Keypair): Doing {
  const pool = anyPool(town, random);
  if (integerFrom(random, 0, 3) === 0)
    return { source, operations: [Operation.changeTrust({ asset: pool, limit: "0" })] };
  const least = { minAmountA: "0", minAmountB: "0" };
  const withdraw = Operation.liquidityPoolWithdraw({
    liquidityPoolId: idOf(pool),
    amount: anyAmount(random),
    ...least,
  });
  return { source, operations: [withdraw] };
}

/** An issuer takes consent from somebody, and with it offers and pool shares, or gives it back, or halves it. */
function consent(town: Town, random: Random): Doing {
  const [source] = town.issuers;
  if (!source) throw new Error("no issuers");
  const own = town.assets.filter(({ name }) => name.issuer === source.publicKey());
  const trustor = oneOf(random, town.people).publicKey();
  const { asset } = oneOf(random, own);
  const [no, yes] = [{ authorized: false }, { authorized: true }];
  const halved = { authorized: false, authorizedToMaintainLiabilities: true };
  const back = Operation.setTrustLineFlags({ trustor, asset, flags: yes });
  const take = Operation.setTrustLineFlags({ trustor, asset, flags: oneOf(random, [no, no, halved]) });
  return { source, operations: integerFrom(random, 0, 1) === 0 ? [take, back] : [back] };
}

/** Somebody carries the reserve of another's offer; or stops to. */
function sponsored(town: Town, random: Random, source: Keypair): Doing {
  const other = oneOf(random, town.people);
  const [offerId] = town.offersOf(other);
  if (offerId !== undefined && integerFrom(random, 0, 1) === 0)
    return { source, operations: [Operation.revokeOfferSponsorship({ seller: other.publicKey(), offerId })] };
  const [selling, buying] = twoAssets(town, random);
  const sides = { selling: selling.asset, buying: buying.asset, source: other.publicKey() };
  return {
    source,
    operations: [
      Operation.beginSponsoringFutureReserves({ sponsoredId: other.publicKey() }),
      Operation.manageSellOffer({ ...sides, amount: anyAmount(random), price: anyPrice(random) }),
      Operation.endSponsoringFutureReserves({ source: other.publicKey() }),
    ],
    signers: [other],
  };
}

/** Somebody new sells XLM for a moment, and merges into another account. */
function visit(town: Town, random: Random, source: Keypair): Doing {
  const seed = Buffer.from(Array.from({ length: 32 }, () => integerFrom(random, 0, 255)));
  const visitor = Keypair.fromRawEd25519Seed(seed);
  const from = { source: visitor.publicKey() };
  const { asset } = oneOf(random, town.listed.slice(1));
  const offer = Operation.manageSellOffer({
    ...from,
    selling: Asset.native(),
    buying: asset,
    amount: "5",
    price: { n: integerFrom(random, 50, 5000), d: 1000 },
  });
  const sendBack = Operation.pathPaymentStrictSend({
    ...from,
    sendAsset: Asset.native(),
    sendAmount: "3",
    destination: source.publicKey(),
    destAsset: asset,
    destMin: "0.0000001",
    path: [],
  });
  return {
    source,
    operations: [
      Operation.createAccount({ destination: visitor.publicKey(), startingBalance: "50" }),
      ...(integerFrom(random, 0, 1) === 0
        ? [Operation.changeTrust({ ...from, asset }), offer, sendBack]
        : [Operation.accountMerge({ ...from, destination: source.publicKey() })]),
    ],
    signers: [visitor],
  };
}

function byMuxedAccount(town: Town, random: Random, source: Keypair): Doing {
  const muxed = new MuxedAccount(new Account(source.publicKey(), "0"), String(integerFrom(random, 1, 1e9)));
  const [send, receive] = twoAssets(town, random);
  const payment = Operation.pathPaymentStrictSend({
    source: muxed.accountId(),
    sendAsset: send.asset,
    sendAmount: paidAmount(random),
    destination: source.publicKey(),
    destAsset: receive.asset,
    destMin: "0.0000001",
    path: [],
  });
  return { source, operations: [payment] };
}

function pay(town: Town, random: Random, source: Keypair): Doing {
  const { asset } = oneOf(random, town.assets);
  const destination = oneOf(random, town.people).publicKey();
  return { source, operations: [Operation.payment({ destination, asset, amount: anyAmount(random) })] };
}
