import { createHash } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/money.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { acceptOnce, formerOf } from "#server/platform/submissions/accept-once.ts";
import { insertSubmission, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { refusalsWithin, type TradeDeps, type TradePlan } from "./plan-trade.ts";

/** A trade as a person confirmed it. */
export interface Confirmation {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly agreed: TradeAgreed;
  /** What was confirmed, by which a key reused for something else is found out. */
  readonly content: object;
  /** Done within the transaction that records the submission, and with it or not at all: what it throws leaves nothing behind. */
  readonly alongside?: (session: ClientSession, submission: SubmissionDocument) => Promise<void>;
}

/**
 * Accepts a trade: what stands against it first, then one transaction that asks again, keeps back what it takes and records
 * it. The same key and content answer with the same submission; a refusal leaves nothing behind.
 */
export async function recordTrade(
  { runtime }: TradeDeps,
  { userId, idempotencyKey, agreed, content, alongside }: Confirmation,
  plan: () => Promise<TradePlan>,
): Promise<SubmissionDocument> {
  const fingerprint = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return acceptOnce(runtime.database, { userId, idempotencyKey, fingerprint }, async () => {
    await takeLookUp(runtime, userId);
    const planned = await plan();
    const [refusal] = planned.refusals;
    if (refusal) throw refusal;
    checkAgreed(planned, agreed);
    const feeLimit = String(parseAmount(agreed.networkFee));
    return record(runtime, planned, { idempotencyKey, fingerprint, feeLimit, ...(alongside && { alongside }) });
  });
}

interface Request extends Pick<Confirmation, "alongside"> {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** In stroops. */
  readonly feeLimit: string;
}

function record(runtime: Runtime, plan: TradePlan, request: Request): Promise<SubmissionDocument> {
  const { database } = runtime;
  const { userId, fee, feePayer, holds, steps, wish } = plan;
  const { idempotencyKey, fingerprint, feeLimit } = request;
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, plan.account);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await formerOf(database, { userId, idempotencyKey, fingerprint }, session);
    if (former) return former;
    const [refusal] = await refusalsWithin(runtime, session, plan, account);
    if (refusal) throw refusal;
    if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
    const submission = await insertSubmission(runtime, session, {
      userId,
      idempotencyKey,
      fingerprint,
      kind: wish.kind,
      account: account._id,
      steps,
      memo: "",
      holds,
      fee: String(fee),
      feeLimit,
      feePayer,
      viaChannel: false,
    });
    await refreshBalances(database, session, account);
    await request.alongside?.(session, submission);
    return submission;
  });
}

/** Nobody pays more beside their trade than they were shown. Throws `fees-risen`. */
export function checkAgreed({ fee, feePayer, fees }: TradePlan, agreed: TradeAgreed): void {
  const networkFee = feePayer === null ? fee : 0n;
  const isWithin = fees.every(({ asset, amount }) =>
    agreed.operatorFees.some(
      (shown) =>
        isSameAsset(asset, { assetCode: shown.assetCode, issuer: shown.issuer ?? "" }) &&
        amount <= parseAmount(shown.amount),
    ),
  );
  if (!isWithin || networkFee > parseAmount(agreed.networkFee)) throw new AppError("fees-risen");
}
