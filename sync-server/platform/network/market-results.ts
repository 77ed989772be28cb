import { xdr } from "@stellar/stellar-sdk";
import type { ClaimAtomWire, OperationResultTrWire, OperationResultWire, PriceWire } from "@stellar/stellar-sdk/xdr";
import { accountOf, addressOf, muxedAddressOf } from "./addresses.ts";
import { nameOf } from "./market-entries.ts";
import type { LedgerTrade } from "./markets.ts";
import type { EntryChanges } from "./meta.ts";
import { type NetworkTransaction, operationId } from "./network.ts";

/**
 * Operations that can change offers and pools: path payments (2, 13), offers (3, 4, 12), pool shares as trustlines (6) and
 * what revokes them (7, 21), sponsorship of an offer (18), deposits and withdrawals (22, 23).
 */
const OF_MARKETS: ReadonlySet<number> = new Set([2, 3, 4, 6, 7, 12, 13, 18, 21, 22, 23]);

/** Where the number of results stands in a result, and where in one that holds another (a fee bump). */
const COUNT_AT = 12;
const INNER_COUNT_AT = COUNT_AT + 32 + 8 + 4;
const FEE_BUMP_SUCCESS = 1;

/**
 * Whether a transaction may have changed an offer or a pool: one that failed, or that only pays, has not. Reads no more of
 * the result than the kind of its first operation where that settles it, as most of what the network carries does.
 */
export function mayTouchMarkets({ isSuccessful, resultXdr }: NetworkTransaction): boolean {
  if (!isSuccessful) return false;
  // 96 base64 digits: past the first operation's kind, also within a fee bump.
  const head = Buffer.from(resultXdr.slice(0, 96), "base64");
  const countAt = head.readInt32BE(8) === FEE_BUMP_SUCCESS ? INNER_COUNT_AT : COUNT_AT;
  const operations = head.readUInt32BE(countAt);
  if (operations === 0) return false;
  if (OF_MARKETS.has(head.readInt32BE(countAt + 8))) return true;
  return operations > 1 && resultsOf(resultXdr).some((each) => each.code === 0 && OF_MARKETS.has(each.tr.type));
}

/** The trades of a transaction, in order; crossings in which nothing moved, or with oneself, are none. */
export function readTrades(transaction: NetworkTransaction, changes: EntryChanges): LedgerTrade[] {
  let takers: readonly string[] | undefined;
  return resultsOf(transaction.resultXdr).flatMap((result, index) => {
    const claims = result.code === 0 ? claimsOf(result.tr) : [];
    if (claims.length === 0) return [];
    takers ??= sourcesOf(transaction.envelopeXdr);
    const taker = takers[index];
    if (taker === undefined) throw new Error(`transaction ${transaction.hash} has a result without an operation`);
    const id = operationId(transaction.ledger, transaction.order, index + 1);
    const prices = pricesBefore(changes.operations[index] ?? []);
    return claims.flatMap((atom, number) => {
      const traded = readClaim(atom, taker, prices);
      if (!traded) return [];
      return [{ id: `${id}-${number}`, ledger: transaction.ledger, closedAt: transaction.closedAt, taker, ...traded }];
    });
  });
}

/** The results of the operations of a transaction that succeeded; none of one that failed. */
export function resultsOf(resultXdr: string): readonly OperationResultWire[] {
  const { result } = xdr.TransactionResult.schema.decode(Buffer.from(resultXdr, "base64"));
  const inner = result.code === 1 ? result.innerResultPair.result.result : result;
  return inner.code === 0 ? inner.results : [];
}

/** What an operation took of offers and pools. */
export function claimsOf(tr: OperationResultTrWire): readonly ClaimAtomWire[] {
  switch (tr.type) {
    case 2:
      return tr.pathPaymentStrictReceiveResult.code === 0 ? tr.pathPaymentStrictReceiveResult.success.offers : [];
    case 13:
      return tr.pathPaymentStrictSendResult.code === 0 ? tr.pathPaymentStrictSendResult.success.offers : [];
    // The ledger has given passive offers the result of either kind.
    case 3:
      return tr.manageSellOfferResult.code === 0 ? tr.manageSellOfferResult.success.offersClaimed : [];
    case 4:
      return tr.createPassiveSellOfferResult.code === 0 ? tr.createPassiveSellOfferResult.success.offersClaimed : [];
    case 12:
      return tr.manageBuyOfferResult.code === 0 ? tr.manageBuyOfferResult.success.offersClaimed : [];
    default:
      return [];
  }
}

/** The account (G...) of each operation. */
function sourcesOf(envelopeXdr: string): readonly string[] {
  const envelope = xdr.TransactionEnvelope.schema.decode(Buffer.from(envelopeXdr, "base64"));
  if (envelope.type === 0) {
    const { sourceAccountEd25519, operations } = envelope.v0.tx;
    const source = addressOf({ type: 0, ed25519: sourceAccountEd25519 });
    return operations.map(({ sourceAccount }) => (sourceAccount ? accountOf(muxedAddressOf(sourceAccount)) : source));
  }
  const { tx } = envelope.type === 5 ? envelope.feeBump.tx.innerTx.v1 : envelope.v1;
  return tx.operations.map(({ sourceAccount }) => accountOf(muxedAddressOf(sourceAccount ?? tx.sourceAccount)));
}

/** By offer id, the prices of the offers that an operation met. */
function pricesBefore(changes: EntryChanges["before"]): ReadonlyMap<bigint, PriceWire> {
  const prices = new Map<bigint, PriceWire>();
  for (const change of changes) {
    if (change.type !== 3 || change.state.data.type !== 2) continue;
    prices.set(change.state.data.offer.offerId, change.state.data.offer.price);
  }
  return prices;
}

type Traded = Omit<LedgerTrade, "id" | "ledger" | "closedAt" | "taker">;

function readClaim(atom: ClaimAtomWire, taker: string, prices: ReadonlyMap<bigint, PriceWire>): Traded | null {
  const claim = atom.type === 0 ? atom.v0 : atom.type === 1 ? atom.orderBook : atom.liquidityPool;
  const { amountSold, amountBought } = claim;
  if (amountSold === 0n && amountBought === 0n) return null;
  const sides = {
    sold: nameOf(claim.assetSold),
    soldAmount: amountSold,
    bought: nameOf(claim.assetBought),
    boughtAmount: amountBought,
  };
  if (atom.type === 2) {
    const poolId = Buffer.from(atom.liquidityPool.liquidityPoolId).toString("hex");
    return { ...sides, price: { n: amountBought, d: amountSold }, maker: { kind: "pool", poolId } };
  }
  const seller = addressOf(atom.type === 0 ? { type: 0, ed25519: atom.v0.sellerEd25519 } : atom.orderBook.sellerId);
  if (seller === taker) return null;
  const { offerId } = atom.type === 0 ? atom.v0 : atom.orderBook;
  const price = prices.get(offerId);
  if (!price) throw new Error(`offer ${offerId} was crossed, but its state before is not told`);
  const maker = { kind: "offer", offerId: String(offerId), seller } as const;
  return { ...sides, price: { n: BigInt(price.n), d: BigInt(price.d) }, maker };
}
