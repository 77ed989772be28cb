import { givenBy, rests, stopIntent } from "#schemas/strategies/book.ts";
import { baseFor, quoteFor } from "#schemas/strategies/fills.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount, mulDiv } from "#schemas/values/money.ts";
import { activeFees, operatorFee } from "#server/fees/index.ts";
import { quoteAlong } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey, isSameAsset } from "#server/platform/network/assets.ts";
import { bestPrices, type BestPrices, type LiveMarket, marketOf, PASSING } from "#server/standing-orders/index.ts";
import { type ExchangeDeps, planSwap, recordTrade, walletOf } from "#server/trading/index.ts";
import { costOutput } from "#server/wallet/index.ts";
import type { AutomationDeps } from "./deps.ts";
import { bookOf, numberOf, spentBy, termsOf, toldBooks, withBook } from "./books.ts";
import { besideFee } from "./beside-fee.ts";
import { feeRulesNow } from "./costs.ts";
import { pauseFields } from "./pause.ts";
import { missed, newSignal, putSignals, signalUid } from "./signals.ts";
import { type AutomationDocument, moveAutomation, type StoredBook, type Wanted } from "./store.ts";
import { tellAutomation } from "./tell.ts";

const HUNDREDTHS = 10_000n;

/** Somebody else changed the automation first: nothing of the trade may stand. */
class AutomationMovedError extends Error {}

interface Turn {
  readonly book: StoredBook;
  readonly wanted: Wanted;
  /** What the first stroop costs. */
  readonly price: number;
}

/**
 * Trades the next of what an automation wants, if there is something and the newest ledger has its price: one trade at a time, accepted in one transaction with what the
 * automation then is. What stands against it for good is noted on its signal; what passes is tried at the next look. Answers with whether something was accepted.
 */
export async function tradeNext(deps: AutomationDeps, automation: AutomationDocument): Promise<boolean> {
  const { runtime, feed } = deps;
  if (automation.executionMode !== "auto" || automation.status !== "active" || automation.under) return false;
  if (!automation.books.some(({ open, stop }) => open.length > 0 || stop !== null)) return false;
  try {
    const turn = nextTurn(automation, (base) => marketOf(feed, { base, quote: automation.terms.quote }));
    if (!turn) return false;
    // Nobody pays more beside a trade than they agreed to.
    if ((await feeRulesNow(runtime)) !== automation.feeRules)
      return await pauseBecause(runtime, automation, writeSaid("reason.automation-fees"));
    return await tradeOne(deps, automation, turn);
  } catch (error) {
    if (error instanceof AutomationMovedError) return false;
    if (error instanceof AppError && PASSING.includes(error.code)) return false;
    throw error;
  }
}

/** Stops come first; of the rest what comes first in its pair's book and has its price. */
function nextTurn(automation: AutomationDocument, marketFor: (base: string) => LiveMarket): Turn | null {
  const { quote } = automation.terms;
  for (const book of automation.books) {
    const { index } = marketFor(book.base);
    const prices = bestPrices(index, { base: assetOfKey(book.base), counter: assetOfKey(quote) });
    const wanted = wantedOf(book, prices);
    const price = wanted && priceFor(wanted, prices);
    if (wanted && price !== null && price !== undefined) return { book, wanted, price };
  }
  return null;
}

function wantedOf({ stop, held, open }: StoredBook, prices: BestPrices): Wanted | null {
  const bid = prices.bid === null ? null : numberOf(prices.bid);
  if (stop !== null && bid !== null && held.base !== "0" && bid <= stop) return { ...stopIntent(stop), signal: null };
  return open.find((wanted) => isReached(wanted, prices)) ?? null;
}

function isReached({ side, limit }: Wanted, prices: BestPrices): boolean {
  const price = priceFor({ side }, prices);
  if (price === null) return false;
  return limit === null || (side === "buy" ? price < limit : price > limit);
}

function priceFor({ side }: Pick<Wanted, "side">, { bid, ask }: BestPrices): number | null {
  const price = side === "buy" ? ask : bid;
  return price && numberOf(price);
}

async function tradeOne(deps: AutomationDeps, automation: AutomationDocument, turn: Turn): Promise<boolean> {
  const { runtime, network, guard, sides, feed } = deps;
  const { userId, id, trades, terms } = automation;
  const at = runtime.clock.now().getTime();
  const kept = bookOf(turn.book, automation);
  const wished = givenBy(kept, turn.wanted, { price: turn.price, at, terms: termsOf(automation) });
  if (typeof wished === "string") return dropWanted(runtime, automation, turn, missed(`reason.signal-${wished}`));
  const isBuying = turn.wanted.side === "buy";
  const sent = assetOfKey(isBuying ? terms.quote : turn.book.base);
  const rules = await activeFees(runtime, "swap");
  const held = isBuying ? kept.holding.quote : kept.holding.base;
  const given = besideFee(wished, held, (amount) => {
    const fee = operatorFee(rules, sent, amount);
    return fee && isSameAsset(fee.asset, sent) ? fee.amount : 0n;
  });
  if (given === 0n) return dropWanted(runtime, automation, turn, missed("reason.signal-nothing"));
  const wallet = await walletOf(runtime, userId);
  const { index } = marketOf(feed, { base: turn.book.base, quote: terms.quote });
  const swap = swapOf(automation, turn, { index, payer: wallet._id, given });
  // What the market gives for all of it is worse than was agreed to: the next ledger may have more.
  if (swap === null) return false;
  const exchange: ExchangeDeps = { runtime, network, guard, sides };
  const fee = operatorFee(rules, sent, given);
  try {
    await recordTrade(
      exchange,
      // They showed who they are when they let it trade.
      { userId, prove: () => Promise.resolve() },
      {
        // No key that a device makes has a colon.
        idempotencyKey: `automation:${id}:${trades + 1}`,
        agreed: { networkFee: automation.agreed.networkFee, operatorFees: fee ? [costOutput(fee)] : [] },
        content: ["automation", id, trades + 1],
        alongside: async (session, submission) => {
          const begun = await beginUnder(runtime, automation, turn, { given, submissionId: submission.id });
          await putSignals(runtime.database, session, userId, begun.signals);
          if (!(await moveAutomation(runtime, session, automation, begun.fields))) throw new AutomationMovedError();
        },
      },
      () => planSwap(exchange, userId, { ...swap, direction: "send", path: [] }, () => false),
    );
  } catch (error) {
    if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
    return dropWanted(runtime, automation, turn, missed({ said: error.said }));
  }
  deps.onAccepted();
  return true;
}

