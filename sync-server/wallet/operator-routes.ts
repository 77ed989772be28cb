import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { readDraft } from "#schemas/policy-trial.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { inParts } from "#server/platform/db/in-parts.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import {
  approveAct,
  approveSubmission,
  findSubmission,
  refuseSubmission,
  waitingSubmissions,
} from "./decide-submission.ts";
import { describePayment } from "./describe-payment.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { listSubmissions } from "./list-submissions.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { resolveAct, resolveSubmission } from "./resolve-submission.ts";
import { submissionOutput } from "./routes.ts";
import { tryPolicy } from "./try-policy.ts";

/** Serves operators the payments that wait for them. */
export function registerOperatorRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  money: Money,
  approvals: Approvals,
): void {
  const deps = { runtime, network: money.network };
  approvals.define(
    "approve-submission",
    approveAct(runtime, () => money.kick()),
  );
  approvals.define("resolve-submission", resolveAct(deps));

  route(app, ENDPOINTS.submissionsToDecide, async () => ({
    submissions: (await waitingSubmissions(runtime)).map(describePayment),
  }));

  route(app, ENDPOINTS.allSubmissions, ({ query }) => listSubmissions(runtime, query));

  route(app, ENDPOINTS.tryPolicy, ({ query }) => tryPolicy(runtime, readDraft(query.draft), query.before));

  route(app, ENDPOINTS.paymentEvidence, ({ params }) => gatherEvidence(deps, params.id));

  route(app, ENDPOINTS.approveSubmission, async ({ session, params, input }) => {
    const by = { operatorId: session.userId, ...input };
    const proposal = await approveSubmission(runtime, approvals, params.id, by);
    return proposal ? { proposal } : submissionOutput(await findSubmission(runtime, params.id));
  });

  route(app, ENDPOINTS.refuseSubmission, async ({ session, params, input }) =>
    submissionOutput(await refuseSubmission(runtime, params.id, { operatorId: session.userId, ...input })),
  );

  route(app, ENDPOINTS.resolveSubmission, async ({ session, params, input }) => {
    const proposal = await resolveSubmission(deps, approvals, params.id, session.userId, input);
    return proposal ? { proposal } : submissionOutput(await findSubmission(runtime, params.id));
  });
}

/** A payment that waits, as operators see it. */
export type WaitingPayment = ReturnType<typeof describePayment>;

/** All payments that wait for an operator, some at a time. */
export async function* eachWaitingPayment({ database }: Runtime): AsyncGenerator<readonly WaitingPayment[]> {
  const waiting = inParts(submissionCollection(database), { state: { $in: ["held", "ambiguous"] } });
  for await (const part of waiting) yield part.map(describePayment);
}
