import type { SendInput } from "#schemas/wallet.ts";
import { accept, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { checkAgreed, feeLimitOf } from "./agreed.ts";
import { collect } from "./collect.ts";
import { type PlanDeps, planPayment } from "./plan-payment.ts";
import { type ProofDeps, prove, type Sender } from "./prove.ts";
import { checkFunds, checkSource } from "./rules.ts";

export type SendDeps = PlanDeps & ProofDeps;

/** Accepts a payment; see {@link accept}. The worker does the rest. */
export function sendPayment(deps: SendDeps, sender: Sender, input: SendInput): Promise<SubmissionDocument> {
  const { userId } = sender;
  const { idempotencyKey, agreed, password, code, passkey, ...payment } = input;
  const request = {
    userId,
    idempotencyKey,
    fingerprint: fingerprintOf(contentOf(input)),
    prove: (needs: Parameters<typeof prove>[3]) => prove(deps, sender, { password, code, passkey }, needs),
  };
  return accept(deps, request, {
    plan: () => planPayment(deps, userId, payment),
    holdTo: (plan) => {
      if (agreed) checkAgreed(plan, agreed);
    },
    refusalsWithin: async (session, { asset, amount, holds, reserve }, account) => {
      const reserved = await reservationsOf(deps.runtime.database, session, account._id);
      const refusals: Parameters<typeof collect>[0] = [];
      collect(refusals, () => checkSource(account, asset));
      collect(refusals, () => checkFunds(account, asset, amount, holds, reserved, reserve));
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
    }),
  });
}

function contentOf({ to, assetCode, issuer, amount, memo, memoType = "text", asClaimable }: SendInput) {
  const kind = [...(memoType === "text" ? [] : [memoType]), ...(asClaimable === true ? ["claimable"] : [])];
  return [to, assetCode, issuer ?? "", amount, memo ?? "", ...kind];
}
