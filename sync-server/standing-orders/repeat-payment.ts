import type { RepeatInput } from "#schemas/standing-payments.ts";
import type { Request } from "#server/platform/submissions/accept.ts";
import { checkPaymentAgreed } from "#server/wallet/index.ts";
import { acceptStanding, type Placed } from "./accept-standing.ts";
import { firstPayable } from "./payment-schedule.ts";
import { planRepeat, type RepeatDeps, type RepeatPlan } from "./plan-repeat.ts";
import type { StoredStanding } from "./store.ts";

/**
 * Sets up a repeated payment; see {@link acceptStanding}. Throws what stands against it, `recipient-changed`, `fees-risen` and
 * `idempotency-key-reused`.
 */
export function repeatPayment(
  deps: RepeatDeps,
  { userId, prove }: Pick<Request, "userId" | "prove">,
  { payment, agreed, idempotencyKey: uid }: Omit<RepeatInput, "password" | "code" | "passkey">,
): Promise<Placed> {
  const { runtime } = deps;
  return acceptStanding<RepeatPlan>(
    deps,
    { userId, prove, uid, content: [payment, agreed] },
    {
      plan: () => planRepeat(deps, userId, payment),
      holdTo: ({ payment: planned, mostFee }) =>
        checkPaymentAgreed({ ...planned, fee: mostFee, feePayer: null }, agreed),
      fieldsOf: (planned, fingerprint) => fieldsOf(planned, agreed, fingerprint, runtime.clock.now()),
    },
  );
}

function fieldsOf(
  { terms, plan }: RepeatPlan,
  { networkFee, operatorFee }: RepeatInput["agreed"],
  fingerprint: string,
  now: Date,
): StoredStanding {
  const firstAt = plan?.firstAt;
  if (!terms || !firstAt) throw new Error("a payment without dates was not refused");
  return {
    terms,
    state: "waiting",
    reason: "",
    runs: [],
    runsDone: 0,
    runsMissed: 0,
    nextAt: firstAt,
    agreed: { networkFee, operatorFees: operatorFee === null ? [] : [operatorFee] },
    placedAt: now,
    changedAt: now,
    // Its own dates say when it ends: the last may be under way, or late, by then.
    expiresAt: null,
    firstDate: firstAt,
    runsBegun: 0,
    mark: null,
    markLedger: null,
    payableFrom: firstPayable(firstAt, now),
    submissionId: null,
    trouble: null,
    fingerprint,
    version: 1,
  };
}
