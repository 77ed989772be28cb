import { createHash } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import type { SendInput } from "#schemas/wallet.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { acceptOnce, formerOf } from "#server/platform/submissions/accept-once.ts";
import { insertSubmission, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import type { CheckSecondFactor } from "#server/two-factor/index.ts";
import { verifyPassword } from "#server/users/index.ts";
import { checkAgreed, feeLimitOf } from "./agreed.ts";
import { type PaymentPlan, type PlanDeps, planPayment } from "./plan-payment.ts";
import { readPolicy } from "./policy-facts.ts";
import { payerRefusals, paymentRefusals } from "./policy.ts";
import { checkFunds, checkSource } from "./rules.ts";

export interface SendDeps extends PlanDeps {
  /** Bounds the passwords a session can try here, by user. */
  readonly passwordLimit: AttemptLimit;
  readonly checkSecondFactor: CheckSecondFactor;
}

/** Who asks for a payment. */
export interface Sender {
  readonly userId: number;
  /** Whether their session showed within the last minutes who they are, by password or passkey. */
  readonly isConfirmed: () => Promise<boolean>;
}

interface Request {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** In stroops; undefined where the sender agreed to no fee in particular. */
  readonly feeLimit: string | undefined;
}

/**
 * Accepts a payment: every rule first, then one transaction that reserves the money and records the submission. The worker
 * does the rest. The same key and body answer with the same submission; a refusal leaves nothing behind.
 */
export async function sendPayment(deps: SendDeps, sender: Sender, input: SendInput): Promise<SubmissionDocument> {
  const { userId } = sender;
  const { idempotencyKey, agreed, password, code, ...payment } = input;
  const fingerprint = fingerprintOf(input);
  return acceptOnce(deps.runtime.database, { userId, idempotencyKey, fingerprint }, async () => {
    const plan = await planPayment(deps, userId, payment);
    const [refusal] = plan.refusals;
    if (refusal) throw refusal;
    if (agreed) checkAgreed(plan, agreed);
    if (plan.needsPassword) await checkPassword(deps, sender, password);
    await deps.checkSecondFactor(userId, code);
    return reserve(deps.runtime, { userId, idempotencyKey, fingerprint, feeLimit: agreed && feeLimitOf(agreed) }, plan);
  });
}

/** Who signs in by passkey alone has no password to give: a confirmed session stands for it, as it may switch it off. */
async function checkPassword({ runtime, passwordLimit }: SendDeps, { userId, isConfirmed }: Sender, password = "") {
  if (password === "") {
    if (await isConfirmed()) return;
    throw new AppError("password-required");
  }
  const key = String(userId);
  await passwordLimit.take(key);
  if (!(await verifyPassword(runtime, userId, password))) throw new AppError("password-wrong");
  await passwordLimit.giveBack(key);
}

function reserve(runtime: Runtime, request: Request, plan: PaymentPlan): Promise<SubmissionDocument> {
  const { database } = runtime;
  const { userId, idempotencyKey, fingerprint, feeLimit } = request;
  const { asset, amount, steps, holds, memo, fee, feePayer } = plan;
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, plan.account);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await formerOf(database, { userId, idempotencyKey, fingerprint }, session);
    if (former) return former;
    checkSource(account, asset);
    checkFunds(account, asset, amount, holds, await reservationsOf(database, session, account._id), plan.reserve);
    await checkPolicyAgain(runtime, userId, plan);
    if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
    const submission = await insertSubmission(
      runtime,
      session,
      {
        userId,
        idempotencyKey,
        fingerprint,
        kind: "send",
        account: account._id,
        steps,
        memo: memo.text,
        ...(memo.type !== "text" && { memoType: memo.type }),
        holds,
        fee: String(fee),
        ...(feeLimit !== undefined && { feeLimit }),
        feePayer,
        viaChannel: false,
      },
      plan.needsApproval ? "held" : "created",
    );
    await refreshBalances(database, session, account);
    return submission;
  });
}

/** Of payments at once each alone may pass the daily limit; whoever has the account sees those before it. */
async function checkPolicyAgain(
  runtime: Runtime,
  userId: number,
  { to, memo, asset, amount }: PaymentPlan,
): Promise<void> {
  const { facts } = await readPolicy(runtime, { userId, to, memo, asset, amount });
  const [refusal] = [...payerRefusals(facts), ...paymentRefusals(facts)];
  if (refusal) throw new AppError(refusal.code, refusal.facts);
}

/** Digest of what is paid to whom; the password is no part of it. */
function fingerprintOf({ to, assetCode, issuer, amount, memo, memoType = "text", asClaimable }: SendInput): string {
  const kind = [...(memoType === "text" ? [] : [memoType]), ...(asClaimable === true ? ["claimable"] : [])];
  const content = JSON.stringify([to, assetCode, issuer ?? "", amount, memo ?? "", ...kind]);
  return createHash("sha256").update(content).digest("hex");
}
