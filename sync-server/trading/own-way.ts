import { AppError } from "#schemas/errors.ts";
import { MAX_TAKEN_BACK } from "#schemas/trading.ts";
import { BookWalk, type Market, type Paid, payThrough, type Taken } from "#schemas/values/book-walk.ts";
import { reservesOf } from "#server/markets/index.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { isTradeStep, type TradeStep } from "#server/platform/submissions/trade-steps.ts";
import type { Records } from "./account-records.ts";
import { type Hop, type OwnStanding, ownStanding, rungsOf } from "./own-standing.ts";
import { openOrders } from "./open-orders.ts";
import { isUnderWay, sidesOf } from "./own-orders.ts";
import type { ExchangeDeps } from "./plan-trade.ts";
import { exchangesOf, isSameExchange, takerOf } from "./takers.ts";
import type { Effect, Way, Wish } from "./wish.ts";

/** The markets that steps come to, as they stand. Those that are not listed are looked up only where it matters. */
export async function seeHops(
  { runtime, sides }: Pick<ExchangeDeps, "runtime" | "sides">,
  userId: number,
  steps: readonly TradeStep[],
): Promise<Hop[]> {
  const [step] = steps;
  const exchanges = step ? exchangesOf(step) : [];
  // What a payment brings is told, too.
  const isPayment = step?.type === "path_payment_strict_send" || step?.type === "path_payment_strict_receive";
  const open = await openOrders(runtime.database, null, userId);
  return Promise.all(
    exchanges.map(async ({ send, receive }) => {
      const isOwnThere = open.some(
        (row) => isSameAsset(sidesOf(row).given, receive) && isSameAsset(sidesOf(row).taken, send),
      );
      const side = sides.known(send, receive) ?? (isOwnThere || isPayment ? await sides.read(send, receive) : null);
      return { send, receive, side };
    }),
  );
}

/** What decides whether a trade comes to an offer of its own account. */
export interface Wayfarer {
  /** G... */
  readonly account: string;
  /** Offers of one side of a market, or one payment through markets. */
  readonly steps: readonly TradeStep[];
  readonly hops: readonly Hop[];
  /** Which of the own orders in the way may be taken back for it. */
  readonly mayTakeBack: (offerId: string) => boolean;
}

/** A wish with what it comes to in the book as that stands now. */
export async function withWay(
  deps: Pick<ExchangeDeps, "runtime" | "sides">,
  { userId, _id: account }: Pick<AccountDocument, "userId" | "_id">,
  wish: Wish,
  mayTakeBack: Wayfarer["mayTakeBack"],
): Promise<Wish> {
  const steps = wish.steps.filter(isTradeStep);
  const hops = await seeHops(deps, userId, steps);
  return { ...wish, way: (records) => findWay({ account, steps, hops, mayTakeBack }, records) };
}

/**
 * The own orders that a trade would come to, as the ledger goes along the book: it lets nobody trade with themselves. Those that may
 * be taken back are, in the same transaction; any other stands against it.
 */
export function findWay({ mayTakeBack, ...trade }: Wayfarer, records: Records): Way {
  const { met, effect } = walk(trade, records);
  const takesBack: Way["takesBack"][number][] = [];
  for (const { row, offerId, told } of met) {
    if (offerId !== "" && isUnderWay(records, offerId, CHANGING)) return against(new AppError("order-under-way"));
    if (!row || !mayTakeBack(offerId) || takesBack.length === MAX_TAKEN_BACK)
      return against(new AppError("order-crosses-own", told));
    takesBack.push(row);
  }
  return { takesBack, refusals: [], effect };
}

const CHANGING = ["manage_sell_offer", "manage_buy_offer", "cancel_offer"] as const;

function against(refusal: AppError): Way {
  return { takesBack: [], refusals: [refusal], effect: null };
}

interface Walked {
  readonly met: readonly OwnStanding[];
  readonly effect: Effect | null;
}

function walk({ account, steps, hops }: Omit<Wayfarer, "mayTakeBack">, records: Records): Walked {
  const standing = hops.map((hop) => ownStanding(hop, account, records));
  const markets = hops.map((hop, place) => marketOf(hop, standing[place] ?? [], records));
  const [first] = steps;
  if (first?.type === "path_payment_strict_send" || first?.type === "path_payment_strict_receive")
    return paid(first, hops, standing, markets);
  const [market] = markets;
  if (!market) return { met: [], effect: null };
  const book = new BookWalk(market.rungs());
  const taken = steps.flatMap((step): Taken[] => {
    const taker = takerOf(step);
    return taker ? [book.take(taker)] : [];
  });
  return { met: named(standing, [taken.flatMap(({ met }) => met)]), effect: null };
}

/** Where nobody can tell what a market has, whatever stands in it of one's own is in the way. */
function paid(
  step: Extract<TradeStep, { readonly type: `path_payment_${string}` }>,
  hops: readonly Hop[],
  standing: readonly (readonly OwnStanding[])[],
  markets: readonly Market[],
): Walked {
  if (hops.some(({ side }) => side === null)) return { met: standing.flat(), effect: null };
  const done: Paid | null = payThrough(markets, {
    direction: step.type === "path_payment_strict_send" ? "send" : "receive",
    sendAmount: BigInt(step.sendAmount),
    receiveAmount: BigInt(step.receiveAmount),
  });
  const effect = done && {
    leaves: [{ asset: step.send, amount: done.sent }],
    comes: [{ asset: step.receive, amount: done.received }],
  };
  return { met: named(standing, done?.met ?? []), effect };
}

function named(standing: readonly (readonly OwnStanding[])[], met: readonly (readonly string[])[]): OwnStanding[] {
  return met.flatMap((names, place) => names.flatMap((name) => standing[place]?.[Number(name)] ?? []));
}

/** A market as it is once what is under way has gone through it. */
function marketOf(hop: Hop, standing: readonly OwnStanding[], { underWay }: Records): Market {
  const takers = underWay.flatMap((step) => {
    if (!isTradeStep(step) || !exchangesOf(step).some((each) => isSameExchange(each, hop))) return [];
    return takerOf(step) ?? [];
  });
  const pool = hop.side?.pool ?? null;
  return {
    rungs: () => {
      const book = new BookWalk(rungsOf(hop, standing));
      for (const taker of takers) book.take(taker);
      return book.rest();
    },
    pool: pool && { ...reservesOf(pool, hop.send), feeBasisPoints: pool.feeBasisPoints },
  };
}
