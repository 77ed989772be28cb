import type { ClaimAtomWire, OperationResultTrWire, PriceWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import type { AppliedTransaction } from "./ledger/close.ts";
import { hex, sameAccount } from "./ledger/keys.ts";
import { isSuccess } from "./ledger/results.ts";
import { accountOf } from "./ledger/transaction.ts";
import { assetText } from "./horizon/text.ts";
import { toid } from "./toid.ts";

/** One side of a trade: an account with its offer, or a pool. */
export interface TradeSide {
  readonly asset: string;
  readonly amount: bigint;
  readonly account: Uint8Array | null;
  readonly offerId: bigint | null;
  readonly poolId: string | null;
}

/** A trade as history keeps it; `base` is the asset that comes first by name, XLM before all. */
export interface Trade {
  readonly op: number;
  /** Place among the trades of its operation, from 0. */
  readonly number: number;
  readonly base: TradeSide;
  readonly counter: TradeSide;
  readonly baseIsSeller: boolean;
  /** Counter for one base. */
  readonly price: { readonly n: bigint; readonly d: bigint };
}

/** Marks an offer id as made up, for takers whose offer never came into the book. */
const SYNTHETIC_OFFER = 1n << 62n;

/** The trades of a transaction, in order; crossings in which nothing moved are none. */
export function tradesOf({ transaction, result, changes }: AppliedTransaction, ledger: number, order: number): Trade[] {
  if (!isSuccess(result)) return [];
  const inner = result.result.code === 1 ? result.result.innerResultPair.result.result : result.result;
  if (inner.code !== 0) return [];
  return inner.results.flatMap((each, index) => {
    if (each.code !== 0) return [];
    const { claims, offerId } = claimsOf(each.tr);
    const operation = transaction.inner.operations[index];
    if (claims.length === 0 || !operation) return [];
    const taker = operation.sourceAccount ? accountOf(operation.sourceAccount) : transaction.inner.source;
    const takerOffer = offerId ?? toid({ ledger, order, op: index + 1 }) | SYNTHETIC_OFFER;
    const prices = new Map<string, PriceWire>();
    for (const change of changes.operations[index] ?? []) {
      if (change.type !== 3 || change.state.data.type !== 2) continue;
      const { sellerId, offerId: id, price } = change.state.data.offer;
      prices.set(`${hex(sellerId.ed25519)}:${id}`, price);
    }
    return claims.flatMap((atom, number) => {
      const made = tradeOf(atom, taker, takerOffer, prices);
      return made ? [{ op: index + 1, number, ...made }] : [];
    });
  });
}

function claimsOf(tr: OperationResultTrWire): { readonly claims: readonly ClaimAtomWire[]; readonly offerId?: bigint } {
  switch (tr.type) {
    case 2:
      return {
        claims: tr.pathPaymentStrictReceiveResult.code === 0 ? tr.pathPaymentStrictReceiveResult.success.offers : [],
      };
    case 13:
      return { claims: tr.pathPaymentStrictSendResult.code === 0 ? tr.pathPaymentStrictSendResult.success.offers : [] };
    case 3:
    case 12: {
      const done = tr.type === 3 ? tr.manageSellOfferResult : tr.manageBuyOfferResult;
      if (done.code !== 0) return { claims: [] };
      const { offersClaimed, offer } = done.success;
      return offer.effect === 2 ? { claims: offersClaimed } : { claims: offersClaimed, offerId: offer.offer.offerId };
    }
    default:
      return { claims: [] };
  }
}

function tradeOf(
  atom: ClaimAtomWire,
  taker: PublicKeyWire,
  takerOffer: bigint,
  prices: ReadonlyMap<string, PriceWire>,
): Omit<Trade, "op" | "number"> | undefined {
  if (atom.type === 0) return undefined;
  const { assetSold, amountSold, assetBought, amountBought } = atom.type === 1 ? atom.orderBook : atom.liquidityPool;
  if (amountSold === 0n && amountBought === 0n) return undefined;
  const seller = atom.type === 1 ? atom.orderBook.sellerId : undefined;
  if (seller && sameAccount(seller, taker)) return undefined;
  const sold: TradeSide = {
    asset: assetText(assetSold),
    amount: amountSold,
    account: seller?.ed25519 ?? null,
    offerId: atom.type === 1 ? atom.orderBook.offerId : null,
    poolId: atom.type === 2 ? hex(atom.liquidityPool.liquidityPoolId) : null,
  };
  const bought: TradeSide = {
    asset: assetText(assetBought),
    amount: amountBought,
    account: taker.ed25519,
    offerId: takerOffer,
    poolId: null,
  };
  const offered =
    atom.type === 1 ? prices.get(`${hex(atom.orderBook.sellerId.ed25519)}:${atom.orderBook.offerId}`) : undefined;
  const price = offered ? { n: BigInt(offered.n), d: BigInt(offered.d) } : { n: amountBought, d: amountSold };
  return comesFirst(assetSold, assetBought)
    ? { base: sold, counter: bought, baseIsSeller: true, price }
    : { base: bought, counter: sold, baseIsSeller: false, price: { n: price.d, d: price.n } };
}

function comesFirst(left: AssetWire, right: AssetWire): boolean {
  if (left.type === 0 || right.type === 0) return left.type === 0;
  return assetText(left) < assetText(right);
}
