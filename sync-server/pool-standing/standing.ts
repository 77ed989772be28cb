import type { ClientSession, Collection } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Price } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type AssetName, assetOfKey, isSameAsset } from "#server/platform/network/assets.ts";
import { assertRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { isTradeStep, type TradeStep } from "#server/platform/submissions/trade-steps.ts";

/**
 * The highest bid and the lowest ask that a person's pool has in the book, or may have by what is under way. Whoever decides about its
 * offers writes this document, and whoever signs for them: two who do so at once conflict.
 */
export interface PoolStanding {
  /** The pool's id. */
  readonly _id: number;
  readonly userId: number;
  /** Keys of assets; prices are quote for one base. Null where there are none. */
  readonly base: string;
  readonly quote: string;
  readonly bid: Price | null;
  readonly ask: Price | null;
  readonly turns: number;
  readonly seal?: string;
}

export const NOWHERE = { bid: null, ask: null } as const;

const KIND: SealedKind<Omit<PoolStanding, "turns">> = {
  collection: "pool_standing",
  contentOf: ({ _id, userId, base, quote, bid, ask }) => ({ _id, userId, base, quote, bid, ask }),
};

function standingCollection(database: Database): Collection<PoolStanding> {
  return database.collection<PoolStanding>(KIND.collection);
}

export async function standingIndexes(database: Database): Promise<void> {
  await standingCollection(database).createIndex({ userId: 1 });
}

/**
 * What somebody's pools have in the book, as a transaction sees it that has taken their wallet's account. Throws `SealBrokenError` where
 * that was written past the server.
 */
export async function readStandings(
  database: Database,
  session: ClientSession,
  userId: number,
): Promise<readonly PoolStanding[]> {
  const found = await standingCollection(database).find({ userId }, { session }).toArray();
  for (const standing of found) assertRowSealed(database, KIND, standing, standing._id);
  return found;
}

/** Writes what a pool has in the book, in the transaction that decides it. */
export async function putStanding(
  database: Database,
  session: ClientSession,
  standing: Omit<PoolStanding, "turns" | "seal">,
): Promise<void> {
  const { _id, ...fields } = standing;
  const seal = sealRow(database, KIND, standing);
  await standingCollection(database).updateOne(
    { _id },
    { $set: { ...fields, seal }, $inc: { turns: 1 } },
    { session, upsert: true },
  );
}

/** Conflicts with whoever decides about the pool's offers at the same time. */
export async function touchStanding(database: Database, session: ClientSession, poolId: number): Promise<void> {
  await standingCollection(database).updateOne({ _id: poolId }, { $inc: { turns: 1 } }, { session });
}

/** What a step meets of a pair at most: at what price (quote for one base) it buys or sells; null where it takes any. */
export interface Met {
  readonly side: "buy" | "sell";
  readonly price: Price | null;
}

/** How a step comes to the book of a pair, in either direction; nothing where it does not. */
export function metBy(step: TradeStep, pair: Pick<PoolStanding, "base" | "quote">): Met[] {
  const [base, quote] = [assetOfKey(pair.base), assetOfKey(pair.quote)];
  const sideOf = (given: AssetName, got: AssetName): Met["side"] | null =>
    isSameAsset(given, base) && isSameAsset(got, quote)
      ? "sell"
      : isSameAsset(given, quote) && isSameAsset(got, base)
        ? "buy"
        : null;
  switch (step.type) {
    case "manage_sell_offer":
    case "create_passive_sell_offer": {
      const side = sideOf(step.selling, step.buying);
      return side === null ? [] : [{ side, price: side === "sell" ? step.price : turned(step.price) }];
    }
    case "manage_buy_offer": {
      const side = sideOf(step.selling, step.buying);
      return side === null ? [] : [{ side, price: side === "buy" ? step.price : turned(step.price) }];
    }
    case "path_payment_strict_send":
    case "path_payment_strict_receive":
      return [step.send, ...step.path].flatMap((from, place) => {
        const side = sideOf(from, step.path[place] ?? step.receive);
        return side === null ? [] : [{ side, price: null }];
      });
    default:
      return [];
  }
}

/** What stands against a person's own steps: that their pool would be on the other side. Nobody trades with themselves. */
export function crossesPool(steps: readonly Step[], pools: readonly PoolStanding[]): AppError[] {
  const trades = steps.filter(isTradeStep);
  const crossed = pools.find((pool) => trades.some((step) => metBy(step, pool).some((met) => isMet(met, pool))));
  if (!crossed) return [];
  const [base, quote] = [crossed.base, crossed.quote].map((key) => assetOfKey(key).assetCode);
  return [new AppError("market-crosses-pool", { base: base ?? "", quote: quote ?? "" })];
}

function isMet({ side, price }: Met, { bid, ask }: PoolStanding): boolean {
  const other = side === "sell" ? bid : ask;
  if (!other) return false;
  if (price === null) return true;
  const [left, right] = [BigInt(price.n) * BigInt(other.d), BigInt(other.n) * BigInt(price.d)];
  return side === "sell" ? left <= right : left >= right;
}

function turned({ n, d }: Price): Price {
  return { n: d, d: n };
}
