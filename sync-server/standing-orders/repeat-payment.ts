import { AppError } from "#schemas/errors.ts";
import { MAX_STANDING_ORDERS } from "#schemas/standing-orders.ts";
import type { RepeatInput } from "#schemas/standing-payments.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { acceptAs, fingerprintOf, type Request } from "#server/platform/submissions/accept.ts";
import { checkPaymentAgreed } from "#server/wallet/index.ts";
import { firstPayable } from "./payment-schedule.ts";
import { formerOf, type Placed, takePlacing } from "./place-standing.ts";
import { planRepeat, type RepeatDeps, type RepeatPlan } from "./plan-repeat.ts";
import { LIVE_STATES, sealOrder, STANDING_ORDERS, standingCollection, type StoredStanding } from "./store.ts";

/**
 * Sets up a repeated payment; see {@link acceptAs}. Throws what stands against it, `recipient-changed`, `fees-risen` and
 * `idempotency-key-reused`.
 */
export function repeatPayment(
  deps: RepeatDeps,
  { userId, prove }: Pick<Request, "userId" | "prove">,
  { payment, agreed, idempotencyKey: uid }: Omit<RepeatInput, "password" | "code" | "passkey">,
): Promise<Placed> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf([payment, agreed]);
  return acceptAs<RepeatPlan, Placed>(
    deps,
    { userId, idempotencyKey: uid, fingerprint, prove },
    {
      plan: async () => {
        await takePlacing(runtime, userId);
        return planRepeat(deps, userId, payment);
      },
      holdTo: ({ payment: planned, mostFee }) =>
        checkPaymentAgreed({ ...planned, fee: mostFee, feePayer: null }, agreed),
      refusalsWithin: async (session, _plan, account) => {
        if (account.isShared) return [new AppError("durable-own-key")];
        const held = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
        const count = await standingCollection(database).countDocuments(held, { session });
        return count < MAX_STANDING_ORDERS ? [] : [new AppError("durable-too-many", { most: MAX_STANDING_ORDERS })];
      },
      former: (session) => formerOf(runtime, { userId, uid, fingerprint }, session),
      record: async (session, planned) => {
        const fields = fieldsOf(planned, agreed, fingerprint, runtime.clock.now());
        await putReplicated(database, session, STANDING_ORDERS, userId, [{ uid, fields }]);
        await sealOrder(database, session, { userId, uid });
        return { uid, state: fields.state };
      },
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