/** What is sent and the least that comes back: within the slippage of what the market gives now, and never beyond a limit. Null where there is no such. */
function swapOf(
  { terms }: AutomationDocument,
  { book, wanted }: Turn,
  { index, payer, given }: { readonly index: LiveMarket["index"]; readonly payer: string; readonly given: bigint },
) {
  const [send, receive] = wanted.side === "buy" ? [terms.quote, book.base] : [book.base, terms.quote];
  const assets = [send, receive].map(assetOfKey);
  const quote = quoteAlong(index, { direction: "send", assets, amount: given, payer });
  if (!quote) return null;
  const within = mulDiv(quote.receiveAmount, HUNDREDTHS - BigInt(terms.slippage), HUNDREDTHS, "down");
  const atLimit = wanted.limit === null ? 0n : leastAt(wanted, given, wanted.limit);
  if (quote.receiveAmount < atLimit) return null;
  const least = within > atLimit ? within : atLimit;
  return { send, receive, sendAmount: formatAmount(given), receiveAmount: formatAmount(least > 0n ? least : 1n) };
}

function leastAt({ side }: Wanted, given: bigint, limit: number): bigint {
  return side === "buy" ? baseFor(given, limit) : quoteFor(given, limit, "sell");
}

/** What an automation is while a trade of it is on its way: what it may give at most is counted into the day. */
async function beginUnder(
  runtime: Runtime,
  automation: AutomationDocument,
  { book, wanted, price }: Turn,
  { given, submissionId }: { readonly given: bigint; readonly submissionId: number },
) {
  const { costs } = termsOf(automation);
  const kept = bookOf(book, automation);
  const now = runtime.clock.now().getTime();
  const day = Math.floor(now / 86_400_000);
  const most = given + mulDiv(given, BigInt(costs.feePpm), 1_000_000n, "up") + costs.flat;
  const reserved = wanted.side === "buy" ? most : 0n;
  const spent = (kept.day === day ? kept.spent : 0n) + reserved;
  const uid = wanted.signal ?? signalUid(automation, book.base, book.candleAt, `t${automation.trades + 1}`);
  const signal = newSignal(automation, wanted, { base: book.base, candleAt: book.candleAt, price });
  const books = withBook(automation.books, { ...book, open: book.open.filter((each) => each !== wanted) });
  return {
    signals: wanted.signal === null ? [{ uid, fields: signal }] : [],
    fields: {
      ...toldBooks(automation, books, reserved > 0n ? spentBy({ ...kept, day, spent }) : automation),
      trades: automation.trades + 1,
      under: { submissionId, base: book.base, intent: wanted, signal: uid, reserved: String(reserved), day },
    },
  };
}

/** Wants something no more that cannot be had: its signal says why. Where a stop cannot be had its owner has to know: it pauses. */
async function dropWanted(
  runtime: Runtime,
  automation: AutomationDocument,
  { book, wanted }: Turn,
  fields: ReturnType<typeof missed>,
): Promise<false> {
  if (!book.open.includes(wanted)) return pauseBecause(runtime, automation, fields.why);
  if (rests(wanted) && fields.why === writeSaid("reason.signal-cooling")) return false;
  const books = withBook(automation.books, { ...book, open: book.open.filter((each) => each !== wanted) });
  await runtime.database.transaction(async (session) => {
    if (!(await moveAutomation(runtime, session, automation, { books }))) return;
    if (wanted.signal !== null)
      await putSignals(runtime.database, session, automation.userId, [{ uid: wanted.signal, fields }]);
  });
  return false;
}

/** Pauses it until its owner has seen why, and lets it go on. */
async function pauseBecause(runtime: Runtime, automation: AutomationDocument, reason: string): Promise<false> {
  const { fields, signals } = pauseFields(automation.books);
  await runtime.database.transaction(async (session) => {
    const moved = await moveAutomation(runtime, session, automation, { ...fields, reason });
    if (!moved) return;
    await putSignals(runtime.database, session, automation.userId, signals);
    await tellAutomation(runtime, session, moved, "automation-paused", reason);
  });
  return false;
}
