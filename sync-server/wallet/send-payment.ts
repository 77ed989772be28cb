import type { ClientSession } from "mongodb";
import type { Agreed, SendCheckInput, SendInput } from "#schemas/wallet.ts";
import { accept, fingerprintOf, type Request } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { checkAgreed, feeLimitOf } from "./agreed.ts";
import { collect } from "./collect.ts";
import { keyRefusals } from "./key-rules.ts";
import { type PaymentPlan, type PlanDeps, planPayment } from "./plan-payment.ts";
import { type ProofDeps, prove, type Sender } from "./prove.ts";
import { checkFunds, checkSource } from "./rules.ts";

export type SendDeps = PlanDeps & ProofDeps;

/** Accepts a payment; see {@link accept}. The worker does the rest. */
export function sendPayment(deps: SendDeps, sender: Sender, input: SendInput): Promise<SubmissionDocument> {
  const { idempotencyKey, agreed, password, code, passkey, ...payment } = input;
  const shown = { password, code, passkey };
  const { userId, apiKey } = sender;
  const content = apiKey === undefined ? contentOf(input) : [...contentOf(input), "by", apiKey];
  return recordPayment(
    deps,
    { userId, prove: (needs) => prove(deps, sender, shown, needs) },
    { idempotencyKey, payment, agreed, content, ...(apiKey !== undefined && { apiKey }) },
  );
}

/** A payment that is to be accepted. */
export interface ConfirmedPayment {
  readonly idempotencyKey: string;
  readonly payment: SendCheckInput;
  readonly agreed: Agreed | undefined;
  /** What was confirmed, by which a key reused for something else is found out. */
  readonly content: readonly unknown[];
  /** Since when it has been known what is to be paid, where that was not confirmed just now. */
  readonly knownSince?: Date;
  /** The API key by which a program asks for it: its own rules hold beside all others. */
  readonly apiKey?: string;
  /** Done within the transaction that records the submission, and with it or not at all: what it throws leaves nothing behind. */
  readonly alongside?: (session: ClientSession, submission: SubmissionDocument) => Promise<void>;
}

/** Accepts a payment, whoever asks for it; see {@link accept}. */
export function recordPayment(
  deps: PlanDeps,
  { userId, prove: show }: Pick<Request, "userId" | "prove">,
  { idempotencyKey, payment, agreed, content, knownSince, apiKey, alongside }: ConfirmedPayment,
): Promise<SubmissionDocument> {
  const request = { userId, idempotencyKey, fingerprint: fingerprintOf(content), prove: show };
  return accept(deps, request, {
    plan: async () => withKeyRules(deps, userId, apiKey, await planPayment(deps, userId, payment)),
    holdTo: (plan) => {
      if (agreed) checkAgreed(plan, agreed);
    },
    refusalsWithin: async (session, { asset, amount, holds, reserve, spending }, account) => {
      const reserved = await reservationsOf(deps.runtime.database, session, account._id);
      const refusals: Parameters<typeof collect>[0] = [];
      collect(refusals, () => checkSource(account, asset));
      collect(refusals, () => checkFunds(account, asset, amount, holds, reserved, reserve));
      if (apiKey !== undefined)
        refusals.push(...(await keyRefusals(deps.runtime, session, { userId, apiKey, spending })));
      return refusals;
    },
    draft: ({ steps, holds, memo, fee, feePayer }) => ({
      kind: "send",
      steps,
      memo: memo.text,
      ...(memo.type !== "text" && { memoType: memo.type }),
      holds,
      fee: String(fee),
      ...(agreed && { feeLimit: feeLimitOf(agreed) }),
      feePayer,
      ...(knownSince && { knownSince }),
      ...(apiKey !== undefined && { apiKey }),
    }),
    ...(alongside && { alongside }),
  });
}

/** The plan with what an API key that asks for it has against it as well. */
export async function withKeyRules(
  { runtime }: Pick<PlanDeps, "runtime">,
  userId: number,
  apiKey: string | undefined,
  plan: PaymentPlan,
): Promise<PaymentPlan> {
  if (apiKey === undefined) return plan;
  const own = await runtime.database.transaction((session) =>
    keyRefusals(runtime, session, { userId, apiKey, spending: plan.spending }),
  );
  return { ...plan, left: own.length === 0 ? plan.left : [], refusals: [...plan.refusals, ...own] };
}

function contentOf({ to, assetCode, issuer, amount, memo, memoType = "text", asClaimable }: SendInput) {
  const kind = [...(memoType === "text" ? [] : [memoType]), ...(asClaimable === true ? ["claimable"] : [])];
  return [to, assetCode, issuer ?? "", amount, memo ?? "", ...kind];
}
