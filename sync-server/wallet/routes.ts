import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import type { SendCheckOutput, SubmissionOutput, WalletOutput } from "#schemas/wallet.ts";
import type { Federation } from "#server/federation/index.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { mostFee } from "#server/platform/house/network-fee.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { allRefusals, type Guard } from "#server/platform/submissions/spending.ts";
import { type FindPlaced, settleConfirmation } from "#server/platform/submissions/withdrawn.ts";
import { comingOutput } from "./coming-fees.ts";
import { costOutput } from "./cost-output.ts";
import { type Left, totalOf } from "./left-after.ts";
import { takeLookUp } from "./look-ups.ts";
import { lookAlikesOf } from "./look-alikes.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { readHistory } from "./read-history.ts";
import { readOpenSubmissions } from "./open-submissions.ts";
import { type PaymentPlan, planPayment } from "./plan-payment.ts";
import { neededOf, type ProofDeps, type Sender } from "./prove.ts";
import { NO_REASON, reasonTold } from "./reason-told.ts";
import { sendPayment, withKeyRules } from "./send-payment.ts";

/** Each confirmation that is void is remembered for a month. */
const SETTLED_A_DAY = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface WalletDeps {
  readonly proofs: ProofDeps;
  readonly guard: Guard;
  readonly federation: Federation;
  /** Finds what a confirmation made that is no submission. */
  readonly placedBy: readonly FindPlaced[];
}

/** Serves the wallet of the signed-in user. */
export function registerWalletRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  money: Money,
  { proofs, guard, federation, placedBy }: WalletDeps,
): void {
  const { database } = runtime;
  const plan = { runtime, network: money.network, federation, guard };
  const settleLimit = createAttemptLimit(runtime, "settle-of-day", SETTLED_A_DAY, DAY_MS);

  route(app, ENDPOINTS.wallet, ({ session }) => readWallet(runtime, session.userId));

  route(app, ENDPOINTS.walletHistory, ({ session, query }) =>
    readHistory(database, { userId: session.userId, before: query.before }),
  );

  route(app, ENDPOINTS.walletSend, async ({ session, input }) => {
    const submission = await sendPayment({ ...plan, ...proofs }, senderOf(app, session), input);
    money.kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.walletCheck, async ({ session, input }) => {
    const planned = await withKeyRules(
      plan,
      session.userId,
      session.key?.id,
      await planPayment(plan, session.userId, input),
    );
    const lookAlikes = await lookAlikesOf(database, session.userId, planned.to);
    return { ...checkOutput(planned, await neededOf(runtime, session, planned.verdict.needs)), lookAlikes };
  });

  route(app, ENDPOINTS.openSubmissions, ({ session }) => readOpenSubmissions(database, session.userId));

  route(app, ENDPOINTS.walletSubmission, async ({ session, params }) => {
    const submission = await submissionCollection(database).findOne({
      id: params.id,
      userId: session.userId,
      ...askedBy(session),
    });
    if (!submission) throw new AppError("submission-unknown");
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.settleConfirmation, async ({ session: { userId }, input: { idempotencyKey } }) => {
    await takeLookUp(runtime, userId);
    await settleLimit.take(String(userId));
    const { submission, placed } = await settleConfirmation(runtime, { userId, idempotencyKey }, placedBy);
    return {
      submission: submission && submissionOutput(submission).submission,
      placed: placed && { uid: placed.uid, state: placed.state },
    };
  });
}

/** What a person is told of a payment before they confirm it. */
export function checkOutput(
  plan: PaymentPlan,
  needed: Awaited<ReturnType<typeof neededOf>>,
): Omit<SendCheckOutput, "lookAlikes"> {
  const { to, recipient, amount, fee, feePayer, operatorFee, total, left, verdict } = plan;
  const { usd, needsApproval } = verdict;
  return {
    recipient: { address: to, ...recipient },
    memo: plan.memo.text,
    memoType: plan.memo.type,
    isMemoFixed: plan.isMemoFixed,
    networkFee: formatAmount(mostFee({ fee, feePayer })),
    isFeeSponsored: feePayer !== null,
    operatorFee: operatorFee && costOutput(operatorFee),
    ...comingOutput(plan.comingFees),
    setAside: plan.isSetAside ? { reserve: formatAmount(plan.reserve) } : null,
    usd: usd === null || usd > MAX_STROOPS ? null : formatAmount(usd),
    total: amount === 0n ? [] : totalOf(total).map(costOutput),
    left: left.map(leftOutput),
    ...needed,
    needsApproval,
    refusals: allRefusals(verdict, plan.refusals).map(({ told }) => told),
  };
}

/** Of a key that only pays, what it paid itself. */
function askedBy({ key }: SessionUser): { readonly apiKey?: string } {
  return key === undefined || key.scopes.includes("read") ? {} : { apiKey: key.id };
}

/** Whoever's session it is. */
export function senderOf(app: FastifyInstance, session: SessionUser): Sender {
  const { userId, sessionId, key } = session;
  const isConfirmed = () => app.sessions.isConfirmed(session);
  return { userId, sessionId, isConfirmed, ...(key && { apiKey: key.id }) };
}

/** What is left of an asset as answers tell it. */
export function leftOutput({ asset, balance, spendable }: Left) {
  const { assetCode, issuer } = asset;
  return { assetCode, issuer: issuer || null, balance: formatAmount(balance), spendable: formatAmount(spendable) };
}

async function readWallet({ database }: Runtime, userId: number): Promise<WalletOutput> {
  const [account, asOfLedger] = await Promise.all([
    accountCollection(database).findOne({ userId }),
    ingestedLedger(database, null),
  ]);
  if (!account) return { address: null, balances: [], asOfLedger };
  const lines = account.lines.map(({ assetCode, issuer, balance }) => ({
    assetCode,
    issuer,
    balance: formatAmount(BigInt(balance)),
  }));
  const native = { assetCode: "XLM", issuer: null, balance: formatAmount(BigInt(account.balance)) };
  return { address: account._id, balances: account.exists ? [native, ...lines] : [], asOfLedger };
}

export function submissionOutput({
  id,
  state,
  attempt,
  ledger,
  ledgerHash,
  reason,
  createdAt,
}: SubmissionDocument): SubmissionOutput {
  return {
    submission: {
      id,
      state,
      hash: ledgerHash ?? attempt?.hash ?? null,
      ledger,
      ...(state === "failed" || state === "ambiguous" ? reasonTold(reason) : NO_REASON),
      createdAt: createdAt.toISOString(),
    },
  };
}
