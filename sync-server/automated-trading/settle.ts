import type { ClientSession } from "mongodb";
import { afterFill, type Book, gainOf } from "#schemas/strategies/book.ts";
import { WHOLE_SHARE } from "#schemas/strategies/strategy.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { lengthOf } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey, assetOfKey, NATIVE } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import {
  type SubmissionDocument,
  submissionCollection,
  wasConfirmed,
} from "#server/platform/submissions/submission.ts";
import { bookOf, type LiveBook, numberOf, spentBy, storedBook, termsOf, toldBooks, withBook } from "./books.ts";
import { isOurs } from "./is-ours.ts";
import { executed, putSignals, sideSaid, type SignalWrite } from "./signals.ts";
import {
  type AutomationDocument,
  automationCollection,
  moveAutomation,
  signalCollection,
  type Under,
} from "./store.ts";
import { tellAutomation } from "./tell.ts";

const AT_ONCE = 200;
/** A millionth is dust. */
const DUST = 1_000_000n;

/** Notes what became of every trade that was under way and is settled, and of what starts cost. Answers with how many were under way. */
export async function settleAutomations(runtime: Runtime, signal: AbortSignal): Promise<number> {
  let underWay = 0;
  for (const open of [
    { "under.submissionId": { $gt: 0 } },
    { status: "inactive" as const, submissionId: { $gt: 0 } },
  ]) {
    let after = 0;
    while (!signal.aborted) {
      const found = await automationCollection(runtime.database)
        .find({ ...open, id: { $gt: after }, deleted: false }, { sort: { id: 1 }, limit: AT_ONCE })
        .toArray();
      if (found.length === 0) break;
      const ended = await endedOf(runtime, found);
      for (const automation of found) await settleOne(runtime, automation, ended);
      underWay += found.length;
      if (found.length < AT_ONCE) break;
      after = found.at(-1)?.id ?? after;
    }
  }
  return underWay;
}

/** Those that a ledger decided and ingestion folded, or that can be in none. */
async function endedOf({ database }: Runtime, automations: readonly AutomationDocument[]) {
  const ids = automations.map(({ under, submissionId }) => under?.submissionId ?? submissionId ?? 0);
  const ended = await submissionCollection(database)
    .find({ id: { $in: ids }, state: { $in: ["confirmed", "failed"] }, isReserving: false })
    .toArray();
  return new Map(ended.map((submission) => [submission.id, submission]));
}

async function settleOne(
  runtime: Runtime,
  seen: AutomationDocument,
  ended: ReadonlyMap<number, SubmissionDocument>,
): Promise<void> {
  const submission = ended.get(seen.under?.submissionId ?? seen.submissionId ?? 0);
  if (!submission || !(await isOurs(runtime, seen))) return;
  await runtime.database.transaction(async (session) => {
    if (seen.under) await settleTrade(runtime, session, seen, { under: seen.under, submission });
    else await settleStart(runtime, session, seen, submission);
  });
}

/** It begins once what its start costs is paid. */
async function settleStart(
  runtime: Runtime,
  session: ClientSession,
  seen: AutomationDocument,
  submission: SubmissionDocument,
): Promise<void> {
  const now = runtime.clock.now();
  if (wasConfirmed(submission)) {
    const begun = { status: "active", isActive: true, activationDate: now, paymentStatus: "paid" } as const;
    await moveAutomation(runtime, session, seen, begun);
    return;
  }
  const reason = writeSaid("reason.automation-unpaid");
  const failed = { status: "stopped", paymentStatus: "failed", reason } as const;
  const moved = await moveAutomation(runtime, session, seen, failed);
  if (moved) await tellAutomation(runtime, session, moved, "automation-stopped", reason);
}

interface Settling {
  readonly under: Under;
  readonly submission: SubmissionDocument;
}

async function settleTrade(
  runtime: Runtime,
  session: ClientSession,
  seen: AutomationDocument,
  { under, submission }: Settling,
): Promise<void> {
  const outcome = wasConfirmed(submission) ? await tradedOf(runtime, session, seen, { under, submission }) : null;
  const before = seen.books.find(({ base }) => base === under.base);
  if (!before) throw new Error(`automation ${seen.id} trades what it has no book of`);
  // What was kept of the day's limit is given back, and what was really given counted.
  const kept = bookOf(before, { day: seen.day, spent: withoutReserved(seen, under) });
  const after = outcome ? traded(seen, kept, under, outcome) : { book: kept, gain: null };
  const books = withBook(seen.books, storedBook(before, after.book));
  const { signal } = under;
  const moved = await moveAutomation(runtime, session, seen, {
    ...toldBooks(seen, books, spentBy(after.book)),
    under: null,
    ...(outcome && { lastTradeDate: outcome.at, tradeCount: seen.tradeCount + 1 }),
  });
  if (!moved) return;
  const write: SignalWrite = outcome
    ? { uid: signal, fields: executed({ ...outcome, gain: after.gain }) }
    : { uid: signal, fields: { result: "failed", why: submission.reason } };
  await putSignals(runtime.database, session, seen.userId, [write]);
  if (outcome) await tellTraded(runtime, session, seen, { under, base: outcome.base });
}

