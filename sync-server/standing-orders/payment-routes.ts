import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { RepeatCheckOutput } from "#schemas/standing-payments.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import { allRefusals, type Needs } from "#server/platform/submissions/spending.ts";
import { checkOutput, lookAlikesOf, neededOf, type ProofDeps, prove, senderOf } from "#server/wallet/index.ts";
import { planRepeat, type RepeatDeps, type RepeatPlan } from "./plan-repeat.ts";
import { repeatPayment } from "./repeat-payment.ts";
import { skipPayment } from "./skip-payment.ts";

/** More than anybody leaves out by hand. */
const SKIPS = 120;
const WINDOW_MS = 60_000;

/** Serves the setting up of repeated payments, and the leaving out of one; they are cancelled as all that waits is. */
export function registerRepeatRoutes(app: FastifyInstance, deps: RepeatDeps & { readonly proofs: ProofDeps }): void {
  const { runtime, proofs } = deps;
  const skipLimit = createAttemptLimit(runtime, "durable-skip", SKIPS, WINDOW_MS);

  route(app, ENDPOINTS.checkRepeatedPayment, async ({ session, input }) => {
    const planned = await planRepeat(deps, session.userId, input);
    const needed = await neededOf(runtime, session, planned.verdict.needs);
    const lookAlikes = await lookAlikesOf(runtime.database, session.userId, planned.payment.to);
    return { ...checkOutput(planned.payment, needed), ...repeatOutput(planned), lookAlikes };
  });
  route(app, ENDPOINTS.repeatPayment, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const whoever = { userId: sender.userId, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
    const { payment, agreed, idempotencyKey } = input;
    const { uid, state } = await repeatPayment(deps, whoever, { payment, agreed, idempotencyKey });
    return { uid, state };
  });
  route(app, ENDPOINTS.skipRepeatedPayment, async ({ session: { userId }, input }) => {
    await skipLimit.take(String(userId));
    return skipPayment(runtime, userId, input);
  });
}

type Repeated = Pick<RepeatCheckOutput, "networkFee" | "refusals" | "warnings" | "runs" | "firstAt" | "lastAt">;

function repeatOutput({ mostFee, verdict, refusals, warnings, plan }: RepeatPlan): Repeated {
  return {
    networkFee: formatAmount(mostFee),
    refusals: allRefusals(verdict, refusals).map(({ told }) => told),
    warnings: warnings.map(({ told }) => told),
    runs: plan?.runs ?? null,
    firstAt: plan?.firstAt?.toISOString() ?? null,
    lastAt: plan?.lastAt?.toISOString() ?? null,
  };
}
