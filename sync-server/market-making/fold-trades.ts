import type { ClientSession } from "mongodb";
import type { Holding } from "#schemas/market-maker/ladder.ts";
import { spreadOf } from "#schemas/market-maker/reckoning.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";
import { keysOf, type OwnedWrite, putReplicatedOf, rowKey } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { openIssueWithin } from "#server/platform/issues/issues.ts";
import { exchangedBy, sellerOf } from "#server/platform/ingest/own-trading.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { LedgerTrade } from "#server/platform/network/markets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { type PoolDocument, type StoredTrade, tradeCollection, TRADES } from "./store.ts";

/** A trade and the transaction that it happened in. */
export interface FoldedTrade {
  readonly trade: LedgerTrade;
  readonly hash: string;
}

export function tradesIn(trades: readonly LedgerTrade[], { hash }: NetworkTransaction): FoldedTrade[] {
  return trades.map((trade) => ({ trade, hash }));
}

/** What fills came to for one pool; `spread` in stroops of quote, `takenAt` the ledger of the last in which it took an offer, or 0. */
export interface PoolFills {
  readonly count: number;
  readonly spread: bigint;
  readonly takenAt: number;
  /** What they brought, in stroops; below zero what they took. */
  readonly brought: Holding;
}

interface Folding {
  readonly trades: readonly FoldedTrade[];
  readonly accounts: ReadonlyMap<string, AccountDocument>;
  readonly pools: readonly PoolDocument[];
}

/**
 * Writes a row for each fill of each pool, in the transaction that folds its ledger; a replay changes nothing. One with accounts of a
 * single owner on both sides has a row for each of them, and operators are told: there should be none. Answers with what is new, by pool.
 */
export async function foldTrades(
  runtime: Runtime,
  session: ClientSession,
  { trades, accounts, pools }: Folding,
): Promise<ReadonlyMap<number, PoolFills>> {
  const fills = trades.flatMap((folded) => fillsOf(folded, accounts, pools));
  if (fills.length === 0) return new Map();
  const known = await tradeCollection(runtime.database)
    .find(keysOf(fills.map(({ write }) => write)), { session, projection: { _id: 0, userId: 1, uid: 1 } })
    .toArray();
  const isKnown = new Set(known.map(rowKey));
  const fresh = fills.filter(({ write }) => !isKnown.has(rowKey(write)));
  await putReplicatedOf(
    runtime.database,
    session,
    TRADES,
    fresh.map(({ write }) => write),
  );
  for (const { write, isOwn } of fresh) if (isOwn) await tellOwn(runtime, session, write);
  const sums = new Map<number, PoolFills>();
  for (const { pool, spread, takenAt, brought } of fresh) {
    const before = sums.get(pool.id) ?? { count: 0, spread: 0n, takenAt: 0, brought: { base: 0n, quote: 0n } };
    sums.set(pool.id, {
      count: before.count + 1,
      spread: before.spread + spread,
      takenAt: Math.max(before.takenAt, takenAt),
      brought: { base: before.brought.base + brought.base, quote: before.brought.quote + brought.quote },
    });
  }
  return sums;
}

interface Fill {
  readonly pool: PoolDocument;
  readonly write: OwnedWrite;
  readonly spread: bigint;
  readonly takenAt: number;
  readonly brought: Holding;
  readonly isOwn: boolean;
}

function fillsOf({ trade, hash }: FoldedTrade, accounts: Folding["accounts"], pools: readonly PoolDocument[]): Fill[] {
  const seller = sellerOf(trade.maker);
  const ownerOf = (address: string) => accounts.get(address)?.userId;
  return [...new Set([seller, trade.taker])].flatMap((wallet): Fill[] => {
    const pool = pools.find(({ wallets }) => wallets.includes(wallet));
    if (!pool) return [];
    const isTaker = wallet === trade.taker;
    const told = toldOf(trade, pool, wallet);
    if (!told) return [];
    const { fields, spread, brought } = told;
    const filledBy = isTaker ? seller : trade.taker;
    const isOwn = ownerOf(seller) !== undefined && ownerOf(seller) === ownerOf(trade.taker);
    const uid = isOwn && isTaker ? `${trade.id}-taker` : trade.id;
    const row: StoredTrade = { ...fields, poolId: pool.id, filledBy, walletAddress: wallet, hash, isTaker };
    const takenAt = isTaker ? trade.ledger : 0;
    return [{ pool, write: { userId: pool.userId, uid, fields: row }, spread, takenAt, brought, isOwn }];
  });
}

/** A trade as the pool sees it; null for one of other assets, which strays may come to. */
function toldOf(trade: LedgerTrade, { terms: { base, quote }, lastPrice }: PoolDocument, wallet: string) {
  const { given, givenAmount, got, gotAmount } = exchangedBy(trade, wallet);
  const [from, to] = [assetKey(given), assetKey(got)];
  const isSelling = from === base && to === quote;
  if (!isSelling && !(from === quote && to === base)) return null;
  const [amount, total] = isSelling ? [givenAmount, gotAmount] : [gotAmount, givenAmount];
  if (amount === 0n || total === 0n) return null;
  const reference = lastPrice === null ? null : readPrice(lastPrice);
  const type = isSelling ? ("sell" as const) : ("buy" as const);
  return {
    spread: reference ? spreadOf({ side: type, amount, total }, reference) : 0n,
    brought: isSelling ? { base: -amount, quote: total } : { base: amount, quote: -total },
    fields: {
      type,
      base,
      quote,
      amount: formatAmount(amount),
      total: formatAmount(total),
      price: priceText(total, amount) ?? "0",
      reference: lastPrice,
      timestamp: trade.closedAt,
    },
  };
}

/** Volume between accounts of one owner is made up: whatever led to it is to be looked into. */
function tellOwn(runtime: Runtime, session: ClientSession, { userId, fields }: OwnedWrite): Promise<number> {
  const { poolId, hash } = fields;
  return openIssueWithin(runtime, session, {
    type: "market-making",
    checkId: "own-trade",
    subject: String(poolId),
    title: issueSaid("issue.own-trade"),
    description: issueSaid("issue.own-trade.means", { id: Number(poolId), hash: String(hash) }),
    severity: "error",
    metadata: { poolId, hash, userId },
  });
}
