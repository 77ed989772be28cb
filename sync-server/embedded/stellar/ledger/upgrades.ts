import type { AssetWire, LedgerEntryChangeWire, LedgerUpgradeWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import { adjustedOfferAmount, offerLiabilities } from "#schemas/values/exchange.ts";
import {
  addAccountBuyingLiabilities,
  addAccountSellingLiabilities,
  accountLiabilities,
  minimumBalance,
} from "./accounts.ts";
import { isIssuer } from "./assets.ts";
import { assetId, hex } from "./keys.ts";
import { INT64_MAX } from "./limits.ts";
import {
  addLineBuyingLiabilities,
  addLineSellingLiabilities,
  lineLiabilities,
  mayMaintainLiabilities,
  peekLine,
} from "./lines.ts";
import { mustLoadLine } from "./offers.ts";
import { mustLoad, releaseEntry } from "./sponsorship.ts";
import type { LedgerState } from "./state.ts";

/**
 * Changes a rule of the network, with what follows for accounts and offers; after a ledger's transactions.
 * One that would break a rule of the ledger is skipped whole, as stellar-core does: the ledger closes without it.
 */
export function applyUpgrade(state: LedgerState, upgrade: LedgerUpgradeWire): LedgerEntryChangeWire[] {
  const { header } = state;
  const scope = state.begin();
  try {
    state.header = { ...header };
    changeRule(state, upgrade);
    const changes = scope.changes();
    scope.commit();
    return changes;
  } catch (error) {
    console.error(`upgrade of type ${upgrade.type} in ledger ${header.ledgerSeq} was skipped:`, error);
    scope.rollback();
    state.header = header;
    return [];
  }
}

function changeRule(state: LedgerState, upgrade: LedgerUpgradeWire): void {
  const { header } = state;
  switch (upgrade.type) {
    case 1:
      header.ledgerVersion = upgrade.newLedgerVersion;
      break;
    case 2:
      header.baseFee = upgrade.newBaseFee;
      break;
    case 3:
      header.maxTxSetSize = upgrade.newMaxTxSetSize;
      break;
    case 4: {
      const isRaised = upgrade.newBaseReserve > header.baseReserve;
      header.baseReserve = upgrade.newBaseReserve;
      if (isRaised) shrinkOffers(state);
      break;
    }
    case 5:
      header.ext = { v: 1, v1: { flags: upgrade.newFlags, ext: { v: 0 } } };
      break;
    default:
      throw new Error(`upgrades of type ${upgrade.type} belong to smart contracts`);
  }
}

interface Sums {
  readonly asset: AssetWire;
  /** undefined where the sum leaves int64. */
  buying: bigint | undefined;
  selling: bigint | undefined;
}

/** After a higher reserve: offers that their sellers can no longer back are removed, and liabilities counted anew. */
function shrinkOffers(state: LedgerState): void {
  const sellers = new Map<string, OfferEntryWire["sellerId"]>();
  for (const key of state.book.keys()) {
    const data = state.load(key)?.data;
    if (data?.type === 2) sellers.set(hex(data.offer.sellerId.ed25519), data.offer.sellerId);
  }
  // Reserves as they are before any offer is removed: what is freed for one does not save another.
  const minimums = new Map([...sellers].map(([name, id]) => [name, minimumBalance(state.header, mustLoad(state, id))]));
  for (const name of [...sellers.keys()].toSorted()) {
    const seller = sellers.get(name);
    if (seller) shrinkOffersOf(state, seller, minimums.get(name) ?? 0n);
  }
}

function shrinkOffersOf(state: LedgerState, seller: OfferEntryWire["sellerId"], minimum: bigint): void {
  const account = mustLoad(state, seller);
  const aboveReserve = account.balance - minimum;
  const keys = state.book.ofSeller(hex(seller.ed25519));
  const before = new Map<string, Sums>();
  for (const key of keys) addOffer(before, offerAt(state, key));
  const after = new Map<string, Sums>();
  for (const key of keys) {
    const offer = offerAt(state, key);
    const adjusted = adjustedOfferAmount(offer.price, offer.amount, INT64_MAX);
    if (!isBacked(state, offer, before, account.balance, aboveReserve) || adjusted === 0n) {
      const entry = state.load(key);
      if (!entry) throw new Error("offer is missing");
      releaseEntry(state, entry, account);
      state.erase(key);
    } else {
      offer.amount = adjusted;
      addOffer(after, offer);
    }
  }
  // Only assets of offers that stay are counted anew: what removed offers had bound elsewhere stays bound, as in stellar-core.
  for (const sums of after.values()) recount(state, seller, sums);
}

function isBacked(
  state: LedgerState,
  offer: OfferEntryWire,
  sums: Map<string, Sums>,
  balance: bigint,
  aboveReserve: bigint,
): boolean {
  const { selling } = sumsOf(sums, offer.selling);
  const { buying } = sumsOf(sums, offer.buying);
  if (selling === undefined || buying === undefined) return false;
  return (
    selling <= fundsFor(state, offer, offer.selling, aboveReserve) &&
    buying <= roomFor(state, offer, offer.buying, balance)
  );
}

function fundsFor(state: LedgerState, { sellerId }: OfferEntryWire, asset: AssetWire, aboveReserve: bigint): bigint {
  if (asset.type === 0) return aboveReserve;
  const line = peekLine(state, sellerId, asset);
  if (line?.kind === "issuer") return INT64_MAX;
  return line && mayMaintainLiabilities(line.entry) ? line.entry.balance : 0n;
}

function roomFor(state: LedgerState, { sellerId }: OfferEntryWire, asset: AssetWire, balance: bigint): bigint {
  if (asset.type === 0) return INT64_MAX - balance;
  const line = peekLine(state, sellerId, asset);
  if (line?.kind === "issuer") return INT64_MAX;
  return line && mayMaintainLiabilities(line.entry) ? line.entry.limit - line.entry.balance : 0n;
}

function recount(
  state: LedgerState,
  seller: OfferEntryWire["sellerId"],
  { asset, buying = 0n, selling = 0n }: Sums,
): void {
  if (asset.type === 0) {
    const account = mustLoad(state, seller);
    const now = accountLiabilities(account);
    const [deltaSelling, deltaBuying] = [selling - now.selling, buying - now.buying];
    if (
      !addAccountSellingLiabilities(state.header, account, deltaSelling) ||
      !addAccountBuyingLiabilities(account, deltaBuying)
    ) {
      throw new Error("liabilities do not fit after an upgrade");
    }
    return;
  }
  if (isIssuer(seller, asset)) return;
  const line = mustLoadLine(state, seller, asset);
  if (line.kind === "issuer") return;
  const now = lineLiabilities(line.entry);
  const [deltaSelling, deltaBuying] = [selling - now.selling, buying - now.buying];
  if (deltaSelling > 0n || deltaBuying > 0n) throw new Error("a trust line binds less than its offers promise");
  if (!addLineSellingLiabilities(line, deltaSelling) || !addLineBuyingLiabilities(line, deltaBuying)) {
    throw new Error("liabilities do not fit after an upgrade");
  }
}

function addOffer(sums: Map<string, Sums>, offer: OfferEntryWire): void {
  const { buying, selling } = offerLiabilities(offer.price, offer.amount);
  const bought = sumsOf(sums, offer.buying);
  const sold = sumsOf(sums, offer.selling);
  if (!isIssuer(offer.sellerId, offer.buying)) bought.buying = within(bought.buying, buying);
  if (!isIssuer(offer.sellerId, offer.selling)) sold.selling = within(sold.selling, selling);
}

function within(sum: bigint | undefined, amount: bigint): bigint | undefined {
  return sum === undefined || sum + amount > INT64_MAX ? undefined : sum + amount;
}

function sumsOf(sums: Map<string, Sums>, asset: AssetWire): Sums {
  const id = assetId(asset);
  const known = sums.get(id);
  if (known) return known;
  const made: Sums = { asset, buying: 0n, selling: 0n };
  sums.set(id, made);
  return made;
}

function offerAt(state: LedgerState, key: string): OfferEntryWire {
  const data = state.load(key)?.data;
  if (data?.type !== 2) throw new Error("offer is missing");
  return data.offer;
}
