import { Asset, Claimant, LiquidityPoolAsset, Operation, StrKey, getLiquidityPoolId } from "@stellar/stellar-sdk";
import type { Keypair, xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import { sponsorIn } from "./sponsorship.ts";
import type { TestLedger } from "./test-ledger.ts";
import { testKey } from "./test-ledger.ts";

export const ISSUER = testKey(1);
export const KEYS = [ISSUER, testKey(2), testKey(3), testKey(4)];
const XLM = Asset.native();
export const CREDITS = ["USD", "LONGER"].map((code) => new Asset(code, ISSUER.publicKey()));
const [USD = XLM, LONGER = XLM] = CREDITS;
const ASSETS = [XLM, USD, LONGER];
export const POOLS = [new LiquidityPoolAsset(XLM, USD, 30), new LiquidityPoolAsset(USD, LONGER, 30)];

/** Something that someone does: the operations, once it is known what the ledger holds. */
export type Action = (ledger: TestLedger) => readonly xdr.Operation[];

const account = fc.constantFrom(...KEYS);
const asset = fc.constantFrom(...ASSETS);
const credit = fc.constantFrom(...CREDITS);
const pool = fc.constantFrom(...POOLS);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map((stroops) => `0.${String(stroops).padStart(7, "0")}`),
  fc.integer({ min: 1, max: 5_000 }).map((units) => `${units}.5`),
);
const price = fc.record({ n: fc.integer({ min: 1, max: 1_000 }), d: fc.integer({ min: 1, max: 1_000 }) });
const index = fc.nat(40);
const pair = fc.record({ selling: asset, buying: asset }).filter(({ selling, buying }) => !selling.equals(buying));

type From = { readonly source: string };
const poolIdOf = (shares: LiquidityPoolAsset) =>
  Buffer.from(getLiquidityPoolId("constant_product", shares.getLiquidityPoolParameters())).toString("hex");

/** One operation of any kind that needs no knowledge of the ledger, by the account it is given. */
const operation: fc.Arbitrary<(from: From) => xdr.Operation> = fc.oneof(
  fc.record({ to: account, asset, amount }).map(
    ({ to, ...rest }) =>
      (from: From) =>
        Operation.payment({ destination: to.publicKey(), ...rest, ...from }),
  ),
  fc.record({ line: fc.oneof(credit, pool), limit: fc.constantFrom("0", "7.5", "100000") }).map(
    ({ line, limit }) =>
      (from: From) =>
        Operation.changeTrust({ asset: line, limit, ...from }),
  ),
  fc
    .record({ pair, amount, price })
    .map((offer) => (from: From) => Operation.manageSellOffer({ ...offer.pair, ...offer, ...from })),
  fc
    .record({ pair, amount, price })
    .map((offer) => (from: From) => Operation.createPassiveSellOffer({ ...offer.pair, ...offer, ...from })),
  fc
    .record({ pair, buyAmount: amount, price })
    .map((offer) => (from: From) => Operation.manageBuyOffer({ ...offer.pair, ...offer, ...from })),
  fc.record({ sendAsset: asset, destAsset: asset, sendAmount: amount, to: account, path: fc.subarray(ASSETS) }).map(
    ({ to, ...rest }) =>
      (from: From) =>
        Operation.pathPaymentStrictSend({ ...rest, destination: to.publicKey(), destMin: "0.0000001", ...from }),
  ),
  fc.record({ sendAsset: asset, destAsset: asset, destAmount: amount, to: account }).map(
    ({ to, ...rest }) =>
      (from: From) =>
        Operation.pathPaymentStrictReceive({
          ...rest,
          destination: to.publicKey(),
          sendMax: "100000",
          path: [],
          ...from,
        }),
  ),
  fc.record({ pool, maxAmountA: amount, maxAmountB: amount }).map(({ pool: shares, ...rest }) => (from: From) => {
    const [minPrice, maxPrice] = [
      { n: 1, d: 1_000_000 },
      { n: 1_000_000, d: 1 },
    ];
    return Operation.liquidityPoolDeposit({ liquidityPoolId: poolIdOf(shares), minPrice, maxPrice, ...rest, ...from });
  }),
  fc.record({ pool, amount }).map(
    ({ pool: shares, ...rest }) =>
      (from: From) =>
        Operation.liquidityPoolWithdraw({
          liquidityPoolId: poolIdOf(shares),
          minAmountA: "0",
          minAmountB: "0",
          ...rest,
          ...from,
        }),
  ),
  fc.record({ asset, amount, to: fc.subarray(KEYS, { minLength: 1 }) }).map(({ to, ...rest }) => (from: From) => {
    const claimants = to.map((key) => new Claimant(key.publicKey()));
    return Operation.createClaimableBalance({ ...rest, claimants, ...from });
  }),
  fc
    .record({ name: fc.constantFrom("a", "b"), value: fc.constantFrom("x", null) })
    .map((data) => (from: From) => Operation.manageData({ ...data, ...from })),
  fc.record({ n: fc.integer({ min: 50, max: 53 }), weight: fc.nat(1) }).map(({ n, weight }) => (from: From) => {
    const signer = { ed25519PublicKey: testKey(n).publicKey(), weight };
    return Operation.setOptions({ signer, ...from });
  }),
);

