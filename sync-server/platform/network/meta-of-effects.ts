import { xdr } from "@stellar/stellar-sdk";
import type {
  ClaimantWire,
  ClaimAtomWire,
  ClaimPredicateWire,
  LedgerEntryChangeWire,
  LedgerEntryDataWire,
  LedgerEntryWire,
  LedgerKeyWire,
  OfferEntryWire,
  OperationBodyWire,
  OperationResultTrWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { XdrString } from "@stellar/stellar-sdk/xdr";
import { accountIdOf, addressOf } from "./addresses.ts";
import { operationsOf } from "./asked-trades.ts";
import { type AssetName, assetKey, isNative, toSdkAsset } from "./assets.ts";
import type { PastTransaction } from "./history-records.ts";
import { claimsOf, resultsOf } from "./market-results.ts";
import type { PastEffect } from "./past-effects.ts";
import type { OfferRef } from "./trading.ts";
import { roundedPrice } from "./rounded-price.ts";

/** What is left of offers (stroops, by their ids), while transactions are gone through in their order. */
export interface LeftOfOffers {
  left(offerId: string): bigint | undefined;
  set(offerId: string, left: bigint): void;
}

/** The offers that a transaction took, and whose they were. */
export function takenOffersOf({ resultXdr }: Pick<PastTransaction, "resultXdr">): OfferRef[] {
  const atoms = resultsOf(resultXdr).flatMap((result) => (result.code === 0 ? claimsOf(result.tr) : []));
  return atoms.flatMap((atom) => {
    if (atom.type === 2) return [];
    const offerId = String(atom.type === 0 ? atom.v0.offerId : atom.orderBook.offerId);
    return [{ seller: addressOf(sellerOf(atom)), offerId }];
  });
}

function sellerOf(atom: Exclude<ClaimAtomWire, { readonly type: 2 }>): PublicKeyWire {
  return atom.type === 0 ? { type: 0, ed25519: atom.v0.sellerEd25519 } : atom.orderBook.sellerId;
}

const PATH_PAYMENTS: ReadonlySet<number> = new Set([2, 13]);
const CREATE_CLAIMABLE = 14;
const EXT = { v: 0 } as const;

/**
 * Metadata (base64 XDR) that says of a transaction what its effects and its result do: by how much holdings differ after each operation,
 * lines, what was set aside and claimed, own offers, and the prices of those that were taken. How much an account held by then it does
 * not know: only differences in it are true, and it must never be shown as what somebody has.
 */
export function metaOfEffects(
  transaction: PastTransaction,
  effects: readonly PastEffect[],
  offers: LeftOfOffers,
): string {
  const results = resultsOf(transaction.resultXdr);
  const byOperation = Map.groupBy(effects, ({ operation }) => operation);
  const at = { ledger: transaction.ledger, closedAtSeconds: Math.floor(transaction.closedAt.getTime() / 1000) };
  const operations = transaction.isSuccessful
    ? operationsOf(transaction.envelopeXdr).map((operation, index) => {
        const result = results[index];
        const tr = result?.code === 0 ? result.tr : null;
        return { changes: changesOf({ ...operation, tr, effects: byOperation.get(index) ?? [] }, offers, at) };
      })
    : [];
  const meta = xdr.TransactionMeta.schema.encode({
    v: 2,
    v2: { txChangesBefore: [], operations, txChangesAfter: [] },
  });
  return Buffer.from(meta).toString("base64");
}

interface Moment {
  readonly ledger: number;
  readonly closedAtSeconds: number;
}

interface PastOperation extends Own {
  readonly tr: OperationResultTrWire | null;
  readonly effects: readonly PastEffect[];
}

function changesOf(
  { source, body, tr, effects }: PastOperation,
  offers: LeftOfOffers,
  at: Moment,
): LedgerEntryChangeWire[] {
  const wrap = (data: LedgerEntryDataWire): LedgerEntryWire => ({ lastModifiedLedgerSeq: at.ledger, data, ext: EXT });
  return [
    ...holdingChanges(holdingsIn(effects, PATH_PAYMENTS.has(body.type) ? source : null), effects, wrap),
    ...effects.flatMap((effect) => balanceChanges(effect, body, at, wrap)),
    ...(tr ? claimsOf(tr).flatMap((atom) => takenOffer(atom, offers, wrap)) : []),
    ...(tr ? ownOffer(tr, { source, body }, offers, wrap) : []),
  ];
}

type Wrap = (data: LedgerEntryDataWire) => LedgerEntryWire;

interface HoldingDelta {
  readonly account: string;
  readonly asset: AssetName;
  readonly change: bigint;
}

/** What a payer through the markets gave and got on the way is in what they paid already. */
function holdingsIn(effects: readonly PastEffect[], pathPayer: string | null): HoldingDelta[] {
  const sums = new Map<string, HoldingDelta>();
  for (const { account, type, amounts } of effects) {
    if (type === "trade" && account === pathPayer) continue;
    for (const { asset, change } of amounts) {
      // An issuer has no line of its own asset.
      if (account === "" || account === asset.issuer) continue;
      const key = `${account} ${assetKey(asset)}`;
      sums.set(key, { account, asset, change: (sums.get(key)?.change ?? 0n) + change });
    }
  }
  return [...sums.values()];
}

function holdingChanges(
  deltas: readonly HoldingDelta[],
  effects: readonly PastEffect[],
  wrap: Wrap,
): LedgerEntryChangeWire[] {
  const has = (type: string, account: string) => effects.some((each) => each.type === type && each.account === account);
  const moved = deltas.flatMap(({ account, asset, change }): LedgerEntryChangeWire[] => {
    const before = change < 0n ? -change : 0n;
    const now = wrap(holdingOf(account, asset, before + change));
    if (isNative(asset) && has("account_created", account)) return [{ type: 0, created: now }];
    const state = wrap(holdingOf(account, asset, before));
    if (isNative(asset) && has("account_removed", account))
      return [
        { type: 3, state },
        { type: 2, removed: { type: 0, account: { accountId: accountIdOf(account) } } },
      ];
    return [
      { type: 3, state },
      { type: 1, updated: now },
    ];
  });
  return [...moved, ...effects.flatMap((effect) => lineChanges(effect, wrap))];
}

function lineChanges({ account, type, line }: PastEffect, wrap: Wrap): LedgerEntryChangeWire[] {
  if (!line) return [];
  const entry = wrap(holdingOf(account, line, 0n));
  if (type === "trustline_created") return [{ type: 0, created: entry }];
  const key: LedgerKeyWire = { type: 1, trustLine: { accountId: accountIdOf(account), asset: lineAssetOf(line) } };
  return [
    { type: 3, state: entry },
    { type: 2, removed: key },
  ];
}

function holdingOf(account: string, asset: AssetName, balance: bigint): LedgerEntryDataWire {
  const accountId = accountIdOf(account);
  if (!isNative(asset))
    return {
      type: 1,
      trustLine: { accountId, asset: lineAssetOf(asset), balance, limit: balance, flags: 1, ext: EXT },
    };
  return {
    type: 0,
    account: {
      accountId,
      balance,
      seqNum: 0n,
      numSubEntries: 0,
      inflationDest: null,
      flags: 0,
      homeDomain: new XdrString(""),
      thresholds: Uint8Array.of(1, 0, 0, 0),
      signers: [],
      ext: EXT,
    },
  };
}

function lineAssetOf(asset: AssetName) {
  return toSdkAsset(asset).toTrustLineXdrObject().toXdrObject();
}

function balanceChanges(
  { account, type, balance }: PastEffect,
  body: OperationBodyWire,
  at: Moment,
  wrap: Wrap,
): LedgerEntryChangeWire[] {
  if (!balance) return [];
  const balanceId = { type: 0, v0: Buffer.from(balance.balanceId.slice(8), "hex") } as const;
  const asset = toSdkAsset(balance.asset).toXdrObject().toXdrObject();
  const entryFor = (claimants: ClaimantWire[]) =>
    wrap({ type: 4, claimableBalance: { balanceId, claimants, asset, amount: balance.amount, ext: EXT } });
  if (type === "claimable_balance_created") {
    if (body.type !== CREATE_CLAIMABLE) return [];
    const claimants = body.createClaimableBalanceOp.claimants.map((claimant): ClaimantWire => {
      const { destination, predicate } = claimant.v0;
      return { type: 0, v0: { destination, predicate: absolute(predicate, BigInt(at.closedAtSeconds)) } };
    });
    return [{ type: 0, created: entryFor(claimants) }];
  }
  // Who else might have claimed it nobody says any more.
  const claimer = { destination: accountIdOf(account), predicate: { type: 0 } } as const;
  return [
    { type: 3, state: entryFor([{ type: 0, v0: claimer }]) },
    { type: 2, removed: { type: 4, claimableBalance: { balanceId } } },
  ];
}

/** As the ledger keeps it: times that count from the making become moments. */
function absolute(predicate: ClaimPredicateWire, madeAt: bigint): ClaimPredicateWire {
  switch (predicate.type) {
    case 1:
      return { type: 1, andPredicates: predicate.andPredicates.map((part) => absolute(part, madeAt)) };
    case 2:
      return { type: 2, orPredicates: predicate.orPredicates.map((part) => absolute(part, madeAt)) };
    case 3:
      return { type: 3, notPredicate: predicate.notPredicate && absolute(predicate.notPredicate, madeAt) };
    case 5:
      return { type: 4, absBefore: madeAt + predicate.relBefore };
    default:
      return predicate;
  }
}

/** The price of an offer that was taken, from what it gave and got, and what is left of it where that is known. */
function takenOffer(atom: ClaimAtomWire, offers: LeftOfOffers, wrap: Wrap): LedgerEntryChangeWire[] {
  if (atom.type === 2) return [];
  const claim = atom.type === 0 ? atom.v0 : atom.orderBook;
  if (claim.amountSold === 0n || claim.amountBought === 0n) return [];
  const sellerId = sellerOf(atom);
  const before = offers.left(String(claim.offerId));
  const offer: OfferEntryWire = {
    sellerId,
    offerId: claim.offerId,
    selling: claim.assetSold,
    buying: claim.assetBought,
    amount: before ?? claim.amountSold,
    price: roundedPrice(claim.amountBought, claim.amountSold),
    flags: 0,
    ext: EXT,
  };
  const state = { type: 3, state: wrap({ type: 2, offer }) } as const;
  if (before === undefined) return [state];
  const left = before > claim.amountSold ? before - claim.amountSold : 0n;
  offers.set(String(claim.offerId), left);
  return left === 0n
    ? [state, { type: 2, removed: { type: 2, offer: { sellerId, offerId: claim.offerId } } }]
    : [state, { type: 1, updated: wrap({ type: 2, offer: { ...offer, amount: left } }) }];
}

/** What an operation left in the book of its own, or took out of it. */
function ownOffer(
  tr: OperationResultTrWire,
  { source, body }: Own,
  offers: LeftOfOffers,
  wrap: Wrap,
): LedgerEntryChangeWire[] {
  const left = leftBy(tr);
  if (!left) return [];
  if (left.effect === 2) return endedOffer({ source, body }, wrap);
  const entry = wrap({ type: 2, offer: left.offer });
  offers.set(String(left.offer.offerId), left.offer.amount);
  if (left.effect === 0) return [{ type: 0, created: entry }];
  return [
    { type: 3, state: entry },
    { type: 1, updated: entry },
  ];
}

interface Own {
  readonly source: string;
  readonly body: OperationBodyWire;
}

function leftBy(tr: OperationResultTrWire) {
  if (tr.type === 3 && tr.manageSellOfferResult.code === 0) return tr.manageSellOfferResult.success.offer;
  if (tr.type === 12 && tr.manageBuyOfferResult.code === 0) return tr.manageBuyOfferResult.success.offer;
  return tr.type === 4 && tr.createPassiveSellOfferResult.code === 0
    ? tr.createPassiveSellOfferResult.success.offer
    : null;
}

function endedOffer({ source, body }: Own, wrap: Wrap): LedgerEntryChangeWire[] {
  const asked = body.type === 3 ? body.manageSellOfferOp : body.type === 12 ? body.manageBuyOfferOp : null;
  if (!asked || asked.offerId === 0n) return [];
  const { selling, buying, offerId, price } = asked;
  const sellerId = accountIdOf(source);
  const turned = body.type === 12 ? { n: price.d, d: price.n } : price;
  const offer: OfferEntryWire = { sellerId, offerId, selling, buying, amount: 0n, price: turned, flags: 0, ext: EXT };
  return [
    { type: 3, state: wrap({ type: 2, offer }) },
    { type: 2, removed: { type: 2, offer: { sellerId, offerId } } },
  ];
}
