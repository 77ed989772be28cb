import type { ClientSession } from "mongodb";
import type { Ladder } from "#schemas/market-maker/ladder.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import { AppError } from "#schemas/errors.ts";
import { comparePrices, type Price } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import { type Met, metBy } from "#server/pool-standing/index.ts";
import { givenPrice, readRecords, sidesOf } from "#server/trading/index.ts";
import type { Best } from "./books.ts";
import { openPools } from "./store.ts";

type Pair = Pick<ReadPool, "base" | "quote">;

/** What a pool's owner has in its market by themself, in the book or under way. */
export interface OwnPrices extends Best {
  /** Whether something of theirs is on its way that takes any price. */
  readonly isTaking: boolean;
}

/** The accounts (G...) by which one owner comes to markets: nobody is led by what they offer themselves, by whichever pool. */
export async function ownSellers(
  { database }: Pick<Runtime, "database">,
  { _id, userId }: Pick<AccountDocument, "_id" | "userId">,
  session: ClientSession | null,
): Promise<ReadonlySet<string>> {
  const pools = await openPools(database, userId, session);
  return new Set([_id, ...pools.flatMap(({ wallets }) => wallets)]);
}

/** Read within the transaction that has taken the owner's account: whoever accepts a trade of theirs takes it, too. */
export async function ownPrices(
  runtime: Runtime,
  session: ClientSession,
  account: AccountDocument,
  pair: Pair,
): Promise<OwnPrices> {
  const { open, underWay } = await readRecords(runtime, session, account);
  const placed = open.flatMap((row): Met[] => {
    const { given, taken } = sidesOf(row);
    const { n, d } = givenPrice(row);
    if (assetKey(given) === pair.base && assetKey(taken) === pair.quote) return [{ side: "sell", price: { n, d } }];
    if (assetKey(given) === pair.quote && assetKey(taken) === pair.base)
      return [{ side: "buy", price: { n: d, d: n } }];
    return [];
  });
  const coming = underWay.filter(isTradeStep).flatMap((step) => metBy(step, pair));
  const all = [...placed, ...coming];
  return {
    bid: best(
      all.flatMap(({ side, price }) => (side === "buy" && price ? [price] : [])),
      "buy",
    ),
    ask: best(
      all.flatMap(({ side, price }) => (side === "sell" && price ? [price] : [])),
      "sell",
    ),
    isTaking: coming.some(({ price }) => price === null),
  };
}

function best(prices: readonly Price[], side: "buy" | "sell"): Price | null {
  const [first = null] = prices.toSorted((one, other) =>
    side === "sell" ? comparePrices(one, other) : comparePrices(other, one),
  );
  return first;
}

/** Tells of the owner's own orders that a ladder would meet: those levels stay away while they are there. */
export async function crossesOwn(
  runtime: Runtime,
  account: AccountDocument,
  pair: Pair,
  { bids, asks }: Ladder,
): Promise<AppError[]> {
  const { bid, ask } = await runtime.database.transaction((session) => ownPrices(runtime, session, account, pair));
  const isMet =
    (ask !== null && bids[0] !== undefined && comparePrices(bids[0].price, ask) >= 0) ||
    (bid !== null && asks[0] !== undefined && comparePrices(asks[0].price, bid) <= 0);
  if (!isMet) return [];
  const [base, quote] = [pair.base, pair.quote].map((key) => assetOfKey(key).assetCode);
  return [new AppError("market-crosses-own", { base: base ?? "", quote: quote ?? "" })];
}