/** What the issuer does to who holds its credits. */
const ruling: fc.Arbitrary<xdr.Operation> = fc.oneof(
  fc.record({ trustor: account, asset: credit, level: fc.nat(2) }).map(({ trustor, level, ...rest }) =>
    Operation.setTrustLineFlags({
      ...rest,
      trustor: trustor.publicKey(),
      flags: { authorized: level === 2, authorizedToMaintainLiabilities: level === 1 },
      source: ISSUER.publicKey(),
    }),
  ),
  fc
    .record({ from: account, asset: credit, amount })
    .map(({ from, ...rest }) => Operation.clawback({ from: from.publicKey(), ...rest, source: ISSUER.publicKey() })),
);

export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ make: operation, by: account }).map(({ make, by }) => () => [make(from(by))]),
  },
  { weight: 2, arbitrary: ruling.map((made) => () => [made]) },
  {
    weight: 4,
    arbitrary: fc
      .record({ make: fc.array(operation, { minLength: 1, maxLength: 2 }), by: account, sponsor: account })
      .filter(({ by, sponsor }) => by !== sponsor)
      .map(
        ({ make, by, sponsor }) =>
          () =>
            sponsored(
              sponsor,
              by,
              make.map((each) => each(from(by))),
            ),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ index, amount, price })
      .map((change) => (ledger: TestLedger) => changedOffer(ledger, change)),
  },
  {
    weight: 2,
    arbitrary: fc.record({ index, by: account }).map((chosen) => (ledger: TestLedger) => claimed(ledger, chosen)),
  },
  {
    weight: 3,
    arbitrary: fc.record({ index, next: account }).map(
      ({ index: place, next }) =>
        (ledger: TestLedger) =>
          revoked(ledger, place, next),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ by: account, to: account }).map(({ by, to }) => () => [
      Operation.accountMerge({ destination: to.publicKey(), ...from(by) }),
    ]),
  },
);

function from(key: Keypair): From {
  return { source: key.publicKey() };
}

function sponsored(sponsor: Keypair, by: Keypair, inside: readonly xdr.Operation[]): readonly xdr.Operation[] {
  return [
    Operation.beginSponsoringFutureReserves({ sponsoredId: by.publicKey(), ...from(sponsor) }),
    ...inside,
    Operation.endSponsoringFutureReserves(from(by)),
  ];
}

function changedOffer(
  ledger: TestLedger,
  { index: place, amount: given, price: asked }: { index: number; amount: string; price: { n: number; d: number } },
): readonly xdr.Operation[] {
  const offers = [...ledger.entries()].flatMap(({ data }) => (data.type === 2 ? [data.offer] : []));
  const offer = offers[place];
  if (!offer) return [];
  const amountLeft = place % 3 === 0 ? "0" : given;
  const terms = { amount: amountLeft, price: asked, offerId: String(offer.offerId), source: nameOf(offer.sellerId) };
  return [Operation.manageSellOffer({ selling: USD, buying: place % 2 === 0 ? XLM : LONGER, ...terms })];
}

function claimed(ledger: TestLedger, { index: place, by }: { index: number; by: Keypair }): readonly xdr.Operation[] {
  const [balanceId] = balanceIds(ledger).slice(place % 5);
  if (balanceId === undefined) return [];
  return place % 4 === 0
    ? [Operation.clawbackClaimableBalance({ balanceId, ...from(ISSUER) })]
    : [Operation.claimClaimableBalance({ balanceId, ...from(by) })];
}

/** Revokes the sponsorship of some entry, as who pays for it, alone or within the sponsorship of `next`. */
function revoked(ledger: TestLedger, place: number, next: Keypair): readonly xdr.Operation[] {
  const entries = [...ledger.entries()];
  const entry = entries[place % entries.length];
  const payer = entry && sponsorIn(entry);
  const [operations = [], by] = entry ? revocation(entry, payer ? nameOf(payer) : undefined) : [];
  const source = KEYS.find((key) => key.publicKey() === by);
  if (!source) return [];
  return place % 2 === 0 && next !== source ? sponsored(next, source, operations) : operations;
}

function revocation({ data }: LedgerEntryWire, sponsor: string | undefined): [xdr.Operation[], string?] {
  switch (data.type) {
    case 0: {
      const owner = nameOf(data.account.accountId);
      const source = sponsor ?? owner;
      return [[Operation.revokeAccountSponsorship({ account: owner, source })], source];
    }
    case 2: {
      const seller = nameOf(data.offer.sellerId);
      const source = sponsor ?? seller;
      return [[Operation.revokeOfferSponsorship({ seller, offerId: String(data.offer.offerId), source })], source];
    }
    case 3: {
      const owner = nameOf(data.data.accountId);
      const source = sponsor ?? owner;
      const name = Buffer.from(data.data.dataName.bytes).toString();
      return [[Operation.revokeDataSponsorship({ account: owner, name, source })], source];
    }
    default:
      return [[]];
  }
}

function balanceIds(ledger: TestLedger): string[] {
  return [...ledger.entries()].flatMap(({ data }) =>
    data.type === 4 ? [`00000000${Buffer.from(data.claimableBalance.balanceId.v0).toString("hex")}`] : [],
  );
}

export function nameOf({ ed25519 }: PublicKeyWire): string {
  return StrKey.encodeEd25519PublicKey(Buffer.from(ed25519));
}
