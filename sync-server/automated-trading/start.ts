import type { ClientSession } from "mongodb";
import type { AutomationInput, AutomationWish } from "#schemas/automation-calls.ts";
import { AppError } from "#schemas/errors.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import { parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { accept, acceptAs, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { checkAgreed, refusalsWithin, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { candleFrom, signed, toldBooks } from "./books.ts";
import { dayText } from "./days.ts";
import { type AutomationDeps, marketTime } from "./deps.ts";
import { isForOwnKeyAlone, planStart, refuseMany, type StartPlan } from "./plan-start.ts";
import type { ReadTerms } from "./read-terms.ts";
import {
  type AutomationDocument,
  findAutomation,
  putAutomation,
  type StoredAutomation,
  type StoredBook,
} from "./store.ts";
import { lastTest } from "./tests.ts";

type Deps = Omit<AutomationDeps, "onAccepted">;

interface BegunPlan extends StartPlan {
  readonly books: readonly StoredBook[];
}

/**
 * Starts an automation; see `accept`. Where its start costs something that is paid first, and it is `inactive` until then. Throws what stands against it, `automation-untested`,
 * `automation-risk`, `automation-many`, `fees-risen` and `idempotency-key-reused`.
 */
export async function startAutomation(
  deps: Deps,
  { userId, prove }: Trader,
  input: AutomationInput,
): Promise<AutomationDocument> {
  const { runtime } = deps;
  const { automation, perTrade, agreed, idempotencyKey: uid } = input;
  const fingerprint = fingerprintOf(["automation", automation, perTrade]);
  const request = { userId, idempotencyKey: uid, fingerprint, prove };
  const formerOne = (session: ClientSession | null) =>
    formerOf(runtime.database, { userId, uid, fingerprint }, session);
  const former = await formerOne(null);
  if (former) return former;
  await takeLookUp(runtime, userId);
  const plan = await planBegun(deps, userId, automation);
  const keep = (session: ClientSession, submissionId: number | null): Promise<AutomationDocument> => {
    const confirmed = { automation, perTrade, fingerprint, submissionId };
    return putAutomation(runtime, session, { userId, uid }, fieldsOf(plan, confirmed, runtime.clock.now()));
  };
  const act = {
    plan: () => Promise.resolve(plan),
    holdTo: () => {
      checkAgreed(plan, agreed);
      checkPerTrade(plan, perTrade);
    },
    refusalsWithin: (session: ClientSession, _plan: BegunPlan, account: AccountDocument) =>
      refusalsNow(deps, session, { userId, automation, plan, account }),
  };
  if (plan.steps.length === 0)
    return acceptAs<BegunPlan, AutomationDocument>(deps, request, {
      ...act,
      former: formerOne,
      record: (session) => keep(session, null),
    });
  await accept(deps, request, {
    ...act,
    draft: ({ steps, holds, fee, feePayer }) => ({
      kind: "automation",
      steps,
      memo: "",
      holds,
      fee: String(fee),
      feeLimit: String(parseAmount(agreed.networkFee)),
      feePayer,
    }),
    alongside: async (session, { id }) => void (await keep(session, id)),
  });
  const made = await formerOne(null);
  if (!made) throw new Error("an automation was paid for and not kept");
  return made;
}

async function planBegun(deps: Deps, userId: number, automation: AutomationWish): Promise<BegunPlan> {
  const plan = await planStart(deps, userId, { ...automation, isPaid: false });
  return { ...plan, books: plan.read ? await booksFrom(deps, plan.read) : [] };
}

interface Starter {
  readonly userId: number;
  readonly automation: AutomationWish;
  readonly plan: BegunPlan;
  readonly account: AccountDocument;
}

/** Everything is asked again of what the transaction sees. */
async function refusalsNow(
  { runtime }: Deps,
  session: ClientSession,
  { userId, automation, plan, account }: Starter,
): Promise<readonly AppError[]> {
  const own = await refuseMany({ runtime }, userId, session);
  const tested = plan.read && (await lastTest(runtime, { userId, terms: plan.read.terms }, session));
  if (tested === null) own.push(new AppError("automation-untested"));
  if (isForOwnKeyAlone(account, automation)) own.push(new AppError("automation-own-key"));
  return [...own, ...(await refusalsWithin(runtime, session, plan, account))];
}

/** Nobody's trades cost more than was agreed to when it was started. Throws `fees-risen`. */
export function checkPerTrade({ perTrade }: StartPlan, agreed: TradeAgreed): void {
  if (!perTrade) return;
  const isWithin = perTrade.operatorFees.every(({ assetCode, issuer, amount }) =>
    agreed.operatorFees.some(
      (shown) =>
        shown.assetCode === assetCode && shown.issuer === issuer && parseAmount(amount) <= parseAmount(shown.amount),
    ),
  );
  if (!isWithin) throw new AppError("fees-risen");
}

/** Of each pair nothing but the budget, from the last candle that has closed on. */
export async function booksFrom(
  { runtime, feed }: Pick<Deps, "runtime" | "feed">,
  { terms, budget }: ReadTerms,
): Promise<StoredBook[]> {
  const ms = lengthOf(terms.candle);
  const until = marketTime(feed) ?? 0;
  const counter = assetOfKey(terms.quote);
  return Promise.all(
    terms.bases.map(async (base) => {
      const pair = { base: assetOfKey(base), counter };
      const span = { size: terms.candle, after: 0, until, most: 1, isLatest: true };
      const [last] = await closedCandles(runtime.database, pair, span);
      const held = { base: "0", quote: String(budget) };
      const begun = { base, held, open: [], stop: null, cost: "0", coolsUntil: 0 };
      return { ...begun, candleAt: last?.startMs ?? 0, close: last ? candleFrom(last, ms).close : 0 };
    }),
  );
}

interface Confirmed {
  readonly automation: AutomationWish;
  readonly perTrade: TradeAgreed;
  readonly fingerprint: string;
  readonly submissionId: number | null;
}

function fieldsOf(
  { read, costs, tested, feeRules, books }: BegunPlan,
  { automation, perTrade, fingerprint, submissionId }: Confirmed,
  now: Date,
): StoredAutomation {
  if (!read || !costs) throw new Error("an automation without terms was not refused");
  const { terms, budget } = read;
  const { executionMode, riskAccepted } = automation;
  const isActive = submissionId === null;
  const nothing = { day: 0, spent: "0" };
  const height = signed(budget * BigInt(terms.bases.length));
  return {
    terms,
    executionMode,
    riskAccepted,
    ...toldBooks({ terms, height }, books, nothing),
    status: isActive ? "active" : "inactive",
    reason: "",
    isActive,
    activationDate: isActive ? now : null,
    paymentId: submissionId === null ? "" : String(submissionId),
    paymentStatus: isActive ? "paid" : "pending",
    lastTradeDate: null,
    tradeCount: 0,
    spentDay: "",
    spentToday: ZERO_AMOUNT,
    replays: [],
    tested: [...tested],
    agreed: perTrade,
    startedAt: now,
    changedAt: now,
    under: null,
    trades: 0,
    costs,
    feeRules,
    submissionId,
    replayed: dayText(now.getTime() - 86_400_000),
    fingerprint,
    version: 1,
  };
}

/** The automation of the same confirmation. Throws `idempotency-key-reused`. */
async function formerOf(
  database: Database,
  { userId, uid, fingerprint }: Pick<AutomationDocument, "userId" | "uid" | "fingerprint">,
  session: ClientSession | null,
): Promise<AutomationDocument | null> {
  const former = await findAutomation(database, { userId, uid }, session);
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}