function withoutReserved({ day, spent }: AutomationDocument, under: Under): string {
  if (day !== under.day) return spent;
  const rest = BigInt(spent) - BigInt(under.reserved);
  return String(rest > 0n ? rest : 0n);
}

interface Traded {
  readonly base: bigint;
  readonly quote: bigint;
  readonly fee: bigint;
  readonly at: Date;
  readonly hash: string;
}

function traded(seen: AutomationDocument, kept: LiveBook, { intent }: Under, outcome: Traded) {
  const { side, share, why, stop } = intent;
  const { base, quote, fee, at } = outcome;
  const price = numberOf({ n: quote, d: base });
  const fill = { at: at.getTime(), side, price, base, quote, fee, why };
  const gain = side === "sell" ? gainOf(kept, fill) : null;
  const filled = afterFill(kept, fill, lengthOf(seen.terms.candle), termsOf(seen));
  const next = side === "sell" && share === WHOLE_SHARE ? withoutDust(filled, base) : filled;
  const book: LiveBook = { ...next, open: kept.open, stop: side === "buy" && stop !== null ? stop : next.stop };
  return { book, gain };
}

/** Of what was sold whole, a part that is too little to be sold is its owner's, and no holding any more. */
function withoutDust(book: Book, sold: bigint): Book {
  const { base, quote } = book.holding;
  return base * DUST < sold ? { ...book, holding: { base: 0n, quote }, cost: 0n, stop: null } : book;
}

/** What a trade moved, by the rows of its transaction: what the operator took in either asset among it. */
async function tradedOf(
  { database }: Runtime,
  session: ClientSession,
  { userId, terms }: AutomationDocument,
  { under, submission }: Settling,
): Promise<Traded> {
  const hash = submission.ledgerHash ?? submission.attempt?.hash ?? "";
  const rows = await database
    .collection<{
      type: string;
      from: string;
      assetCode: string;
      issuer: string;
      amount: string;
      fee: string;
      timestamp: Date;
    }>("transactions")
    .find({ userId, hash }, { session })
    .toArray();
  const sumOf = (key: string, type: string, isOut: boolean): bigint =>
    rows
      .filter((row) => row.type === type && assetKey(row) === key && (row.from === submission.account) === isOut)
      .reduce((sum, row) => sum + parseAmount(row.amount), 0n);
  const { base, intent } = under;
  const { quote } = terms;
  const [sold, bought] = intent.side === "buy" ? [quote, base] : [base, quote];
  const [out, back] = [sumOf(sold, "swap", true), sumOf(bought, "swap", false)];
  // Nothing of it in the history: what it gave at most, and brought at least.
  if (out === 0n || back === 0n) return asAccepted(submission, under);
  const feeOf = (key: string): bigint => sumOf(key, "operator_fee", true);
  const network = quote === assetKey(NATIVE) && rows[0] ? parseAmount(rows[0].fee) : 0n;
  return {
    base: intent.side === "buy" ? back - least(feeOf(base), back) : out + feeOf(base),
    quote: intent.side === "buy" ? out : back,
    fee: feeOf(quote) + network,
    at: rows[0]?.timestamp ?? submission.createdAt,
    hash,
  };
}

function asAccepted({ steps, createdAt, ledgerHash, attempt }: SubmissionDocument, { intent }: Under): Traded {
  const step = steps.find(({ type }) => type === "path_payment_strict_send");
  if (step?.type !== "path_payment_strict_send") throw new Error("a trade of an automation is no swap");
  const [out, back] = [BigInt(step.sendAmount), BigInt(step.receiveAmount)];
  const [base, quote] = intent.side === "buy" ? [back, out] : [out, back];
  return { base, quote, fee: 0n, at: createdAt, hash: ledgerHash ?? attempt?.hash ?? "" };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

async function tellTraded(
  { database, clock }: Runtime,
  session: ClientSession,
  { userId }: AutomationDocument,
  { under, base }: { readonly under: Under; readonly base: bigint },
): Promise<void> {
  const signal = await signalCollection(database).findOne({ userId, uid: under.signal }, { session });
  const { assetCode, issuer } = assetOfKey(under.base);
  await notify({ database, clock }, session, {
    userId,
    kind: "automation-traded",
    cause: `submission ${under.submissionId}`,
    assetCode,
    issuer,
    amount: formatAmount(base),
    ...(signal && { detail: sideSaid(signal) }),
  });
}
