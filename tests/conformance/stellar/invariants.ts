import type { AccountEntryWire, LedgerEntryWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import { offerLiabilities } from "#schemas/values/exchange.ts";
import { accountLiabilities, sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { assetId, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { INT64_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import { lineLiabilities } from "#server/embedded/stellar/ledger/lines.ts";
import { reserveUnits, signerSponsor, sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";

/**
 * What is wrong with a ledger, in words; nothing for a good one.
 * @param leftBound what raised reserves have left bound without an offer, as {@link leftBoundByRaise} tells it
 */
export function violations(
  entries: readonly LedgerEntryWire[],
  state: LedgerState,
  leftBound: ReadonlyMap<string, bigint> = new Map(),
): string[] {
  return [
    ...coinViolations(entries, state),
    ...liabilityViolations(entries, leftBound),
    ...countViolations(entries),
    ...poolViolations(entries),
    ...bookViolations(state),
  ];
}

/** How much of each asset (by its id) accounts, claimable balances and pools hold together. */
export function heldAmounts(entries: readonly LedgerEntryWire[]): Sums {
  const held = new Sums();
  for (const { data } of entries) {
    if (data.type === 0) held.add("native", data.account.balance);
    else if (data.type === 1) held.add(assetId(data.trustLine.asset), data.trustLine.balance);
    else if (data.type === 4) held.add(assetId(data.claimableBalance.asset), data.claimableBalance.amount);
    else if (data.type === 5) {
      const { params, reserveA, reserveB } = data.liquidityPool.body.constantProduct;
      held.add(assetId(params.assetA), reserveA);
      held.add(assetId(params.assetB), reserveB);
    }
  }
  return held;
}

/** Amounts by name. */
export class Sums {
  readonly #sums = new Map<string, bigint>();

  add(name: string, amount: bigint): void {
    this.#sums.set(name, this.of(name) + amount);
  }

  of(name: string): bigint {
    return this.#sums.get(name) ?? 0n;
  }
}

function coinViolations(entries: readonly LedgerEntryWire[], { header }: LedgerState): string[] {
  const coins = heldAmounts(entries).of("native") + header.feePool;
  return coins === header.totalCoins ? [] : [`${coins} stroops are there instead of ${header.totalCoins}`];
}

/**
 * What stays bound without an offer when the base reserve is raised. stellar-core then ends offers that have no backing
 * and counts anew only the assets of those that stay: where none stays, all remains bound as it was.
 */
export function leftBoundByRaise(
  before: readonly LedgerEntryWire[],
  after: readonly LedgerEntryWire[],
): ReadonlyMap<string, bigint> {
  const counted = new Set(
    after.flatMap(({ data }) =>
      data.type === 2
        ? [ownerAndAsset(data.offer, data.offer.selling), ownerAndAsset(data.offer, data.offer.buying)]
        : [],
    ),
  );
  const left = before
    .flatMap(holdingsOf)
    .filter(({ name }) => !counted.has(name))
    .flatMap(({ name, selling, buying }) => [
      [`${name} selling`, selling] as const,
      [`${name} buying`, buying] as const,
    ]);
  return new Map(left.filter(([, amount]) => amount > 0n));
}

/** Liabilities are those of the offers that exist, and fit balance and limit. */
function liabilityViolations(entries: readonly LedgerEntryWire[], leftBound: ReadonlyMap<string, bigint>): string[] {
  const owed = new Sums();
  for (const [name, amount] of leftBound) owed.add(name, amount);
  for (const { data } of entries) {
    if (data.type !== 2) continue;
    const { buying, selling } = offerLiabilities(data.offer.price, data.offer.amount);
    owed.add(`${ownerAndAsset(data.offer, data.offer.selling)} selling`, selling);
    owed.add(`${ownerAndAsset(data.offer, data.offer.buying)} buying`, buying);
  }
  return entries
    .flatMap(holdingsOf)
    .flatMap(({ name, selling, buying, balance, limit }) => [
      ...unequal(`${name} selling`, selling, owed),
      ...unequal(`${name} buying`, buying, owed),
      ...(selling <= balance ? [] : [`${name} owes more than it has`]),
      ...(balance + buying <= limit ? [] : [`${name} may get more than its limit`]),
      ...(balance >= 0n ? [] : [`${name} is below zero`]),
    ]);
}

/** What an account or a trust line holds of its asset and has promised of it, in stroops. */
interface Holding {
  readonly name: string;
  readonly selling: bigint;
  readonly buying: bigint;
  readonly balance: bigint;
  readonly limit: bigint;
}

function holdingsOf({ data }: LedgerEntryWire): readonly Holding[] {
  if (data.type === 0) {
    const { account } = data;
    const name = `${hex(account.accountId.ed25519)} native`;
    return [{ name, balance: account.balance, limit: INT64_MAX, ...accountLiabilities(account) }];
  }
  if (data.type !== 1 || data.trustLine.asset.type === 3) return [];
  const { accountId, asset, balance, limit } = data.trustLine;
  const name = `${hex(accountId.ed25519)} ${assetId(asset)}`;
  return [{ name, balance, limit, ...lineLiabilities(data.trustLine) }];
}

function ownerAndAsset({ sellerId }: OfferEntryWire, asset: OfferEntryWire["selling"]): string {
  return `${hex(sellerId.ed25519)} ${assetId(asset)}`;
}

function unequal(name: string, found: bigint, expected: Sums): string[] {
  return found === expected.of(name) ? [] : [`${name} liabilities are ${found} instead of ${expected.of(name)}`];
}

/** Counts of subentries and of sponsored and sponsoring reserves are those of the entries that exist. */
function countViolations(entries: readonly LedgerEntryWire[]): string[] {
  const counted = new Sums();
  for (const entry of entries) {
    const { data } = entry;
    if (data.type === 5) continue;
    const units = BigInt(reserveUnits(entry));
    const sponsor = sponsorIn(entry);
    const owner = ownerIn(entry);
    if (sponsor) counted.add(`${hex(sponsor.ed25519)} sponsoring`, units);
    if (sponsor && owner) counted.add(`${owner} sponsored`, units);
    if (owner && data.type !== 0) counted.add(`${owner} subentries`, units);
    if (data.type !== 0) continue;
    for (const index of data.account.signers.keys()) {
      counted.add(`${owner} subentries`, 1n);
      const payer = signerSponsor(data.account, index);
      if (!payer) continue;
      counted.add(`${hex(payer.ed25519)} sponsoring`, 1n);
      counted.add(`${owner} sponsored`, 1n);
    }
  }
  return entries.flatMap(({ data }) => (data.type === 0 ? wrongCounts(data.account, counted) : []));
}

function wrongCounts(account: AccountEntryWire, counted: Sums): string[] {
  const name = hex(account.accountId.ed25519);
  const sponsorship = sponsorshipOf(account);
  const told = [
    [`${name} subentries`, account.numSubEntries],
    [`${name} sponsored`, sponsorship?.numSponsored ?? 0],
    [`${name} sponsoring`, sponsorship?.numSponsoring ?? 0],
  ] as const;
  return told.flatMap(([what, count]) =>
    BigInt(count) === counted.of(what) ? [] : [`${what} count as ${count} instead of ${counted.of(what)}`],
  );
}

function ownerIn({ data }: LedgerEntryWire): string | undefined {
  switch (data.type) {
    case 0:
      return hex(data.account.accountId.ed25519);
    case 1:
      return hex(data.trustLine.accountId.ed25519);
    case 2:
      return hex(data.offer.sellerId.ed25519);
    case 3:
      return hex(data.data.accountId.ed25519);
    default:
      return undefined;
  }
}

/** Pools have as many shares and participants as there are shares held and lines for them. */
function poolViolations(entries: readonly LedgerEntryWire[]): string[] {
  const shares = new Sums();
  const lines = new Sums();
  for (const { data } of entries) {
    if (data.type !== 1 || data.trustLine.asset.type !== 3) continue;
    const pool = hex(data.trustLine.asset.liquidityPoolId);
    shares.add(pool, data.trustLine.balance);
    lines.add(pool, 1n);
  }
  return entries.flatMap(({ data }) => {
    if (data.type !== 5) return [];
    const pool = hex(data.liquidityPool.liquidityPoolId);
    const { totalPoolShares, poolSharesTrustLineCount, reserveA, reserveB } = data.liquidityPool.body.constantProduct;
    return [
      ...(totalPoolShares === shares.of(pool) ? [] : [`pool ${pool} has ${totalPoolShares} shares, not all are held`]),
      ...(poolSharesTrustLineCount === lines.of(pool) ? [] : [`pool ${pool} counts its participants wrongly`]),
      ...(totalPoolShares > 0n === (reserveA > 0n && reserveB > 0n) ? [] : [`pool ${pool} has shares in nothing`]),
    ];
  });
}

/** Two offers cross where both sides would gain: the product of their prices is below one. */
function bookViolations(state: LedgerState): string[] {
  const best = (selling: string, buying: string) => {
    for (const key of state.book.listingsById(selling, buying)) {
      const data = state.peek(key)?.data;
      if (data?.type === 2) return data.offer.price;
    }
    return undefined;
  };
  return state.book.pairs().flatMap(([selling, buying]) => {
    const [ask, bid] = [best(selling, buying), best(buying, selling)];
    if (!ask || !bid || BigInt(ask.n) * BigInt(bid.n) >= BigInt(ask.d) * BigInt(bid.d)) return [];
    return [`the book of ${selling} and ${buying} is crossed`];
  });
}
