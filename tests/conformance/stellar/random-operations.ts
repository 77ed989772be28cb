import { Asset, Claimant, LiquidityPoolAsset, Operation, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { Keypair, xdr } from "@stellar/stellar-sdk";
import type { LedgerUpgradeWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";

export const ISSUER = testKey(1);
export const HOLDERS = [testKey(2), testKey(3), testKey(4), testKey(5)];
/** An account that others may create, pay and merge away. */
const GUEST = testKey(6);
const ANYONE = [ISSUER, ...HOLDERS, GUEST];
export const XLM = Asset.native();
export const USD = new Asset("USD", ISSUER.publicKey());
const LONGER = new Asset("LONGER", ISSUER.publicKey());
export const CREDITS = [USD, LONGER];
const ASSETS = [XLM, ...CREDITS];
export const POOLS = [new LiquidityPoolAsset(XLM, USD, 30), new LiquidityPoolAsset(USD, LONGER, 30)];

/** What happens in one ledger: a transaction, or a change of the network's rules. */
export type Step =
  | { readonly kind: "transaction"; readonly source: Keypair; readonly operations: readonly Planned[] }
  | { readonly kind: "upgrade"; readonly upgrade: LedgerUpgradeWire };

/** An operation that is made when its turn comes, as some name a claimable balance of the moment. */
export interface Planned {
  readonly source: Keypair;
  /** Undefined where there is nothing that it could be about. */
  make(balanceIds: readonly string[]): xdr.Operation | undefined;
}

const holder = fc.constantFrom(...HOLDERS);
const anyone = fc.constantFrom(...ANYONE);
const asset = fc.constantFrom(...ASSETS);
const credit = fc.constantFrom(...CREDITS);
const pool = fc.constantFrom(...POOLS);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map((stroops) => `0.${String(stroops).padStart(7, "0")}`),
  fc.integer({ min: 1, max: 3_000 }).map((units) => `${units}.5`),
);
const price = fc.record({ n: fc.integer({ min: 1, max: 50 }), d: fc.integer({ min: 1, max: 50 }) });
const pair = fc.record({ selling: asset, buying: asset }).filter(({ selling, buying }) => !selling.equals(buying));

export const poolIdOf = (shares: LiquidityPoolAsset) =>
  Buffer.from(getLiquidityPoolId("constant_product", shares.getLiquidityPoolParameters())).toString("hex");

type Make = (source: Keypair, balanceIds: readonly string[]) => xdr.Operation | undefined;

/** What holders do; the issuer's own trades would make and destroy its assets unseen. */
const byHolder: fc.Arbitrary<Make> = fc.oneof(
  fc.record({ to: anyone, asset, amount }).map(
    ({ to, ...rest }): Make =>
      (source) =>
        pay(source, to, rest),
  ),
  fc.constantFrom("5", "20").map(
    (startingBalance): Make =>
      (source) =>
        Operation.createAccount({ source: source.publicKey(), destination: GUEST.publicKey(), startingBalance }),
  ),
  fc.record({ line: fc.oneof(credit, pool), limit: fc.constantFrom("0", "5000", "100000") }).map(
    ({ line, limit }): Make =>
      (source) =>
        Operation.changeTrust({ source: source.publicKey(), asset: line, limit }),
  ),
  fc
    .record({ pair, amount, price, offer: fc.constantFrom("sell", "buy", "passive") })
    .map(({ pair: assets, amount: size, price: at, offer }): Make => (source) => {
      const common = { source: source.publicKey(), ...assets, price: at };
      if (offer === "buy") return Operation.manageBuyOffer({ ...common, buyAmount: size });
      if (offer === "sell") return Operation.manageSellOffer({ ...common, amount: size });
      return Operation.createPassiveSellOffer({ ...common, amount: size });
    }),
  fc
    .record({
      sendAsset: asset,
      destAsset: asset,
      size: amount,
      to: holder,
      path: fc.subarray(ASSETS),
      exact: fc.boolean(),
    })
    .map(({ size, to, exact, ...rest }): Make => (source) => {
      const common = { ...rest, source: source.publicKey(), destination: to.publicKey() };
      return exact
        ? Operation.pathPaymentStrictReceive({ ...common, destAmount: size, sendMax: "100000" })
        : Operation.pathPaymentStrictSend({ ...common, sendAmount: size, destMin: "0.0000001" });
    }),
  fc.record({ pool, maxAmountA: amount, maxAmountB: amount }).map(
    ({ pool: shares, ...rest }): Make =>
      (source) =>
        Operation.liquidityPoolDeposit({
          source: source.publicKey(),
          liquidityPoolId: poolIdOf(shares),
          minPrice: { n: 1, d: 1_000_000 },
          maxPrice: { n: 1_000_000, d: 1 },
          ...rest,
        }),
  ),
  fc.record({ pool, amount }).map(
    ({ pool: shares, amount: size }): Make =>
      (source) =>
        Operation.liquidityPoolWithdraw({
          source: source.publicKey(),
          liquidityPoolId: poolIdOf(shares),
          amount: size,
          minAmountA: "0",
          minAmountB: "0",
        }),
  ),
  fc.record({ asset, amount, to: fc.uniqueArray(holder, { minLength: 1, maxLength: 3 }) }).map(
    ({ to, ...rest }): Make =>
      (source) =>
        Operation.createClaimableBalance({
          source: source.publicKey(),
          claimants: to.map((key) => new Claimant(key.publicKey())),
          ...rest,
        }),
  ),
  fc.nat().map((index): Make => (source, balanceIds) => {
    const balanceId = balanceIds[index % Math.max(1, balanceIds.length)];
    return balanceId === undefined
      ? undefined
      : Operation.claimClaimableBalance({ source: source.publicKey(), balanceId });
  }),
  fc.record({ name: fc.constantFrom("a", "b"), value: fc.option(fc.constant("x")) }).map(
    (data): Make =>
      (source) =>
        Operation.manageData({ source: source.publicKey(), ...data }),
  ),
  fc.record({ signer: anyone, weight: fc.constantFrom(0, 1) }).map(
    ({ signer, weight }): Make =>
      (source) =>
        signer === source
          ? undefined
          : Operation.setOptions({
              source: source.publicKey(),
              signer: { ed25519PublicKey: signer.publicKey(), weight },
            }),
  ),
  fc
    .record({ of: anyone, credit, what: fc.constantFrom("account", "line", "data", "signer") })
    .map(({ of: owner, credit: line, what }): Make => (source) => {
      const common = { source: source.publicKey(), account: owner.publicKey() };
      if (what === "account") return Operation.revokeAccountSponsorship(common);
      if (what === "line") return Operation.revokeTrustlineSponsorship({ ...common, asset: line });
      if (what === "data") return Operation.revokeDataSponsorship({ ...common, name: "a" });
      return Operation.revokeSignerSponsorship({ ...common, signer: { ed25519PublicKey: source.publicKey() } });
    }),
);

const byIssuer: fc.Arbitrary<Make> = fc.oneof(
  fc.record({ to: holder, asset: credit, amount }).map(
    ({ to, ...rest }): Make =>
      (source) =>
        pay(source, to, rest),
  ),
  fc.record({ from: holder, asset: credit, amount }).map(
    ({ from, ...rest }): Make =>
      (source) =>
        Operation.clawback({ source: source.publicKey(), from: from.publicKey(), ...rest }),
  ),
  fc.nat().map((index): Make => (source, balanceIds) => {
    const balanceId = balanceIds[index % Math.max(1, balanceIds.length)];
    return balanceId === undefined
      ? undefined
      : Operation.clawbackClaimableBalance({ source: source.publicKey(), balanceId });
  }),
  fc.record({ trustor: holder, asset: credit, level: fc.constantFrom(0, 1, 2) }).map(
    ({ trustor, asset: line, level }): Make =>
      (source) =>
        Operation.setTrustLineFlags({
          source: source.publicKey(),
          trustor: trustor.publicKey(),
          asset: line,
          flags: { authorized: level === 1, authorizedToMaintainLiabilities: level === 2 },
        }),
  ),
  fc.record({ asset: credit, amount, to: holder }).map(
    ({ to, ...rest }): Make =>
      (source) =>
        Operation.createClaimableBalance({
          source: source.publicKey(),
          claimants: [new Claimant(to.publicKey())],
          ...rest,
        }),
  ),
);

const ofHolder = fc.record({ source: holder, make: byHolder }).map(planned);
const ofIssuer = byIssuer.map((make) => planned({ source: ISSUER, make }));
const ofGuest = holder.map((to) =>
  planned({
    source: GUEST,
    make: (source) => Operation.accountMerge({ source: source.publicKey(), destination: to.publicKey() }),
  }),
);

/** One account pays the reserves of what another does. */
const sandwich = fc
  .record({ sponsor: holder, sponsored: holder, make: byHolder })
  .map(({ sponsor, sponsored, make }) => [
    planned({
      source: sponsor,
      make: (source) =>
        Operation.beginSponsoringFutureReserves({ source: source.publicKey(), sponsoredId: sponsored.publicKey() }),
    }),
    planned({ source: sponsored, make }),
    planned({
      source: sponsored,
      make: (source) => Operation.endSponsoringFutureReserves({ source: source.publicKey() }),
    }),
  ]);

const operations = fc.oneof(
  { weight: 6, arbitrary: fc.array(ofHolder, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: sandwich },
  { weight: 2, arbitrary: ofIssuer.map((one) => [one]) },
  { weight: 2, arbitrary: ofGuest.map((one) => [one]) },
);

const upgrade: fc.Arbitrary<LedgerUpgradeWire> = fc.oneof(
  fc.constantFrom(1_000_000, 5_000_000, 50_000_000).map((newBaseReserve) => ({ type: 4, newBaseReserve }) as const),
  fc.constantFrom(0, 1, 2, 4).map((newFlags) => ({ type: 5, newFlags }) as const),
  fc.constantFrom(100, 200).map((newBaseFee) => ({ type: 2, newBaseFee }) as const),
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("transaction" as const), source: holder, operations }) },
  { weight: 1, arbitrary: upgrade.map((one) => ({ kind: "upgrade" as const, upgrade: one })) },
);

function pay(source: Keypair, to: Keypair, { asset: paid, amount: size }: { asset: Asset; amount: string }) {
  return Operation.payment({ source: source.publicKey(), destination: to.publicKey(), asset: paid, amount: size });
}

function planned({ source, make }: { readonly source: Keypair; readonly make: Make }): Planned {
  return { source, make: (balanceIds) => make(source, balanceIds) };
}
